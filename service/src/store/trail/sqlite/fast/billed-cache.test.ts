import assert from 'node:assert/strict'
import { splitKey } from '@lastro/rules/documents/document-key.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import { BilledCache } from './billed-cache.ts'

const atMs = 1_800_000_000_999
const one = splitKey(123_456_789)

test('whoever paid for a document is known until the moment it paid, and nobody else', () => {
  const billed = new BilledCache()
  billed.set(one, 7, atMs)
  assert.equal(billed.atMs(one, 7) > atMs - 1_000, true)
  assert.equal(billed.atMs(one, 7) > atMs, false)
  assert.equal(billed.atMs(one, 8) > atMs - 1_000, false)
  assert.equal(billed.atMs(splitKey(123_456_790), 7) > atMs - 1_000, false)
})

test('a document with letters is told from the one whose lower half is the same', () => {
  const billed = new BilledCache()
  billed.set(splitKey(2n ** 53n + 5n), 0, atMs)
  assert.equal(billed.atMs(splitKey(2n ** 53n + 5n), 0) > 0, true)
  assert.equal(billed.atMs(splitKey(5), 0) > 0, false)
})

test('of those that share a place the last is known, and none is taken for another', () => {
  const billed = new BilledCache()
  const last = new Map<number, { query: number; atMs: number }>()
  fc.assert(
    fc.property(
      fc.nat({ max: 3_000_000 }),
      fc.nat({ max: 3 }),
      fc.nat({ max: 100_000 }),
      (document, query, later) => {
        billed.set(splitKey(document), query, atMs + later)
        last.set(document, { query, atMs: atMs + later })
        assert.equal(billed.atMs(splitKey(document), query) > atMs + later - 1_000, true)
      },
    ),
    { numRuns: 20_000 },
  )
  for (const [document, paid] of last) {
    for (const query of [0, 1, 2, 3]) {
      if (!(billed.atMs(splitKey(document), query) > 0)) continue
      assert.equal(query, paid.query)
      assert.equal(billed.atMs(splitKey(document), query) > paid.atMs, false)
    }
  }
})
