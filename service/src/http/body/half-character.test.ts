import assert from 'node:assert/strict'
import { test } from 'vitest'
import { halfCharacterAt, isWhole } from './half-character.ts'

const half = '\ud800'

/** So many lists, or objects, one in another, around a value. */
const nested = (count: number, value: unknown, around: (inner: unknown) => unknown): unknown => {
  let made = value
  for (let depth = 0; depth < count; depth++) made = around(made)
  return made
}
const inList = (inner: unknown) => [inner]
const inObject = (inner: unknown) => ({ a: inner })

test('half of a character is found wherever it stands, and its place is named', () => {
  const cases: readonly [unknown, string][] = [
    [half, ''],
    [`São ${half}`, ''],
    [[half], '/0'],
    [['whole', 1, null, half], '/3'],
    [{ nome: half }, '/nome'],
    [{ [half]: 1 }, '/?'],
    [{ endereco: { [half]: 'a' } }, '/endereco/?'],
    [{ whole: 'a', lista: ['b', { rua: half }] }, '/lista/1/rua'],
  ]
  for (const [value, at] of cases) {
    assert.equal(isWhole(value), false, at)
    assert.equal(halfCharacterAt(value), at)
  }
})

test('a value without half of a character is whole, of whichever kind it is', () => {
  for (const value of ['', 'São 💶', 0, true, null, [], {}, ['a', null, 1], { a: { b: ['c'] }, d: null }]) {
    assert.equal(isWhole(value), true, JSON.stringify(value))
    assert.equal(halfCharacterAt(value), undefined)
  }
})

test('half of a character is found at any depth, deeper too than calls can go', () => {
  for (const around of [inList, inObject]) {
    for (const count of [31, 32, 33, 100_000]) {
      assert.equal(isWhole(nested(count, 'whole', around)), true, `${count}`)
      assert.equal(isWhole(nested(count, half, around)), false, `${count}`)
    }
  }
})
