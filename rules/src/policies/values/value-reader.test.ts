import assert from 'node:assert/strict'
import type { NegativeFilter } from '@lastro/contract/policies/policy.ts'
import { type PolicyValueName, policyValues } from '@lastro/contract/policies/policy-values.ts'
import { describe, test } from 'vitest'
import type { Day } from '../../calendar/day.ts'
import type { DecisionInputs } from '../decision-inputs.ts'
import { type Span, unknown } from '../span.ts'
import { readingFor } from './report-reading.ts'
import { valueReader } from './value-reader.ts'

const read = (
  value: PolicyValueName,
  report: Readonly<Record<string, unknown>>,
  { of, ...more }: Partial<DecisionInputs> & { of?: NegativeFilter } = {},
): Span =>
  valueReader({ value, ...(of && { of }) })(
    readingFor({
      documentType: 'CNPJ',
      report,
      degradedSections: [],
      sent: {},
      today: '2026-11-16' as Day,
      ...more,
    }),
  )

const exactly = (figure: number): Span => ({ least: figure, most: figure })
const from = (figure: number): Span => ({ least: figure, most: Number.POSITIVE_INFINITY })
const between = (least: number, most: number): Span => ({ least, most })

const error = { code: 'source_timeout', message: 'x' }
const item = (occurrenceDate?: string, amount?: string, creditorName?: string) => ({
  occurrenceDate,
  amount,
  creditorName,
})
const listingP = (items: readonly object[] | undefined, summary?: object) => ({
  negativeData: { listingP: { ...(items && { listingPResponse: items }), ...(summary && { summary }) } },
})
const p: NegativeFilter = { kinds: ['listingP'] }

describe('public debt and sanctions', () => {
  const incomplete = { code: 'section_incomplete', message: 'x' }

  test('of a section answered in part are at least what is shown', () => {
    const publicDebt = { publicDebtResponse: [{}], summary: { count: '2', balance: '50000.00' } }
    assert.deepEqual(read('publicDebt.sum', { publicDebt }), exactly(5_000_000))
    for (const degradedSections of [[], ['publicDebt']]) {
      const part = { publicDebt: { ...publicDebt, error: incomplete } }
      assert.deepEqual(read('publicDebt.sum', part, { degradedSections }), from(5_000_000))
      assert.deepEqual(read('publicDebt.count', part, { degradedSections }), from(2))
    }
    const sanctions = { sanctionsResponse: [{}], summary: { count: '1' }, error: incomplete }
    assert.deepEqual(read('sanctions.count', { sanctions }), from(1))
  })

  test('without a sum, silent, or failed are unknown', () => {
    const unknownSum = { publicDebtResponse: [{}], summary: { count: '1' }, error: incomplete }
    assert.deepEqual(read('publicDebt.sum', { publicDebt: unknownSum }), unknown)
    for (const publicDebt of [{ error: incomplete }, { ...unknownSum, error }])
      assert.deepEqual(read('publicDebt.count', { publicDebt }), unknown)
  })
})

