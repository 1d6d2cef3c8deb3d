import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readPrices } from './prices.ts'

test('reais are read as people write them, with a comma or a point, and kept in cents', () => {
  for (const text of [
    'relato=4,00;SANCOES=0,20',
    'relato=4.00,SANCOES=0.20',
    'relato=4,00,SANCOES=0,20',
    ' relato=4.00 ; SANCOES=0,20 ; ',
  ]) {
    assert.deepEqual(readPrices(text), { relato: 400, SANCOES: 20 }, text)
  }
  assert.deepEqual(readPrices('relato=1234567,89'), { relato: 123_456_789 })
  assert.deepEqual(readPrices(''), {})
})

test('a bare number is refused, for it was cents once, and the mend is said', () => {
  for (const text of ['relato=150', 'SANCOES=0,20;relato=150', 'relato=150,SANCOES=0,20']) {
    assert.throws(() => readPrices(text), /"relato=150".*relato=150\.00.*relato=1\.50/)
  }
})

test('what is no amount is refused', () => {
  for (const text of [
    'relato',
    'relato=',
    'relato=1,5',
    'relato=1,500',
    'relato=-1,50',
    'relato=R$1,50',
    '=1,50',
  ]) {
    assert.throws(() => readPrices(text), /--prices/, text)
  }
})
