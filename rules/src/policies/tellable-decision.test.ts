import assert from 'node:assert/strict'
import type { Condition, Policy, Rule } from '@lastro/contract/policies/policy.ts'
import { test } from 'vitest'
import type { Day } from '../calendar/day.ts'
import { compilePolicy } from './compile-policy.ts'
import { decide } from './decide.ts'
import { tellableDecision } from './tellable-decision.ts'

const reason = { pt: 'Motivo.', en: 'Reason.' }

type Ruled = readonly [id: string, when: Condition, whenUnknown?: Rule['whenUnknown']]

function told(rules: readonly Ruled[], report: Readonly<Record<string, unknown>>) {
  const policy: Policy = {
    name: 'shop',
    title: { pt: 'Loja', en: 'Shop' },
    documentTypes: ['CNPJ'],
    report: { product: 'relatorioBasico' },
    rules: rules.map(([id, when, whenUnknown = 'skip']) => ({
      id,
      when,
      outcome: 'decline',
      whenUnknown,
      reason,
    })),
    otherwise: { outcome: 'approve', reason },
  }
  const inputs = {
    documentType: 'CNPJ',
    report,
    degradedSections: [],
    sent: {},
    today: '2026-11-16' as Day,
  } as const
  return tellableDecision(decide(compilePolicy(policy, '1'), inputs), policy, report)
}

const owing = {
  negativeData: {
    listingP: {
      listingPResponse: [
        { occurrenceDate: '2026-10-01', amount: '900.00', creditorName: 'Móveis  São João' },
      ],
      summary: { count: '1', balance: '900.00' },
    },
    listingR: { listingRResponse: [], summary: { count: '0' } },
    collectionRecords: { collectionRecordsResponse: [], summary: { count: '0' } },
    check: { checkResponse: [], summary: { count: '0' } },
    notary: { notaryResponse: [], summary: { count: '0' } },
  },
}

test('a creditor that the policy names is told to whoever owes it, in whatever spelling, and to nobody else', () => {
  const creditors = ['MOVEIS SAO JOAO', 'HOSPITAL SANTA CLARA']
  const debts: Condition = { value: 'negative.sum', of: { creditors }, above: '500.00' }
  const { criteria, values } = told([['debts', debts]], owing)
  assert.deepEqual(criteria, [
    { when: { ...debts, of: { creditors: ['MOVEIS SAO JOAO'] } }, outcome: 'decline' },
  ])
  assert.deepEqual(
    values.map((one) => ('of' in one ? [one.is, one.of] : [])),
    [['900.00', { creditors: ['MOVEIS SAO JOAO'] }]],
  )
  const deep: Condition = {
    not: { or: [{ value: 'negative.count', of: { exceptCreditors: creditors }, above: 9 }] },
  }
  const nobody = told(
    [
      ['deep', { and: [debts, deep] }],
      ['debts', debts],
    ],
    {},
  )
  assert.doesNotMatch(JSON.stringify(nobody), /HOSPITAL|MOVEIS/)
})

test('the criterion gives the outcome of the decision, also where the rule decided without knowing', () => {
  const score: Condition = { value: 'score', below: 300 }
  for (const whenUnknown of ['approve', 'review', 'decline'] as const) {
    const { decision, criteria } = told([['score', score, whenUnknown]], {})
    assert.equal(decision.outcome, whenUnknown)
    assert.deepEqual(criteria, [{ when: score, outcome: whenUnknown, isUnknown: true }])
  }
  const known = told([['score', score, 'review']], { score: { score: '200' } })
  assert.deepEqual(known.criteria, [{ when: score, outcome: 'decline' }])
})

test('how many partners or directors are restricted is not told: it is about them', () => {
  const report = {
    QSAReport: {
      partnerCompleteReport: {
        summary: { count: '1' },
        partnersList: [{ name: 'MARIA DA SILVA', document: '52998224725', restrictionSign: 'true' }],
      },
    },
  }
  const { values, decision } = told([['partners', { value: 'partners.restricted', above: 0 }]], report)
  assert.equal(decision.outcome, 'decline')
  assert.deepEqual(
    values.map(({ value, seen, ...others }) => [value, seen, Object.keys(others)]),
    [['partners.restricted', 'aboutOthers', ['from']]],
  )
  assert.doesNotMatch(JSON.stringify(values), /MARIA|529982/)
})

test('a value that several rules compare is told once, and the rule that decided is the criterion', () => {
  const above = (amount: string): Condition => ({ value: 'negative.sum', above: amount })
  const { criteria, values } = told(
    [
      ['much', above('5000.00')],
      ['some', above('500.00')],
    ],
    owing,
  )
  assert.equal(values.length, 1)
  assert.deepEqual(criteria, [{ when: above('500.00'), outcome: 'decline' }])
})

test('where no rule decided, those are told that would have decided otherwise', () => {
  const { criteria, decision } = told([['much', { value: 'negative.sum', above: '5000.00' }]], owing)
  assert.equal(decision.decidedBy, 'otherwise')
  assert.deepEqual(
    criteria.map(({ outcome }) => outcome),
    ['decline'],
  )
})

test('a report that did not answer in full is the reason, and no rule is told as the criterion', () => {
  const failing = { negativeData: { ...owing.negativeData, notary: { error: { code: 'x' } } } }
  const { criteria, decision } = told([['much', { value: 'negative.sum', above: '500.00' }]], failing)
  assert.deepEqual(
    [decision.outcome, decision.decidedBy, decision.failedSections],
    ['review', 'failed-sections', ['notary']],
  )
  assert.deepEqual(criteria, [])
})