describe('the special status of a company', () => {
  const choiceOf = (report: Readonly<Record<string, unknown>>, more: object = {}) => {
    const { least, most } = read('company.specialStatus', report, { documentType: 'CNPJ', ...more })
    return least === most ? policyValues['company.specialStatus'].choices[least] : undefined
  }
  const [clear, distress] = [{ companyName: 'A' }, { specialStatus: 'EM RECUPERACAO JUDICIAL' }]
  const receita = { registration: 'bureau+receita@2026-10-11' }

  test('is the more serious of registration and identification, and certain if either states distress', () => {
    assert.equal(choiceOf({ registration: distress }), 'reorganisation')
    assert.equal(choiceOf({ registration: clear, identificationReport: distress }), 'reorganisation')
    const bankrupt = { specialStatus: 'FALIDO' }
    assert.equal(choiceOf({ registration: distress, identificationReport: bankrupt }), 'bankruptcy')
    assert.equal(choiceOf({ registration: { error }, identificationReport: distress }), 'reorganisation')
    assert.equal(choiceOf({ registration: { specialStatus: 'ESPOLIO' } }), 'other')
  })

  test('is none only if a source that publishes it answered, or says so', () => {
    assert.equal(choiceOf({ registration: clear }), undefined)
    assert.equal(choiceOf({ registration: clear }, { sources: { registration: 'bureau' } }), undefined)
    assert.equal(choiceOf({ registration: clear }, { sources: { registration: 'receitas' } }), undefined)
    assert.equal(choiceOf({ registration: clear }, { sources: receita }), 'none')
    assert.equal(choiceOf({ registration: clear }, { sources: { registration: 'sandbox.registry' } }), 'none')
    assert.equal(choiceOf({ registration: { specialStatus: 'NENHUMA' } }), 'none')
    const failed = { registration: clear, identificationReport: { error } }
    assert.equal(choiceOf(failed, { sources: receita }), undefined)
    assert.equal(
      choiceOf({ registration: clear }, { sources: receita, degradedSections: ['registration'] }),
      undefined,
    )
    assert.equal(choiceOf({ registration: clear }, { sources: receita, documentType: 'CPF' }), undefined)
  })
})

