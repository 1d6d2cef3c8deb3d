import assert from 'node:assert/strict'
import { test } from 'vitest'
import { fareCents, isAdult } from './fare.ts'

test('one is of age on the eighteenth birthday', () => {
  assert.equal(isAdult(17), false)
  assert.equal(isAdult(18), true)
})

// Neither a child nor the edge at 65: mutate.system.test.ts expects that these are missed.
test('an adult pays the whole fare, and the old nothing', () => {
  assert.equal(fareCents(30), 500)
  assert.equal(fareCents(70), 0)
})
