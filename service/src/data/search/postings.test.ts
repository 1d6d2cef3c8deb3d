import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { packPostings, rowsInAll, unpackPostings } from './postings.ts'

const rowCount = 3_000
const someRows = fc
  .uniqueArray(fc.nat(rowCount - 1), { minLength: 1, maxLength: rowCount })
  .map((rows) => rows.toSorted((a, b) => a - b))

test('rows come back as they were packed, few and many', () => {
  fc.assert(
    fc.property(someRows, (rows) => {
      const held = unpackPostings(packPostings(rows, rowCount))
      assert.deepEqual([...held.rows()], rows)
      for (const row of [0, 1, rowCount - 1, ...rows.slice(0, 5)]) {
        assert.equal(held.has(row), rows.includes(row))
      }
    }),
  )
})

test('postings take no more than a bit for each row of the block', () => {
  const all = Array.from({ length: rowCount }, (_, row) => row)
  assert.ok(packPostings(all, rowCount).length <= Math.ceil(rowCount / 8) + 1)
  assert.ok(packPostings([7], rowCount).length <= 2)
})

test('a row is in all groups when one of each has it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(someRows, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
      (groups) => {
        const packed = groups.map((group) =>
          group.map((rows) => unpackPostings(packPostings(rows, rowCount))),
        )
        const expected = Array.from({ length: rowCount }, (_, row) => row).filter((row) =>
          groups.every((group) => group.some((rows) => rows.includes(row))),
        )
        assert.deepEqual(rowsInAll(packed), expected)
      },
    ),
    { numRuns: 30 },
  )
})
