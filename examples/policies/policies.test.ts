import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SentValues } from '@lastro/contract/policies/sent-values.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { checkPolicy } from '@lastro/rules/policies/check/check-policy.ts'
import { compilePolicy } from '@lastro/rules/policies/compile-policy.ts'
import { decide } from '@lastro/rules/policies/decide.ts'
import { describe, test } from 'vitest'

const today = '2026-11-16' as Day
const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8'))

type Item = readonly [day: string, amount: string, creditor?: string]
type Case = {
  readonly type?: 'CPF' | 'CNPJ'
  readonly status?: string
  /** Negative items by section; `failed` for one that did not answer. */
  readonly items?: Readonly<Record<string, readonly Item[] | 'failed'>>
  readonly more?: Readonly<Record<string, unknown>>
  readonly sent?: SentValues
  /** The sources of each section; by default, the public register. */
  readonly sources?: Readonly<Record<string, string>>
  readonly gives: string
}

const kinds = ['listingP', 'listingR', 'collectionRecords', 'check', 'notary']

/** A section as a report has it, empty unless the case says otherwise. */
function section(kind: string, items: readonly Item[] | 'failed' = []) {
  if (items === 'failed') return { error: { code: 'source_timeout', message: 'A fonte não respondeu.' } }
  const cents = items.reduce((sum, [, amount]) => sum + Math.round(Number(amount) * 100), 0)
  return {
    [`${kind}Response`]: items.map(([occurrenceDate, amount, creditorName]) => ({
      occurrenceDate,
      ...(kind !== 'check' && { amount }),
      ...(creditorName !== undefined && { creditorName }),
    })),
    summary: { count: String(items.length), balance: (cents / 100).toFixed(2) },
  }
}

const reportOf = ({
  status = 'REGULAR',
  items = {},
  more = {},
}: Case): Readonly<Record<string, unknown>> => ({
  registration: { statusRegistration: status },
  negativeData: Object.fromEntries(kinds.map((kind) => [kind, section(kind, items[kind])])),
  ...more,
})

const company = (of: Readonly<Record<string, unknown>> = {}) => ({
  registration: undefined,
  identificationReport: { statusRegistration: 'ATIVA', companyFoundation: '2010-05-20' },
  QSAReport: {
    companyData: { socialCapitalValue: '80000.00' },
    partnerCompleteReport: { partnersList: [{ restrictionSign: 'false' }] },
    directorCompleteReport: { directorsList: [{ restrictionSign: 'false' }], summary: { count: '1' } },
  },
  publicDebt: { publicDebtResponse: [], summary: { count: '0', balance: '0.00' } },
  sanctions: { sanctionsResponse: [], summary: { count: '0' } },
  ...of,
})

const distressed = company({
  identificationReport: { statusRegistration: 'ATIVA', specialStatus: 'EM RECUPERACAO JUDICIAL' },
})

const companyOf = (statusRegistration: string) => company({ identificationReport: { statusRegistration } })

const debt: Item = ['2026-08-01', '800.00', 'BANCO EXEMPLO']
const old: Item = ['2023-08-01', '800.00', 'BANCO EXEMPLO']
const loan: SentValues = { amount: '1200.00', instalments: 12, income: '1000.00' }

/** The Receita publishes special statuses: without one, its companies have none. */
const fromTheRegister = { registration: 'receita@2026-10-11', identification: 'receita@2026-10-11' }

