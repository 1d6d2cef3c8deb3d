import assert from 'node:assert/strict'
import type { DocumentType, SectionId } from '@lastro/contract/reports/sections.ts'
import { test } from 'vitest'
import { type OfferedFeatures, planQueries, reachable } from './plan-queries.ts'

const all: OfferedFeatures = { relatorioBasico: undefined, relato: undefined }

const plan = (
  type: DocumentType,
  sections: readonly SectionId[],
  { offered = all, wholeLists = false }: { offered?: OfferedFeatures; wholeLists?: boolean } = {},
) => {
  const { queries, refused } = planQueries({ sections, type, wholeLists }, offered)
  const asked = queries.map((one) => [one.product.code, one.sections, one.features])
  return { asked, refused }
}

test('one query is made where one shows everything', () => {
  assert.deepEqual(plan('CPF', ['registration', 'check']), {
    asked: [['relatorioBasico', ['registration', 'check'], []]],
    refused: [],
  })
  assert.deepEqual(plan('CNPJ', ['QSAReport', 'companyListingP', 'check']), {
    asked: [['relato', ['QSAReport', 'companyListingP', 'check'], []]],
    refused: [],
  })
})

test('two are made where neither shows everything, and no section is asked for twice', () => {
  assert.deepEqual(plan('CNPJ', ['registration', 'identificationReport', 'check']).asked, [
    ['relatorioBasico', ['registration', 'check'], []],
    ['relato', ['identificationReport'], []],
  ])
})

test('sections beside the product are asked for by their features, each once', () => {
  assert.deepEqual(plan('CPF', ['registration', 'addresses', 'phones', 'sanctions']).asked, [
    [
      'relatorioBasico',
      ['registration', 'addresses', 'phones', 'sanctions'],
      ['ENDERECOS_TELEFONES', 'SANCOES'],
    ],
  ])
  assert.deepEqual(plan('CPF', ['check'], { wholeLists: true }).asked, [
    ['relatorioBasico', ['check'], ['MAIS_ANOTACOES']],
  ])
})

test('what we may not have is not asked for, and costs only its own section', () => {
  const offered = { relatorioBasico: new Set(['SANCOES']), relato: new Set<string>() }
  assert.deepEqual(plan('CPF', ['check', 'publicDebt', 'sanctions'], { offered, wholeLists: true }), {
    asked: [['relatorioBasico', ['check', 'sanctions'], ['SANCOES']]],
    refused: ['publicDebt'],
  })
  // The company report has the partners without a feature.
  assert.deepEqual(plan('CNPJ', ['registration', 'QSAReport'], { offered }).asked, [
    ['relatorioBasico', ['registration'], []],
    ['relato', ['QSAReport'], []],
  ])
})

test('a person is never asked for in the company report', () => {
  assert.deepEqual(plan('CPF', ['identificationReport', 'companyListingP']), {
    asked: [],
    refused: ['identificationReport', 'companyListingP'],
  })
  for (const section of ['identificationReport', 'QSAReport', 'companyListingP', 'partner'] as const) {
    assert.ok(!reachable('CPF').has(section))
    assert.ok(reachable('CNPJ').has(section))
  }
})
