import assert from 'node:assert/strict'
import { test } from 'vitest'
import { lineError } from './line-error.ts'

test('what is wrong with a line is told by its field, its code and words with the values in them', () => {
  const told = lineError('(line)', 'too_many_lines', 'en', { limit: '100000' })
  assert.deepEqual([told.field, told.code], ['(line)', 'too_many_lines'])
  assert.match(told.message, /100000/)
  assert.notEqual(lineError('(line)', 'too_many_lines', 'pt', { limit: '1' }).message, told.message)
})
