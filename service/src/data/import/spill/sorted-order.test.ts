import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { sortedOrder } from './sorted-order.ts'

test('keys of any size are put in ascending order, equal ones as they came', () => {
  const key = fc.oneof(
    fc.integer({ min: 0, max: 40 }),
    fc.integer({ min: 0, max: 99_999_999 }),
    fc.constantFrom(2 ** 11 - 1, 2 ** 11, 2 ** 22, 2 ** 32 - 2, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1),
    fc.constantFrom(2.8e12, 2.8e12 + 1, Number.MAX_SAFE_INTEGER),
  )
  fc.assert(
    fc.property(fc.array(key, { maxLength: 300 }), fc.nat(20), (keys, unused) => {
      // A buffer that is filled again and again holds more than its beginning.
      const held = Float64Array.from([...keys, ...Array.from({ length: unused }, () => 7)])
      const expected = keys.map((_, at) => at).toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b)
      assert.deepEqual([...sortedOrder(held, keys.length)], expected)
    }),
    { numRuns: 500 },
  )
})
