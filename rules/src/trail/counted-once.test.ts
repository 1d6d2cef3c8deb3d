import assert from 'node:assert/strict'
import { test } from 'vitest'
import { countedOnce } from './counted-once.ts'

const hour = 3_600_000
const shown = (atMs: number, key = '', clientId = 'cli_a') => ({ atMs, key, clientId })

test('what goes out again under its key is one consultation, the first', () => {
  assert.deepEqual(countedOnce([shown(5, 'k'), shown(3, 'k'), shown(9, 'k')]), [shown(3, 'k')])
})

test('without a key each is one, at one moment too', () => {
  assert.deepEqual(countedOnce([shown(1), shown(1), shown(2)]), [shown(1), shown(1), shown(2)])
})

test("another client's equal key is another consultation, and so is another key", () => {
  const all = [shown(1, 'k'), shown(2, 'k', 'cli_b'), shown(3, 'other')]
  assert.deepEqual(countedOnce(all), all)
})

test('a key that is used again after its day is another consultation, counted from the first of it', () => {
  const all = [shown(0, 'k'), shown(24 * hour - 1, 'k'), shown(24 * hour, 'k'), shown(47 * hour, 'k')]
  assert.deepEqual(countedOnce(all), [all[0], all[2]])
})
