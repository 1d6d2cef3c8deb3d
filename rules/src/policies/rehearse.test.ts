import assert from 'node:assert/strict'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import { test } from 'vitest'
import type { Day } from '../calendar/day.ts'
import { compilePolicy } from './compile-policy.ts'
import type { DecisionInputs } from './decision-inputs.ts'
import { flipOf, rehearsalCounts, rehearse } from './rehearse.ts'

const reason = { pt: 'Motivo.', en: 'Reason.' }

const policyAbove = (amount: string, changed: Partial<Policy> = {}) =>
  compilePolicy(
    {
      name: 'shop',
      title: { pt: 'Loja', en: 'Shop' },
      documentTypes: ['CPF'],
      report: { product: 'relatorioBasico' },
      rules: [
        {
          id: `above-${Number(amount)}`,
          when: { value: 'negative.sum', of: { kinds: ['listingP'] }, above: amount },
          outcome: 'decline',
          whenUnknown: 'review',
          reason,
        },
      ],
      otherwise: { outcome: 'approve', reason },
      ...changed,
    },
    '1',
  )

const owing = (balance: string): DecisionInputs => ({
  documentType: 'CPF',
  report: { negativeData: { listingP: { listingPResponse: [], summary: { count: '1', balance } } } },
  degradedSections: [],
  sent: {},
  today: '2026-11-16' as Day,
})

test('a case flips where the outcome would be another, and both sides say by which rule', () => {
  const policies = { draft: policyAbove('1000.00'), inForce: policyAbove('500.00') }
  const cases = ['100.00', '700.00', '2000.00'].map((balance) => rehearse(policies, owing(balance)))
  assert.deepEqual(
    cases.map((one) => flipOf(one) !== undefined),
    [false, true, false],
  )
  const flip = cases[1] && flipOf(cases[1])
  assert.deepEqual(
    [flip?.before.outcome, flip?.before.decidedBy, flip?.after.outcome, flip?.after.decidedBy],
    ['decline', 'above-500', 'approve', 'otherwise'],
  )
  assert.deepEqual(rehearsalCounts(cases), {
    cases: 3,
    flipped: 1,
    notFor: 0,
    withAbsentSections: 0,
    withUncoveredSections: 0,
    before: { approve: 1, review: 0, decline: 2 },
    after: { approve: 2, review: 0, decline: 1 },
  })
})

test('another rule with the same outcome is no flip', () => {
  const draft = policyAbove('600.00')
  assert.equal(flipOf(rehearse({ draft, inForce: policyAbove('500.00') }, owing('700.00'))), undefined)
})

test('with nothing in force there is what would be, and no flip', () => {
  const one = rehearse({ draft: policyAbove('500.00'), inForce: undefined }, owing('700.00'))
  assert.deepEqual([one.before, one.after?.outcome, flipOf(one)], [undefined, 'decline', undefined])
})

test('a document that the draft is not for is counted apart, and decided by nobody', () => {
  const draft = policyAbove('500.00', { documentTypes: ['CNPJ'] })
  const one = rehearse({ draft, inForce: policyAbove('500.00') }, owing('700.00'))
  assert.deepEqual([one.after, one.before?.outcome, flipOf(one)], [undefined, 'decline', undefined])
  assert.equal(rehearsalCounts([one]).notFor, 1)
})

test('what another report never showed is said: the draft could not know it', () => {
  const one = rehearse({ draft: policyAbove('500.00'), inForce: undefined }, { ...owing('1.00'), report: {} })
  assert.deepEqual([one.absentSections, one.after?.outcome], [['listingP'], 'review'])
  assert.equal(rehearsalCounts([one]).withAbsentSections, 1)
})

test('counts a section that was not covered that day separately from one that was not requested', () => {
  const inputs = { ...owing('1.00'), report: {}, notCoveredSections: ['listingP'] }
  const one = rehearse({ draft: policyAbove('500.00'), inForce: undefined }, inputs)
  assert.deepEqual(
    [one.absentSections, one.uncoveredSections, one.after?.outcome],
    [[], ['listingP'], 'review'],
  )
  const { withAbsentSections, withUncoveredSections } = rehearsalCounts([one])
  assert.deepEqual([withAbsentSections, withUncoveredSections], [0, 1])
})
