import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onePage } from './pages-of.ts'
import { readingOf, rowsMax } from './use-whole.ts'

const begun = { ...onePage([1, 2]), hasNextPage: true }

test('a list is read to its end only for whoever wants all of it', () => {
  assert.equal(readingOf(begun, false), 'part')
  assert.equal(readingOf(begun, true), 'reading')
  assert.equal(readingOf(onePage([1]), false), 'whole')
})

test('what cannot be read is not asked for again and again', () => {
  assert.equal(readingOf({ ...begun, isError: true }, true), 'part')
})

test('a list without end is not read for ever, whether its pages are full or empty', () => {
  assert.equal(readingOf({ ...begun, items: Array(rowsMax).fill(0) }, true), 'tooLong')
  assert.equal(readingOf({ ...begun, items: [], pageCount: 40 }, true), 'tooLong')
  assert.equal(readingOf({ ...onePage(Array(rowsMax + 1).fill(0)) }, true), 'whole')
})
