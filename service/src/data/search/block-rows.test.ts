import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { isAfter, packBlockRows, type RowPosition, unpackBlockRows } from './block-rows.ts'

const somePositions = fc
  .array(fc.record({ key: fc.oneof(fc.nat(40), fc.nat(3_000_000_000)), order: fc.nat(1_700_000) }), {
    minLength: 1,
    maxLength: 1_200,
  })
  .map((positions) => positions.toSorted((a, b) => a.key - b.key || a.order - b.order))
  .map((positions) =>
    positions.filter((one, at) => at === 0 || isAfter(one, positions[at - 1] as RowPosition)),
  )

test('every row is found by its number, and the first one after any position', () => {
  fc.assert(
    fc.property(
      somePositions,
      fc.record({ key: fc.nat(50), order: fc.nat(1_700_000) }),
      (positions, between) => {
        const rows = unpackBlockRows(
          packBlockRows(
            positions.map((one) => one.key),
            positions.map((one) => one.order),
            positions.length,
          ),
        )
        assert.equal(rows.count, positions.length)
        for (const at of [0, positions.length - 1, Math.floor(positions.length / 2)]) {
          assert.deepEqual(rows.at(at), { ...positions[at] })
        }
        for (const position of [
          between,
          positions[0],
          positions.at(-1),
          positions[Math.floor(positions.length / 3)],
        ]) {
          const expected = positions.findIndex((one) => isAfter(one, position as RowPosition))
          assert.equal(
            rows.firstAfter(position as RowPosition),
            expected === -1 ? positions.length : expected,
          )
        }
      },
    ),
  )
})
