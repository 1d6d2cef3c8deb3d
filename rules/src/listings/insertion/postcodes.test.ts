import assert from 'node:assert/strict'
import { test } from 'vitest'
import { postcodeFits } from './postcodes.ts'

/** Where each state's postcodes begin, in the order of the map; they go on until the next. */
const begins: readonly (readonly [from: number, state: string | undefined])[] = [
  [0, undefined],
  [1_000, 'SP'],
  [20_000, 'RJ'],
  [29_000, 'ES'],
  [30_000, 'MG'],
  [40_000, 'BA'],
  [49_000, 'SE'],
  [50_000, 'PE'],
  [57_000, 'AL'],
  [58_000, 'PB'],
  [59_000, 'RN'],
  [60_000, 'CE'],
  [64_000, 'PI'],
  [65_000, 'MA'],
  [66_000, 'PA'],
  [68_900, 'AP'],
  [69_000, 'AM'],
  [69_300, 'RR'],
  [69_400, 'AM'],
  [69_900, 'AC'],
  [70_000, 'DF'],
  [72_800, 'GO'],
  [73_000, 'DF'],
  [73_700, 'GO'],
  [76_800, 'RO'],
  [77_000, 'TO'],
  [78_000, 'MT'],
  [78_900, undefined],
  [79_000, 'MS'],
  [80_000, 'PR'],
  [88_000, 'SC'],
  [90_000, 'RS'],
  [100_000, undefined],
]
const states = [...new Set(begins.map(([, state]) => state))].filter((one) => one !== undefined)

test('at every border of two states a postcode is of one of them, and of no other state', () => {
  assert.equal(states.length, 27)
  for (const [at, [from, state]] of begins.slice(0, -1).entries()) {
    const until = (begins[at + 1]?.[0] ?? 0) - 1
    for (const district of [from, until]) {
      const zipCode = `${String(district).padStart(5, '0')}999`
      const fitting = states.filter((one) => postcodeFits({ zipCode, state: one }))
      assert.deepEqual(fitting, state === undefined ? [] : [state], zipCode)
    }
  }
})

test('what is no state, a member of every object included, has no postcode', () => {
  for (const other of ['XX', 'sp', '', 'constructor', 'toString']) {
    assert.equal(postcodeFits({ zipCode: '01001000', state: other }), false, other)
  }
})