describe('negative items', () => {
  test('of a list that a source is missing in there is at least what is shown', () => {
    const incomplete = { code: 'section_incomplete', message: 'x' }
    const listed = { listingPResponse: [item('2026-11-01', '10.00'), item('2020-01-02', '5.00')] }
    const part = (more: object) => ({ negativeData: { listingP: { ...more, error: incomplete } } })
    const shown = part({ ...listed, summary: { count: '2', balance: '15.00' } })
    assert.deepEqual(read('negative.count', shown, { of: p }), from(2))
    assert.deepEqual(read('negative.sum', shown, { of: p }), from(1500))
    assert.deepEqual(read('negative.count', shown, { of: { ...p, withinDays: 90 } }), from(1))
    assert.deepEqual(read('negative.sum', shown, { of: { ...p, withinDays: 90 } }), from(1000))
    assert.deepEqual(read('negative.count', part({ listingPResponse: [] }), { of: p }), from(0))
    assert.deepEqual(read('negative.count', part({}), { of: p }), unknown, 'nothing is shown')
  })

  test('what was not asked, failed, is degraded or silent is unknown, and never zero', () => {
    const two = listingP([item('2026-01-01', '10.00'), item('2026-01-02', '5.00')], {
      count: '2',
      balance: '15.00',
    })
    for (const value of ['negative.count', 'negative.sum'] as const) {
      assert.deepEqual(read(value, {}, { of: p }), unknown)
      assert.deepEqual(read(value, { negativeData: {} }, { of: p }), unknown)
      assert.deepEqual(read(value, listingP([], { error }), { of: { ...p, withinDays: 9 } }), exactly(0))
      assert.deepEqual(
        read(value, { negativeData: { listingP: { error, summary: { count: '3' } } } }, { of: p }),
        unknown,
      )
      assert.deepEqual(read(value, two, { of: p, degradedSections: ['listingP'] }), unknown)
      assert.deepEqual(read(value, { negativeData: { listingP: {} } }, { of: p }), unknown)
      assert.deepEqual(
        read(value, { negativeData: { listingP: { summary: { count: 'x' } } } }, { of: p }),
        unknown,
      )
    }
    assert.deepEqual(read('negative.count', two, { of: p }), exactly(2))
    assert.deepEqual(read('negative.sum', two, { of: p }), exactly(1500))
    assert.deepEqual(read('negative.count', listingP([]), { of: p }), exactly(0))
  })

  test('when some sections do not answer it is at least what the others come to', () => {
    const one = listingP([item('2026-01-01', '10.00')], { count: '1', balance: '10.00' })
    assert.deepEqual(read('negative.count', one), from(1))
    assert.deepEqual(read('negative.sum', one), from(1000))
    const none = { negativeData: { listingP: { listingPResponse: [] }, listingR: { error } } }
    assert.deepEqual(read('negative.count', none, { of: { kinds: ['listingP', 'listingR'] } }), from(0))
  })

  test('without a filter the summary speaks for all, however short the list', () => {
    const short = listingP([item('2026-01-01', '10.00')], { count: '40', balance: '900.00' })
    assert.deepEqual(read('negative.count', short, { of: p }), exactly(40))
    assert.deepEqual(read('negative.sum', short, { of: p }), exactly(90_000))
    // A count that is less than the list is mistaken.
    assert.deepEqual(
      read('negative.count', listingP([item(), item()], { count: '1' }), { of: p }),
      exactly(2),
    )
    // Without a balance the list is added up, and says whether it is whole.
    assert.deepEqual(read('negative.sum', listingP([item('2026-01-01', '10.00')]), { of: p }), exactly(1000))
    assert.deepEqual(
      read('negative.sum', listingP([item('2026-01-01', '10.00')], { count: '2' }), { of: p }),
      from(1000),
    )
    assert.deepEqual(
      read('negative.sum', listingP([item('2026-01-01', '10.00'), item()]), { of: p }),
      from(1000),
    )
  })

  test('the balance of cheques is at least, for those without an amount add nothing to it', () => {
    const cheques = (count: string, balance: string) => ({
      negativeData: { check: { summary: { count, balance } } },
    })
    const of: NegativeFilter = { kinds: ['check'] }
    assert.deepEqual(read('negative.sum', cheques('3', '0.00'), { of }), from(0))
    assert.deepEqual(read('negative.sum', cheques('0', '0.00'), { of }), exactly(0))
    assert.deepEqual(read('negative.count', cheques('3', '0.00'), { of }), exactly(3))
  })

  test('with filters, what the list leaves out or does not tell is in doubt', () => {
    const items = [
      item('2026-11-01', '100.00', 'BANCO A'),
      item('2026-01-01', '100.00', 'BANCO B'),
      item(undefined, '100.00', 'BANCO A'),
      item('2026-11-02', undefined, 'BANCO A'),
    ]
    const within = { ...p, withinDays: 30 }
    assert.deepEqual(read('negative.count', listingP(items), { of: within }), between(2, 3))
    assert.deepEqual(read('negative.sum', listingP(items), { of: within }), from(10_000))
    assert.deepEqual(read('negative.count', listingP(items, { count: '9' }), { of: within }), between(2, 8))
    assert.deepEqual(
      read('negative.count', listingP(undefined, { count: '9' }), { of: within }),
      between(0, 9),
    )
    assert.deepEqual(
      read('negative.count', listingP(items), { of: { ...p, amountFrom: '100.01' } }),
      between(0, 1),
    )
    // Another filter turns away what would be in doubt.
    assert.deepEqual(
      read('negative.count', listingP(items), { of: { ...within, creditors: ['banco b'] } }),
      exactly(0),
    )
  })

  test('ages are counted in days, the first of the window included', () => {
    const on = (day: string, of: NegativeFilter) =>
      read('negative.count', listingP([item(day)]), { of: { ...p, ...of } })
    assert.deepEqual(on('2026-10-17', { withinDays: 30 }), exactly(1))
    assert.deepEqual(on('2026-10-16', { withinDays: 30 }), exactly(0))
    assert.deepEqual(on('2026-10-17', { olderThanDays: 30 }), exactly(0))
    assert.deepEqual(on('2026-10-16', { olderThanDays: 30 }), exactly(1))
    assert.deepEqual(on('2027-01-01', { withinDays: 30 }), exactly(1))
    assert.deepEqual(on('2026-02-30', { withinDays: 30 }), between(0, 1))
  })

  test('creditors are known by their whole name, however it is written', () => {
    const owed = (creditor: string, of: NegativeFilter) =>
      read('negative.count', listingP([item('2026-01-01', '1.00', creditor)]), { of: { ...p, ...of } })
    for (const name of ['LOJA ÁGIL', 'loja agil', ' Loja   Ágil '])
      assert.deepEqual(owed(name, { creditors: ['Loja Agil'] }), exactly(1), name)
    assert.deepEqual(owed('LOJA AGIL LTDA', { creditors: ['Loja Agil'] }), exactly(0))
    assert.deepEqual(owed('LOJA AGIL', { exceptCreditors: ['loja ágil'] }), exactly(0))
    assert.deepEqual(
      read('negative.count', listingP([item()]), { of: { ...p, exceptCreditors: ['X'] } }),
      between(0, 1),
    )
  })

  test('a sum beyond what a double counts is at least so much', () => {
    const huge = listingP([], { count: '1', balance: '999999999999999999.99' })
    assert.deepEqual(read('negative.sum', huge, { of: p }), from(Number.MAX_SAFE_INTEGER))
    const last = listingP([], { count: '1', balance: '90071992547409.91' })
    assert.deepEqual(read('negative.sum', last, { of: p }), exactly(Number.MAX_SAFE_INTEGER))
  })
})

