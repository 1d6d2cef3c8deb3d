import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { centsOf, moneyText, signedMoneyText } from './cents.ts'

test('money reads and writes to the cent', () => {
  assert.equal(centsOf('1520.33'), 152_033n)
  assert.equal(moneyText(5n), '0.05')
  assert.equal(moneyText(0n), '0.00')
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (cents) => centsOf(moneyText(cents)) === cents),
  )
})

test('a sum of the largest amounts keeps its cents', () => {
  const total = Array.from({ length: 99 }, () => centsOf('9999999999999.99')).reduce(
    (sum, one) => sum + one,
    0n,
  )
  assert.equal(moneyText(total), '989999999999999.01')
})

test('what is below zero has its sign before it, and zero has none', () => {
  assert.deepEqual([-5n, -12_345n, 0n, 5n].map(signedMoneyText), ['-0.05', '-123.45', '0.00', '0.05'])
})
