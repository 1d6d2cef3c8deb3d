import assert from 'node:assert/strict'
import type { ComparedSection } from '@lastro/contract/clients/kept-reports.ts'
import { test } from 'vitest'
import { comparisonOutline } from './comparison-outline.ts'

const nothing: ComparedSection = {
  section: 'listingP',
  partial: false,
  added: [],
  gone: [],
  changed: [],
  fields: [],
}

const debt = (changes: Record<string, string> = {}) => ({
  occurrenceDate: '2026-03-10',
  legalNature: 'CREDITO PESSOAL',
  contractId: 'CT-1001',
  creditorName: 'CREDOR DE EXEMPLO',
  amount: '1520.33',
  ...changes,
})

test('a section in which nothing differs is not told of, however its totals are written', () => {
  const totals = { before: { count: '1' }, after: { count: '1' } }
  assert.deepEqual(comparisonOutline([nothing, { ...nothing, totals }], 'pt'), [])
})

test('what is new and what is gone is told in the columns of a report', () => {
  const [one] = comparisonOutline(
    [
      {
        ...nothing,
        added: [{ list: 'listingPResponse', item: debt() }],
        gone: [{ list: 'listingPResponse', item: debt({ contractId: 'CT-9', amount: '10.00' }) }],
        totals: { before: { count: '2', balance: '30.00' }, after: { count: '1', balance: '1520.33' } },
      },
    ],
    'pt',
  )
  assert.ok(one?.added[0]?.rows[0]?.includes('R$ 1.520,33'))
  assert.ok(one?.added[0]?.columns.some(({ label }) => label === 'Credor'))
  assert.ok(one?.gone?.[0]?.rows[0]?.includes('CT-9'))
  assert.deepEqual(one?.totals, { before: '2 ocorrências, R$ 30,00', after: '1 ocorrência, R$ 1.520,33' })
})

test('the same debt with another amount is one change, named by what stayed', () => {
  const changed = [{ list: 'listingPResponse', before: debt(), after: debt({ amount: '900.00' }) }]
  const [one] = comparisonOutline([{ ...nothing, changed }], 'pt')
  assert.equal(one?.changes.length, 1)
  const [{ of, label, before, after } = { of: '', label: '', before: '', after: '' }] = one.changes
  assert.deepEqual([label, before, after], ['Valor', 'R$ 1.520,33', 'R$ 900,00'])
  assert.match(of ?? '', /CT-1001/)
})

test('a particular is told by the word that reports have for it, and never by the name that programs know', () => {
  const fields = [
    { field: 'statusRegistration', before: 'ATIVA', after: 'BAIXADA' },
    { field: 'somethingNobodyReads.inside', before: 'a' },
  ]
  const [one] = comparisonOutline([{ ...nothing, section: 'registration', fields }], 'pt')
  assert.deepEqual(
    one?.changes.map(({ label, before, after }) => [label, before, after]),
    [
      ['Situação cadastral', 'ATIVA', 'BAIXADA'],
      ['Outros dados', 'a', undefined],
    ],
  )
})

test('a list inside the registration, and a section of tomorrow, are told too', () => {
  const address = { addressLine: 'RUA DE EXEMPLO', city: 'SAO PAULO' }
  const [one, other] = comparisonOutline(
    [
      { ...nothing, section: 'registration', added: [{ list: 'addresses', item: address }] },
      { ...nothing, section: 'tomorrow', fields: [{ field: 'x', after: '1' }] },
    ],
    'en',
  )
  assert.ok(one?.added[0]?.rows[0]?.some((cell) => cell.includes('SAO PAULO')))
  assert.equal(other?.heading, 'Other data')
})

test('a section that one side did not cover is shown as not comparable, in both languages', () => {
  const words = (coverage: ComparedSection['coverage'], language: 'pt' | 'en') =>
    comparisonOutline([{ ...nothing, partial: true, ...(coverage && { coverage }) }], language).map(
      (one) => one.notComparable,
    )
  for (const coverage of [
    { before: 'none', after: 'complete' },
    { before: 'partial', after: 'none' },
    { before: 'none', after: 'none' },
    { before: 'none' },
  ] as const) {
    assert.match(words(coverage, 'pt')[0] ?? '', /^Não comparável: /)
    assert.match(words(coverage, 'en')[0] ?? '', /^Not comparable: /)
  }
  assert.deepEqual(words({ before: 'partial', after: 'complete' }, 'pt'), [])
  assert.deepEqual(words(undefined, 'pt'), [])
})