describe('the registration', () => {
  const statusOf = (registration?: object, identificationReport?: object, degradedSections: string[] = []) =>
    read('registration.status', { registration, identificationReport }, { degradedSections }).least
  const [closed, irregular, regular, dark] = [0, 1, 2, Number.NEGATIVE_INFINITY]
  const status = (statusRegistration: string) => ({ statusRegistration })

  test('the heavier of two counts, and one that may still say something keeps the other from it', () => {
    assert.equal(statusOf(), dark)
    assert.equal(statusOf({}), dark)
    assert.equal(statusOf(status('REGULAR')), regular)
    assert.equal(statusOf(status('REGULAR'), status('SITUACAO DO CNPJ EM 10/05/2025: BAIXADA')), closed)
    assert.equal(statusOf(status('SUSPENSA'), status('ATIVA')), irregular)
    assert.equal(statusOf(status('ATIVA'), {}), regular)
    assert.equal(statusOf(status('ATIVA'), { error }), dark)
    assert.equal(statusOf(status('BAIXADA'), { error }), closed)
    assert.equal(statusOf(status('ATIVA'), status('QUALQUER')), dark)
    assert.equal(statusOf(status('ATIVA'), undefined, ['registration']), dark)
  })

  test('the state is the only part of an address', () => {
    const state = (report: object) => read('registration.state', report as Record<string, unknown>)
    assert.deepEqual(state({ registration: { address: { state: 'AC' } } }), exactly(0))
    assert.deepEqual(
      state({ registration: {}, identificationReport: { address: { state: 'AL' } } }),
      exactly(1),
    )
    for (const value of ['XX', 'ac', undefined])
      assert.deepEqual(state({ registration: { address: { state: value } } }), unknown)
  })

  test('the age of a company is in whole months, and a person has none', () => {
    const age = (day: string, documentType: 'CPF' | 'CNPJ' = 'CNPJ') =>
      read('company.ageMonths', { identificationReport: { companyFoundation: day } }, { documentType })
    assert.deepEqual(age('2025-11-16'), exactly(12))
    assert.deepEqual(age('2025-11-17'), exactly(11))
    for (const day of ['2026-11-17', '2026-02-30', 'ontem']) assert.deepEqual(age(day), unknown)
    assert.deepEqual(age('2025-11-16', 'CPF'), unknown)
    assert.deepEqual(
      read('company.ageMonths', { registration: { foundationDate: '2026-10-16' } }),
      exactly(1),
    )
  })
})

test('partners without a sign, or left off the list, may have restrictions', () => {
  const partners = (of: object) => read('partners.restricted', { QSAReport: { partnerCompleteReport: of } })
  const [yes, no] = [{ restrictionSign: 'true' }, { restrictionSign: 'false' }]
  assert.deepEqual(partners({ partnersList: [yes, no] }), exactly(1))
  assert.deepEqual(partners({ partnersList: [yes, {}] }), between(1, 2))
  assert.deepEqual(partners({ partnersList: [yes], summary: { count: '4' } }), between(1, 4))
  assert.deepEqual(partners({ summary: { count: '4' } }), between(0, 4))
  assert.deepEqual(partners({}), unknown)
  assert.deepEqual(
    read('directors.restricted', { QSAReport: { directorCompleteReport: { directorsList: [] } } }),
    exactly(0),
  )
  assert.deepEqual(read('directors.restricted', { QSAReport: { error } }), unknown)
})

