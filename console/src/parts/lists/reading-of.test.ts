import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readingOf, rowsMax } from './reading-of.ts'

const whole = {
  items: [1, 2],
  pageCount: 1,
  error: undefined,
  isError: false,
  isPending: false,
  hasNextPage: false,
  isFetchingNextPage: false,
}
const begun = { ...whole, hasNextPage: true }

test('a list is read to its end only for whoever wants all of it', () => {
  assert.equal(readingOf(begun, false), 'part')
  assert.equal(readingOf(begun, true), 'reading')
  assert.equal(readingOf(whole, false), 'whole')
})

test('what cannot be read is not asked for again and again', () => {
  assert.equal(readingOf({ ...begun, isError: true }, true), 'part')
})

test('a list without end is not read for ever, whether its pages are full or empty', () => {
  assert.equal(readingOf({ ...begun, items: Array(rowsMax).fill(0) }, true), 'tooLong')
  assert.equal(readingOf({ ...begun, items: [], pageCount: 40 }, true), 'tooLong')
  assert.equal(readingOf({ ...whole, items: Array(rowsMax + 1).fill(0) }, true), 'whole')
})
