import assert from 'node:assert/strict'
import { test } from 'node:test'
import { halvesOf } from '@lastro/rules/documents/document-key.ts'
import fc from 'fast-check'
import { LastBilled } from './last-billed.ts'

const atMs = 1_800_000_000_999
const one = halvesOf(123_456_789)

test('whoever paid for a document is known until the moment it paid, and nobody else', () => {
  const billed = new LastBilled()
  billed.set(one, 7, atMs)
  assert.equal(billed.isAfter(atMs - 1_000, one, 7), true)
  assert.equal(billed.isAfter(atMs, one, 7), false)
  assert.equal(billed.isAfter(atMs - 1_000, one, 8), false)
  assert.equal(billed.isAfter(atMs - 1_000, halvesOf(123_456_790), 7), false)
})

test('a document with letters is told from the one whose lower half is the same', () => {
  const billed = new LastBilled()
  billed.set(halvesOf(2n ** 53n + 5n), 0, atMs)
  assert.equal(billed.isAfter(0, halvesOf(2n ** 53n + 5n), 0), true)
  assert.equal(billed.isAfter(0, halvesOf(5), 0), false)
})

test('of those that share a place the last is known, and none is taken for another', () => {
  const billed = new LastBilled()
  const last = new Map<number, { asker: number; atMs: number }>()
  fc.assert(
    fc.property(
      fc.nat({ max: 3_000_000 }),
      fc.nat({ max: 3 }),
      fc.nat({ max: 100_000 }),
      (document, asker, later) => {
        billed.set(halvesOf(document), asker, atMs + later)
        last.set(document, { asker, atMs: atMs + later })
        assert.equal(billed.isAfter(atMs + later - 1_000, halvesOf(document), asker), true)
      },
    ),
    { numRuns: 20_000 },
  )
  for (const [document, paid] of last) {
    for (const asker of [0, 1, 2, 3]) {
      if (!billed.isAfter(0, halvesOf(document), asker)) continue
      assert.equal(asker, paid.asker)
      assert.equal(billed.isAfter(paid.atMs, halvesOf(document), asker), false)
    }
  }
})
