import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readReais } from './reais.ts'
import { readTiers } from './tiers.ts'

test('tiers are read as people write them, and kept in cents', () => {
  const read = [
    { product: 'relato', from: 1001, price: 120 },
    { product: 'relato', from: 5001, price: 100 },
  ]
  for (const text of ['relato:1001=1,20;relato:5001=1,00', ' relato:1001=1.20 ; relato:5001=1.00;'])
    assert.deepEqual(readTiers(text), read, text)
  assert.deepEqual(readTiers('relato:1001=1,20,relato:5001=1,00'), read)
  assert.deepEqual(readTiers(''), [])
})

test('what is no tier is refused', () => {
  for (const text of [
    'relato=1,20',
    'relato:1=1,20',
    'relato:x=1,20',
    'relato:1001',
    ':2=1,20',
    'relato:2=x',
  ])
    assert.throws(() => readTiers(text), /--tiers/, text)
})

test('reais have cents, and a bare number is refused with the mend', () => {
  assert.deepEqual(
    ['1,50', '1.50', ' 0,01 ', '999999999,99'].map((text) => readReais('--amount', text)),
    [150, 150, 1, 99_999_999_999],
  )
  assert.throws(() => readReais('--amount', '150'), /--amount.*150\.00.*1\.50/)
  for (const text of ['', '-1,50', '1,5', 'R$ 1,50', '1.000,00', '1e3'])
    assert.throws(() => readReais('--amount', text), /--amount/, text)
})
