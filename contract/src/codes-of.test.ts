import assert from 'node:assert/strict'
import { test } from 'vitest'
import { codesOf } from './codes-of.ts'
import { listingStates, releaseReasons } from './listings/listing-codes.ts'

test('codes of figures stand in the order of their figures, 01 first', () => {
  const codes = codesOf(releaseReasons)
  assert.deepEqual(codes, codes.toSorted())
  assert.deepEqual([codes[0], codes.at(-1)], ['01', '97'])
  assert.equal(codes.length, Object.keys(releaseReasons).length)
})

test('codes of letters stand as they were written', () => {
  assert.deepEqual(codesOf({ second: 1, first: 2 }), ['second', 'first'])
  assert.deepEqual(codesOf(listingStates), Object.keys(listingStates))
})
