import assert from 'node:assert/strict'
import { test } from 'vitest'

import { queryPrice, type ReportTerms } from './query-price.ts'

const feature = (code: string, price?: string) => ({
  code,
  name: code,
  description: '',
  documentTypes: [],
  sections: [],
  contracted: true,
  available: true,
  ...(price !== undefined && { price }),
})
const terms = (price?: string): ReportTerms =>
  ({
    features: [feature('SANCOES', '0.20'), feature('DIVIDA_ATIVA', '0.10'), feature('PARTICIPACOES')],
    purposes: [],
    ...(price !== undefined && { price }),
  }) as unknown as ReportTerms

test('a price is the product and the features asked for, to the cent', () => {
  assert.equal(queryPrice(terms('1.50'), []), '1.50')
  assert.equal(queryPrice(terms('1.50'), ['SANCOES', 'DIVIDA_ATIVA', 'PARTICIPACOES']), '1.80')
  assert.equal(queryPrice(terms(), ['SANCOES', 'DIVIDA_ATIVA']), '0.30')
})

test('where the contract sets no price there is none to say', () => {
  assert.equal(queryPrice(terms(), ['PARTICIPACOES']), undefined)
})
