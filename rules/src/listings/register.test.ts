import assert from 'node:assert/strict'
import { test } from 'vitest'
import { environmentOf, productionRegister, registerOf } from './register.ts'

test('production is one register for all, and each sandbox client has its own', () => {
  const [one, two] = ['cli_one', 'cli_two']
  assert.equal(registerOf({ environment: 'production', clientId: one }), productionRegister)
  assert.equal(registerOf({ environment: 'production', clientId: two }), productionRegister)
  assert.equal(registerOf({ environment: 'sandbox', clientId: one }), one)
  assert.equal(registerOf({ environment: 'sandbox', clientId: two }), two)
})

test('a register says which environment it is of', () => {
  for (const environment of ['production', 'sandbox'] as const)
    assert.equal(environmentOf(registerOf({ environment, clientId: 'cli_one' })), environment)
})
