import assert from 'node:assert/strict'
import { test } from 'vitest'
import { amountOf, centsOf, reaisOf, typedAmount } from './amount.ts'

test('an amount may be written as in Brazil or as programs do', () => {
  for (const typed of ['1.520,33', '1520,33', '1520.33', 'R$ 1.520,33', ' 1520,33 '])
    assert.equal(amountOf(typed), '1520.33')
  for (const typed of ['1520', '1.520', '1.520,00']) assert.equal(amountOf(typed), '1520.00')
  assert.equal(amountOf('0,5'), '0.50')
  for (const typed of ['1.50', '1,50', '1,5', 'R$ 1.50']) assert.equal(centsOf(typed), 150, typed)
  assert.equal(centsOf('1520.33'), 152_033)
  assert.equal(centsOf('1.500'), 150_000)
})

test('what is no amount is nothing in cents, and reaches the service as it was typed', () => {
  for (const typed of [
    '',
    'abc',
    '1,234,5',
    '-5',
    '1.5201',
    '1.52,3',
    '1.5',
    '1,523',
    '12.34.56',
    'grátis',
  ]) {
    assert.equal(centsOf(typed), undefined, typed)
    assert.equal(amountOf(typed), typed)
  }
  assert.equal(centsOf('1.000.000,00'), 100_000_000)
  assert.equal(centsOf('0'), 0)
})

test('what a form shows is what a person would type, and comes back the same', () => {
  assert.equal(reaisOf(152_033), '1.520,33')
  assert.equal(reaisOf(5), '0,05')
  for (const amount of ['10.00', '1520.33', '999999999.99', '0.05']) {
    assert.match(typedAmount(amount), /^[\d.]+,\d\d$/)
    assert.equal(amountOf(typedAmount(amount)), amount)
  }
})
