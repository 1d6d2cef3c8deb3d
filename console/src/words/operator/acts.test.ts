import assert from 'node:assert/strict'
import { operations } from '@lastro/contract/operations.ts'
import { commandActs } from '@lastro/contract/operator/command-acts.ts'
import { personActs } from '@lastro/contract/person/request-codes.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { test } from 'vitest'
import { actWords } from './acts.ts'

test('everything that an operator can do has a name in the log of acts', () => {
  const acts = operations(products)
    .filter(({ id, method }) => id.startsWith('operador') && method !== 'GET')
    .map(({ id }) => id)
  assert.ok(acts.length > 20)
  // Opening a listing or a request shows a document, and so is an act that is a GET.
  assert.deepEqual(
    Object.keys(actWords).toSorted(),
    [...acts, 'operadorAnotacoesLe', 'operadorTitularPedido', ...commandActs, ...personActs].toSorted(),
  )
})