/** What each policy gives, and which rule says so. */
const cases: Readonly<Record<string, readonly Case[]>> = {
  'furniture-shop': [
    { gives: 'approve otherwise' },
    { status: 'CANCELADA', gives: 'decline document-closed' },
    { items: { listingP: [debt] }, gives: 'decline recent-debts' },
    { items: { listingP: [old] }, gives: 'approve otherwise' },
    { items: { listingP: [['2026-08-01', '500.00']] }, gives: 'approve otherwise' },
    { items: { listingP: [debt], notary: 'failed' }, gives: 'review failed-sections' },
    { more: { negativeData: undefined }, gives: 'review recent-debts' },
  ],
  'phone-plan': [
    { status: 'CANCELADA', gives: 'decline document-closed' },
    { gives: 'approve otherwise' },
    { items: { listingP: [['2026-01-10', '80.00', 'TELEFONIA  EXEMPLO S.A.']] }, gives: 'decline owes-us' },
    { items: { listingR: [debt] }, gives: 'review owes-others' },
    { items: { listingR: [['2026-01-10', '49.99', 'LOJA']] }, gives: 'approve otherwise' },
    { items: { listingR: [['2026-01-10', '90.00']] }, gives: 'review owes-others' },
  ],
  'personal-loan': [
    { status: 'CANCELADA', gives: 'decline document-closed' },
    { sent: loan, gives: 'approve otherwise' },
    { sent: { ...loan, instalments: 3 }, gives: 'decline too-much-of-income' },
    { sent: { ...loan, instalments: 4 }, gives: 'approve otherwise' },
    { sent: { amount: '1200.00', instalments: 12 }, gives: 'review too-much-of-income' },
    { sent: loan, items: { check: [['2026-01-10', '0.00']] }, gives: 'decline any-debt' },
    { sent: loan, more: { score: { score: '399' } }, gives: 'review low-score' },
    { sent: loan, more: { score: { message: 'Sem score.' } }, gives: 'approve otherwise' },
  ],
  'car-finance': [
    { status: 'CANCELADA', gives: 'decline document-closed' },
    { sent: loan, gives: 'approve otherwise' },
    { sent: loan, items: { notary: [['2026-01-10', '10.00']] }, gives: 'decline protests' },
    { sent: loan, items: { listingP: [debt, debt] }, gives: 'decline debts' },
    { sent: { ...loan, instalments: 2 }, gives: 'decline instalment' },
    {
      sent: { amount: '60000.00', instalments: 60, income: '9000.00' },
      more: {
        facts: {
          inquiry: { inquiryResponse: [{ month: '2026-10', count: '11' }], summary: { count: '11' } },
        },
      },
      gives: 'review many-consultations',
    },
    {
      sent: loan,
      more: {
        facts: {
          inquiry: { inquiryResponse: [{ month: '2026-10', count: '99' }], summary: { count: '99' } },
        },
      },
      gives: 'approve otherwise',
    },
  ],
  'rent-guarantee': [
    { status: 'CANCELADA', gives: 'decline document-closed' },
    { sent: loan, gives: 'approve otherwise' },
    { sent: loan, items: { listingP: [debt, debt, debt] }, gives: 'decline rent-debts' },
    { sent: { amount: '2000.00', instalments: 1, income: '5999.00' }, gives: 'review rent-and-income' },
    { sent: { amount: '2000.00', instalments: 1, income: '6001.00' }, gives: 'approve otherwise' },
    { sent: loan, items: { listingR: [old, old, old, old] }, gives: 'review old-debts' },
  ],
  'neighbourhood-market': [
    { gives: 'approve otherwise' },
    {
      sent: { amount: '150.00', relationshipSince: '2020-01-01' },
      items: { listingP: [debt], check: 'failed' },
      gives: 'review debts',
    },
    {
      sent: { amount: '150.00', relationshipSince: '2020-01-01' },
      items: { listingP: [debt] },
      gives: 'approve small-to-old-customer',
    },
    {
      sent: { amount: '150.00', relationshipSince: '2020-01-01' },
      items: { listingP: [['2026-08-01', '800.00', 'Mercado Exemplo']] },
      gives: 'review debts',
    },
    { sent: { amount: '150.00' }, items: { check: [['2026-01-10', '0.00']] }, gives: 'decline cheques' },
    {
      status: 'ÓBITO',
      sent: { amount: '150.00', relationshipSince: '2020-01-01' },
      gives: 'decline document-closed',
    },
  ],
  'wholesale-supplier': [
    { type: 'CNPJ', more: distressed, gives: 'decline company-distress' },
    { type: 'CNPJ', more: company(), sources: {}, gives: 'review company-distress' },
    { type: 'CNPJ', more: companyOf('INAPTA'), gives: 'review company-irregular' },
    { type: 'CNPJ', more: company(), gives: 'approve otherwise' },
    {
      type: 'CNPJ',
      more: company({
        identificationReport: { statusRegistration: 'SITUACAO DO CNPJ EM 10/05/2025: BAIXADA' },
      }),
      gives: 'decline company-closed',
    },
    {
      type: 'CNPJ',
      sent: { amount: '6000.00' },
      more: company({
        identificationReport: { statusRegistration: 'ATIVA', companyFoundation: '2025-11-17' },
      }),
      gives: 'review new-company',
    },
    {
      type: 'CNPJ',
      sent: { amount: '6000.00' },
      more: company({
        identificationReport: { statusRegistration: 'ATIVA', companyFoundation: '2025-11-16' },
      }),
      gives: 'approve otherwise',
    },
    { type: 'CNPJ', items: { notary: [debt, debt, debt] }, more: company(), gives: 'decline protests' },
    {
      type: 'CNPJ',
      items: { listingP: [['2026-01-10', '20000.01']] },
      more: company(),
      gives: 'decline debts',
    },
    {
      type: 'CNPJ',
      more: company({
        QSAReport: { partnerCompleteReport: { partnersList: [{ restrictionSign: 'true' }] } },
      }),
      gives: 'review partners',
    },
  ],
  'receivables-fund': [
    { type: 'CNPJ', more: distressed, gives: 'decline company-distress' },
    { type: 'CNPJ', more: company(), sources: {}, gives: 'review company-distress' },
    { type: 'CNPJ', more: companyOf('BAIXADA'), gives: 'decline company-closed' },
    { type: 'CNPJ', more: companyOf('INAPTA'), gives: 'review company-irregular' },
    { type: 'CNPJ', more: company(), gives: 'approve otherwise' },
    { type: 'CNPJ', items: { check: [['2026-01-10', '0.00']] }, more: company(), gives: 'decline cheques' },
    {
      type: 'CNPJ',
      items: { notary: [['2026-01-10', '10000.00']] },
      more: company(),
      gives: 'decline large-items',
    },
    {
      type: 'CNPJ',
      more: company({
        publicDebt: { publicDebtResponse: [], summary: { count: '2', balance: '100000.01' } },
      }),
      gives: 'decline federal-debt',
    },
    { type: 'CNPJ', more: company({ publicDebt: undefined }), gives: 'review federal-debt' },
    { type: 'CNPJ', sent: { amount: '90000.00' }, more: company(), gives: 'approve otherwise' },
    {
      type: 'CNPJ',
      sent: { amount: '90000.00' },
      more: company({ QSAReport: { companyData: { socialCapitalValue: '1000.00' } } }),
      gives: 'review small-capital',
    },
  ],
  'public-supplier': [
    { type: 'CNPJ', more: distressed, gives: 'review company-distress' },
    { type: 'CNPJ', more: company(), sources: {}, gives: 'review company-distress' },
    { type: 'CNPJ', more: companyOf('BAIXADA'), gives: 'decline company-closed' },
    { type: 'CNPJ', more: companyOf('INAPTA'), gives: 'review company-irregular' },
    { type: 'CNPJ', more: company(), gives: 'approve otherwise' },
    {
      type: 'CNPJ',
      more: company({ sanctions: { sanctionsResponse: [{ register: 'CEIS' }], summary: { count: '1' } } }),
      gives: 'decline sanctioned',
    },
    { type: 'CNPJ', more: company({ sanctions: undefined }), gives: 'review sanctioned' },
    {
      type: 'CNPJ',
      more: company({ publicDebt: { publicDebtResponse: [], summary: { count: '1', balance: '0.01' } } }),
      gives: 'review federal-debt',
    },
    {
      type: 'CNPJ',
      more: company({
        QSAReport: { directorCompleteReport: { directorsList: [{ restrictionSign: 'true' }] } },
      }),
      gives: 'review directors',
    },
    {
      type: 'CNPJ',
      more: company({ QSAReport: { error: { code: 'x', message: 'x' } } }),
      gives: 'review failed-sections',
    },
  ],
  'marketplace-seller': [
    { gives: 'approve otherwise' },
    { status: 'PENDENTE DE REGULARIZAÇÃO', gives: 'review registration-irregular' },
    { status: 'NULA', gives: 'decline registration-closed' },
    { status: 'VÁLIDA', gives: 'review registration-closed' },
    { items: { listingP: [['2026-01-10', '5000.01']] }, gives: 'decline person-debts' },
    {
      type: 'CNPJ',
      items: { listingP: [['2026-01-10', '5000.01']] },
      more: { registration: { statusRegistration: 'ATIVA', foundationDate: '2020-01-01' } },
      gives: 'approve otherwise',
    },
    {
      type: 'CNPJ',
      items: { listingP: [['2026-01-10', '30000.01']] },
      more: { registration: { statusRegistration: 'ATIVA', foundationDate: '2020-01-01' } },
      gives: 'decline company-debts',
    },
    {
      type: 'CNPJ',
      more: { registration: { statusRegistration: 'ATIVA', foundationDate: '2026-06-16' } },
      gives: 'review young-company',
    },
  ],
}

