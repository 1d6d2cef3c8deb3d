import assert from 'node:assert/strict'
import { batchColumns } from '@lastro/contract/listings/batch-columns.ts'
import type { Listing } from '@lastro/contract/listings/listings.ts'
import { test } from 'vitest'
import { amountOf } from '../parts/forms/amount.ts'
import { bodyOf } from '../parts/forms/form-values.ts'
import { debtValues } from './debt-values.ts'

const sent = {
  documento: '52998224725',
  name: 'ANA DE EXEMPLO',
  birthDate: '1981-05-20',
  amount: '1520.33',
  dueDate: '2026-03-10',
  contractId: 'CT-1',
  legalNatureId: 'CP',
  section: 'listingP',
  legalSquare: 'SAO PAULO',
  creditorDocument: '11222333000181',
  address: {
    addressLine: 'RUA DE EXEMPLO',
    district: 'CENTRO',
    city: 'SAO PAULO',
    state: 'SP',
    zipCode: '01001000',
  },
  contact: { email: 'ana@exemplo.com.br' },
}

test('a debt that was refused fills a form with all that was sent, and is sent as it was', () => {
  const values = debtValues(sent as unknown as Listing)
  assert.equal(values.amount, '1.520,33')
  assert.deepEqual(bodyOf({ ...values, amount: amountOf(values.amount ?? '') }), sent)
})

test('what it holds is what a file of debts has columns for', () => {
  const columns: readonly string[] = batchColumns
  for (const name of Object.keys(debtValues(sent as unknown as Listing)))
    assert.ok(columns.includes(name), name)
})
