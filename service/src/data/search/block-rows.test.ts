import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isAfter, packBlockRows, type RowPlace, unpackBlockRows } from './block-rows.ts'

const somePlaces = fc
  .array(fc.record({ key: fc.oneof(fc.nat(40), fc.nat(3_000_000_000)), order: fc.nat(1_700_000) }), {
    minLength: 1,
    maxLength: 1_200,
  })
  .map((places) => places.toSorted((a, b) => a.key - b.key || a.order - b.order))
  .map((places) => places.filter((one, at) => at === 0 || isAfter(one, places[at - 1] as RowPlace)))

test('every row is found by its number, and the first one after any place', () => {
  fc.assert(
    fc.property(somePlaces, fc.record({ key: fc.nat(50), order: fc.nat(1_700_000) }), (places, between) => {
      const rows = unpackBlockRows(
        packBlockRows(
          places.map((one) => one.key),
          places.map((one) => one.order),
          places.length,
        ),
      )
      assert.equal(rows.count, places.length)
      for (const at of [0, places.length - 1, Math.floor(places.length / 2)]) {
        assert.deepEqual(rows.at(at), { ...places[at] })
      }
      for (const place of [between, places[0], places.at(-1), places[Math.floor(places.length / 3)]]) {
        const expected = places.findIndex((one) => isAfter(one, place as RowPlace))
        assert.equal(rows.firstAfter(place as RowPlace), expected === -1 ? places.length : expected)
      }
    }),
  )
})
