import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf, bodyOf } from './form-values.ts'

test('a body holds what was filled in, nested as the contract has it', () => {
  assert.deepEqual(
    bodyOf({ name: ' ANA ', contractId: '  ', 'address.city': 'RECIFE', 'address.state': 'PE' }),
    {
      name: 'ANA',
      address: { city: 'RECIFE', state: 'PE' },
    },
  )
})

test('an amount may be written as in Brazil or as programs do', () => {
  for (const typed of ['1.520,33', '1520,33', '1520.33', 'R$ 1.520,33'])
    assert.equal(amountOf(typed), '1520.33')
  assert.equal(amountOf('1520'), '1520.00')
  assert.equal(amountOf('0,5'), '0.50')
  for (const typed of ['abc', '1,234,5', '-5', '1.5201'])
    assert.equal(amountOf(typed), typed.replace(/\s/g, ''))
})
