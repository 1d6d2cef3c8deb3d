import assert from 'node:assert/strict'
import type { Comparison, Policy } from '@lastro/contract/policies/policy.ts'
import { test } from 'vitest'
import { coverageWarning, decisionWarnings, readSections } from './coverage-warnings.ts'

const policy = (of: Partial<Policy>, ...whens: readonly object[]): Policy => ({
  name: 'shop',
  title: { pt: 'Loja', en: 'Shop' },
  documentTypes: ['CPF', 'CNPJ'],
  report: { product: 'relatorioBasico' },
  rules: whens.map((when, at) => ({
    id: `rule-${at}`,
    when: when as Comparison,
    outcome: 'decline',
    whenUnknown: 'review',
    reason: { pt: 'Motivo.', en: 'Reason.' },
  })),
  otherwise: { outcome: 'approve', reason: { pt: 'Nada.', en: 'Nothing.' } },
  ...of,
})
const readBy = (of: Policy) => readSections(of).map((one) => `${one.at} ${one.section} ${one.documentType}`)

test('lists the sections that a policy reads, for each document type that has them', () => {
  const debts = { value: 'negative.sum', of: { kinds: ['check', 'listingP'] }, above: '1.00' } as const
  const status = { value: 'registration.status', is: 'closed' } as const
  assert.deepEqual(readBy(policy({}, status, debts)), [
    'rules[0].when registration CPF',
    'rules[1].when listingP CPF',
    'rules[1].when check CPF',
    'rules[0].when registration CNPJ',
    'rules[1].when listingP CNPJ',
    'rules[1].when check CNPJ',
  ])
  assert.deepEqual(
    readBy(policy({ documentTypes: ['CNPJ'], report: { product: 'relato' } }, status, debts)),
    [
      'rules[0].when identificationReport CNPJ',
      'rules[1].when companyListingP CNPJ',
      'rules[1].when check CNPJ',
    ],
  )
  const sanctions = { value: 'sanctions.count', above: 0 } as const
  assert.deepEqual(readBy(policy({ documentTypes: ['CPF'] }, sanctions)), [])
  assert.deepEqual(
    readBy(
      policy(
        { documentTypes: ['CPF'], report: { product: 'relatorioBasico', features: ['SANCOES'] } },
        sanctions,
      ),
    ),
    ['rules[0].when sanctions CPF'],
  )
  assert.deepEqual(readBy(policy({}, { value: 'request.amount', above: '1.00' })), [])
})

test('a warning names the section and document type, and says that silence is not "nothing on file"', () => {
  const read = { at: 'rules[0].when', section: 'companyListingP', documentType: 'CNPJ' } as const
  assert.deepEqual(coverageWarning(read, 'complete'), [])
  const [none] = coverageWarning(read, 'none')
  assert.deepEqual(
    [none?.at, none?.code, none?.section, none?.documentType],
    ['rules[0].when', 'section_not_covered', 'listingP', 'CNPJ'],
  )
  assert.match(none?.message.en ?? '', /^No source of this environment covers listingP for CNPJ: .*unknown/)
  assert.equal(coverageWarning(read, 'partial')[0]?.code, 'section_partly_covered')
})

test('a decision warns of each section once, at the first rule that reads it', () => {
  const negative = { value: 'negative.count', seen: 'unknown' } as const
  const origin = (section: string) => ({ section, answer: 'notCovered' }) as const
  const made = decisionWarnings(
    {
      notCoveredSections: ['check'],
      partlyCoveredSections: ['listingP'],
      rules: [
        { rule: 'a', holds: 'no', values: [{ value: 'score', seen: 'unknown', from: [origin('score')] }] },
        {
          rule: 'b',
          holds: 'unknown',
          values: [{ ...negative, from: [origin('listingP'), origin('check')] }],
        },
        { rule: 'c', holds: 'unknown', values: [{ ...negative, from: [origin('check')] }] },
      ],
    },
    'CPF',
  )
  assert.deepEqual(
    made.map(({ at, code, section, documentType }) => [at, code, section, documentType]),
    [
      ['rules[1].when', 'section_not_covered', 'check', 'CPF'],
      ['rules[1].when', 'section_partly_covered', 'listingP', 'CPF'],
    ],
  )
})