for (const [name, all] of Object.entries(cases)) {
  describe(name, () => {
    const checked = checkPolicy(read(name))
    assert.equal(checked.kind, 'policy', JSON.stringify(checked))
    if (checked.kind !== 'policy') return
    const compiled = compilePolicy(checked.policy, '1')
    for (const [place, one] of all.entries()) {
      test(`gives ${one.gives} (case ${place + 1})`, () => {
        const { type: documentType = 'CPF', sent = {}, sources = fromTheRegister } = one
        const { outcome, decidedBy } = decide(compiled, {
          documentType,
          report: reportOf(one),
          degradedSections: [],
          sources,
          sent,
          today,
        })
        assert.equal(`${outcome} ${decidedBy}`, one.gives)
      })
    }

    test('has a case for each of its rules', () => {
      const decided = new Set(all.map(({ gives }) => gives.split(' ')[1]))
      assert.deepEqual(
        checked.policy.rules.map(({ id }) => id).filter((id) => !decided.has(id)),
        [],
      )
    })
  })
}

test('every policy here has its cases', () => {
  const files = globSync('*.json', { cwd: import.meta.dirname })
    .filter((file) => file !== 'policy.schema.json')
    .map((file) => file.replace('.json', ''))
  assert.deepEqual(files.toSorted(), Object.keys(cases).toSorted())
})

test('the policy that the guide shows is the furniture shop, in both languages', () => {
  const { $schema: _, ...shop } = read('furniture-shop') as Record<string, unknown>
  for (const language of ['pt', 'en']) {
    const page = readFileSync(join(import.meta.dirname, `../../docs/guide/${language}/policies.md`), 'utf8')
    assert.deepEqual(JSON.parse(/```json\n([^`]*)```/.exec(page)?.[1] ?? ''), shop)
  }
})
