import assert from 'node:assert/strict'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import { test } from 'vitest'
import type { Day } from '../calendar/day.ts'
import { compilePolicy } from './compile-policy.ts'
import { decide } from './decide.ts'
import { type DecisionInputs, sourcesIn } from './decision-inputs.ts'

const policy: Policy = {
  name: 'shop',
  title: { pt: 'Loja', en: 'Shop' },
  documentTypes: ['CPF'],
  report: { product: 'relatorioBasico' },
  rules: [
    {
      id: 'debts',
      when: { value: 'negative.sum', of: { kinds: ['listingP', 'check'] }, above: '500.00' },
      outcome: 'decline',
      whenUnknown: 'review',
      reason: { pt: 'Dívidas acima de R$ 500.', en: 'Debts above R$ 500.' },
    },
  ],
  otherwise: { outcome: 'approve', reason: { pt: 'Nada consta.', en: 'Nothing on file.' } },
}

const inputs = (of: Partial<DecisionInputs>): DecisionInputs => ({
  documentType: 'CPF',
  report: {
    negativeData: {
      listingP: { listingPResponse: [], summary: { count: '1', balance: '600.00' } },
      check: { checkResponse: [], summary: { count: '0', balance: '0.00' } },
    },
  },
  degradedSections: [],
  sent: {},
  today: '2026-11-16' as Day,
  ...of,
})

const decided = (of: Partial<DecisionInputs>, changed: Partial<Policy> = {}) =>
  decide(compilePolicy({ ...policy, ...changed }, '3'), inputs(of))

/** Kept here as it was once answered: whoever changes what a decision says changes what was kept of earlier ones. */
test('a decision of an earlier release comes again with the same bytes', () => {
  assert.equal(
    JSON.stringify(decided({ sources: sourcesIn('listingP=bureau+serasa@2026-11-01, registration=bureau') })),
    '{"policy":{"name":"shop","version":"3"},"on":"2026-11-16","outcome":"decline","decidedBy":"debts",' +
      '"reason":{"pt":"Dívidas acima de R$ 500.","en":"Debts above R$ 500."},"failedSections":[],' +
      '"rules":[{"rule":"debts","holds":"yes","gives":"decline","values":[{"value":"negative.sum",' +
      '"of":{"kinds":["listingP","check"]},"seen":"exact","is":"600.00","from":[' +
      '{"section":"listingP","answer":"answered","source":"bureau+serasa@2026-11-01"},' +
      '{"section":"check","answer":"answered"}]}]}]}',
  )
})

test('where a rule does not know, the reason says what was not known, and not what the rule would have found', () => {
  const { outcome, decidedBy, reason, rules } = decided({ report: {} })
  assert.deepEqual([outcome, decidedBy], ['review', 'debts'])
  assert.deepEqual(reason, {
    pt: 'Não se sabe ao certo: a soma das anotações negativas.',
    en: 'Not known for certain: the sum of negative items.',
  })
  assert.deepEqual(rules[0]?.values[0]?.from, [
    { section: 'listingP', answer: 'absent' },
    { section: 'check', answer: 'absent' },
  ])
})

test('a section that failed makes the outcome review, whatever a rule gives, unless the rules are to decide', () => {
  const failing = { degradedSections: ['check', 'notary'] }
  const { outcome, decidedBy, reason, failedSections, rules } = decided(failing)
  assert.deepEqual([outcome, decidedBy, failedSections], ['review', 'failed-sections', ['check']])
  assert.equal(reason.en, 'These did not answer in full: check. A person looks before it is decided.')
  // All are reported still: at least 600.00 is above 500.00.
  assert.deepEqual(rules[0]?.values[0]?.atLeast, '600.00')
  assert.equal(rules[0]?.gives, 'decline')
  const byRules = decided(failing, { whenSectionFails: 'rules' })
  assert.deepEqual(
    [byRules.outcome, byRules.decidedBy, byRules.failedSections],
    ['decline', 'debts', ['check']],
  )
})

test('when no rule gives anything, otherwise decides', () => {
  const report = { negativeData: { listingP: { listingPResponse: [] }, check: { checkResponse: [] } } }
  const { outcome, decidedBy, reason, rules } = decided({ report })
  assert.deepEqual([outcome, decidedBy, reason.pt], ['approve', 'otherwise', 'Nada consta.'])
  assert.deepEqual(rules, [
    {
      rule: 'debts',
      holds: 'no',
      values: [
        {
          value: 'negative.sum',
          of: { kinds: ['listingP', 'check'] },
          seen: 'exact',
          is: '0.00',
          from: [
            { section: 'listingP', answer: 'answered' },
            { section: 'check', answer: 'answered' },
          ],
        },
      ],
    },
  ])
})
