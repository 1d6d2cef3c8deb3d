import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { centsOf, moneyText, readCents, signedMoneyText } from './cents.ts'

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

test('reads an amount with a decimal comma or point, and with either thousands separator', () => {
  for (const [text, cents] of [
    ['1234.56', 123_456n],
    ['1234,56', 123_456n],
    ['1.234,56', 123_456n],
    ['1,234.56', 123_456n],
    ['1.061.004.829,23', 106_100_482_923n],
    ['1,061,004,829.2', 106_100_482_920n],
    ['1.234.567', 123_456_700n],
    ['1,234,567', 123_456_700n],
    ['10.5', 1_050n],
    ['10,5', 1_050n],
    ['10', 1_000n],
    ['0,00', 0n],
    ['0.05', 5n],
    ['9999999999999999.99', 999_999_999_999_999_999n],
  ] as const)
    assert.equal(readCents(text), cents, text)
})

test('rejects an ambiguous or malformed amount instead of guessing', () => {
  for (const text of [
    '',
    '1.234',
    '1,234',
    '0.123',
    '0.123.456',
    '12345.678',
    '1.234.56',
    '1,234,56',
    '1.2345,00',
    '12.34,00',
    '1.234,567',
    '1,234.567',
    '1.234,567.89',
    '1.00.00',
    '10.',
    '10,',
    ',50',
    ',',
    '-1.00',
    '1e9',
    'R$ 1',
    '1 234,56',
    'sem valor',
    '12345678901234567',
    '123.456.789.012.345.678,00',
  ])
    assert.equal(readCents(text), undefined, text)
})

test('reads back every amount in every accepted form', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), (cents) => {
      const plain = moneyText(cents)
      const [whole = '', decimals = ''] = plain.split('.')
      const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.')
      assert.equal(readCents(plain), cents)
      assert.equal(readCents(`${whole},${decimals}`), cents)
      assert.equal(readCents(`${grouped},${decimals}`), cents)
      assert.equal(readCents(`${grouped.replaceAll('.', ',')}.${decimals}`), cents)
    }),
  )
})
