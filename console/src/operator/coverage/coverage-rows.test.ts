import assert from 'node:assert/strict'
import type { CoverageDeclaration, ProductCoverage } from '@lastro/contract/operator/operator-coverage.ts'
import type { SectionCoverage } from '@lastro/contract/reports/coverage.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { test } from 'vitest'
import { byProduct, countOf, effectOf, endingSoon, rowsOf, withoutData } from './coverage-rows.ts'

const today = '2026-11-19' as Day
const section = (
  name: string,
  coverage: SectionCoverage['coverage'],
  sources: readonly string[] = [],
): SectionCoverage => ({
  section: name,
  documentType: 'CPF',
  coverage,
  sources: sources.map((source) => ({ source, coverage: 'partial' })),
})
const basic: ProductCoverage = {
  product: 'relatorioBasico',
  documentType: 'CPF',
  coverage: 'partial',
  sections: [
    section('check', 'complete', ['bureau']),
    section('listingP', 'partial', ['listings', 'bureau']),
  ],
  features: [
    { feature: 'SANCOES', coverage: 'none', sections: [section('sanctions', 'none')] },
    {
      feature: 'OUTRA',
      coverage: 'none',
      sections: [section('sanctions', 'none'), section('check', 'none')],
    },
  ],
}
const registration: ProductCoverage = {
  product: 'cadastral',
  documentType: 'CPF',
  coverage: 'none',
  sections: [section('registration', 'none')],
  features: [],
}

test('a product lists each section once, its own before those of features', () => {
  assert.deepEqual(
    rowsOf([basic]).map((row) => [row.section, row.coverage, row.isAdditional]),
    [
      ['check', 'complete', false],
      ['listingP', 'partial', false],
      ['sanctions', 'none', true],
    ],
  )
})

test('products come in the order of the overview, with their own sections counted', () => {
  const company = { ...basic, documentType: 'CNPJ' as const }
  const groups = byProduct([basic, registration, company])
  assert.deepEqual(
    groups.map(([product, types]) => [product, types.length, countOf(types)]),
    [
      ['relatorioBasico', 2, { none: 0, all: 4 }],
      ['cadastral', 1, { none: 1, all: 1 }],
    ],
  )
  assert.deepEqual(withoutData([basic, registration]), [registration])
})

const declaration = (of: Partial<CoverageDeclaration>): CoverageDeclaration => ({
  id: 'id',
  section: 'check',
  documentType: 'CPF',
  coverage: 'complete',
  asOf: '2026-11-18',
  until: '2026-11-26',
  state: 'in_force',
  declaredAt: '2026-11-18T12:00:00-03:00',
  declaredBy: 'Otávio',
  ...of,
})

test('warns only of declarations in force that end within a week, the next first', () => {
  const ending = endingSoon(
    [
      declaration({ id: 'last' }),
      declaration({ id: 'today', until: '2026-11-19' }),
      declaration({ id: 'later', until: '2026-11-27' }),
      declaration({ id: 'superseded', state: 'superseded' }),
      declaration({ id: 'withdrawn', state: 'withdrawn' }),
    ],
    today,
  )
  assert.deepEqual(
    ending.map(({ id }) => id),
    ['today', 'last'],
  )
})

test('ending a declaration takes effect after its last day, or at once, and names what still covers', () => {
  const within = { products: [basic], today }
  const check = declaration({})
  assert.deepEqual(effectOf(check, '2026-12-01', within), { from: '2026-12-02', remaining: [] })
  assert.deepEqual(effectOf(check, '2026-11-19', within), { from: '2026-11-20', remaining: [] })
  assert.deepEqual(effectOf(check, '2026-11-18', within), { from: undefined, remaining: [] })
  assert.deepEqual(effectOf(check, undefined, within), { from: undefined, remaining: [] })
  assert.deepEqual(effectOf(declaration({ section: 'listingP' }), undefined, within).remaining, ['listings'])
  assert.deepEqual(effectOf(declaration({ section: 'unknown' }), undefined, within).remaining, [])
})