test('debts to the Union, sanctions, capital and score are what the report tells, or unknown', () => {
  const sum = { publicDebt: { publicDebtResponse: [], summary: { count: '2', balance: '7.00' } } }
  assert.deepEqual(read('publicDebt.count', sum), exactly(2))
  assert.deepEqual(read('publicDebt.sum', sum), exactly(700))
  assert.deepEqual(read('publicDebt.sum', { publicDebt: { publicDebtResponse: [] } }), unknown)
  assert.deepEqual(read('sanctions.count', { sanctions: { summary: { count: '1' } } }), exactly(1))
  assert.deepEqual(read('sanctions.count', {}), unknown)
  assert.deepEqual(
    read('company.capital', { QSAReport: { companyData: { socialCapitalValue: '1.50' } } }),
    exactly(150),
  )
  assert.deepEqual(read('score', { score: { score: '612' } }), exactly(612))
  assert.deepEqual(read('score', { score: { score: '1000' } }), exactly(1000))
  for (const score of [
    {},
    { score: '1001' },
    { score: '' },
    { score: '61.2' },
    { message: 'x' },
    { score: '1', error },
  ])
    assert.deepEqual(read('score', { score }), unknown)
})

test('consultations of a month that reaches into the window are in doubt', () => {
  const rows = [
    { month: '2026-11', count: '1' },
    { month: '2026-10', count: '10' },
    { month: '2026-09', count: '100' },
  ]
  const counted = (
    withinDays: number,
    inquiry: object = { inquiryResponse: rows, summary: { count: '111' } },
  ) => read('consultations.count', { facts: { inquiry } }, { of: { withinDays } })
  assert.deepEqual(counted(15), exactly(1))
  assert.deepEqual(counted(14), between(0, 1))
  assert.deepEqual(counted(16), between(1, 11))
  assert.deepEqual(counted(46), exactly(11))
  assert.deepEqual(counted(365), exactly(111))
  assert.deepEqual(counted(15, { inquiryResponse: rows, summary: { count: '120' } }), between(1, 10))
  assert.deepEqual(counted(15, { summary: { count: '120' } }), between(0, 120))
  assert.deepEqual(counted(15, { inquiryResponse: [{ month: '2026-11' }] }), from(0))
  assert.deepEqual(counted(15, { inquiryResponse: [{ month: '2026-13', count: '3' }] }), between(0, 3))
  assert.deepEqual(counted(15, {}), unknown)
})

test('what the caller sends is taken as it is, and what is not sent is unknown', () => {
  const sent = { amount: '1000.00', instalments: 3, income: '900.00', relationshipSince: '2026-10-16' }
  const value = (name: PolicyValueName, of: DecisionInputs['sent'] = sent) => read(name, {}, { sent: of })
  assert.deepEqual(value('request.amount'), exactly(100_000))
  assert.deepEqual(value('request.instalments'), exactly(3))
  assert.deepEqual(value('request.income'), exactly(90_000))
  assert.deepEqual(value('request.relationshipMonths'), exactly(1))
  // Rounded up: 333.34 of 900.00 is 37.04 per cent.
  assert.deepEqual(value('request.instalmentAmount'), exactly(33_334))
  assert.deepEqual(value('request.incomeShare'), exactly(3_704))
  assert.deepEqual(value('request.incomeShare', { ...sent, income: '0.00' }), unknown)
  assert.deepEqual(
    value('request.incomeShare', { amount: '9999999999999.99', instalments: 1, income: '0.01' }),
    from(Number.MAX_SAFE_INTEGER),
  )
  assert.deepEqual(value('request.relationshipMonths', { relationshipSince: '2026-11-17' }), unknown)
  for (const name of [
    'amount',
    'instalments',
    'income',
    'relationshipMonths',
    'instalmentAmount',
    'incomeShare',
  ] as const)
    assert.deepEqual(value(`request.${name}`, {}), unknown)
})
