import type { Policy, Rule } from '@lastro/contract/policies/policy.ts'
import { negativeKinds } from '@lastro/contract/policies/policy-values.ts'
import { addDays, type Day } from '@lastro/rules/calendar/day.ts'
import { checkPolicy } from '@lastro/rules/policies/check/check-policy.ts'
import { compilePolicy } from '@lastro/rules/policies/compile-policy.ts'
import { decide } from '@lastro/rules/policies/decide.ts'
import type { DecisionInputs } from '@lastro/rules/policies/decision-inputs.ts'

/** What deciding may cost beside a query, so that nobody has a reason to do it elsewhere. */
const targetMicroseconds = 20

export type DecisionFigures = { readonly items: number; readonly cpuMicroseconds: number }

/** The CPU of one decision by a policy of fifty rules, from a parsed report to the decision, over reports of few and of many items. */
export function benchDecisions(rounds = 100_000): readonly DecisionFigures[] {
  const checked = checkPolicy(fiftyRules)
  if (checked.kind === 'faults') throw new Error(JSON.stringify(checked.faults))
  const compiled = compilePolicy(checked.policy, '1')
  const figures = [0, 5, 125].map((items) => {
    const inputs = inputsOf(items)
    for (let round = 0; round < rounds / 5; round++) decide(compiled, inputs)
    const before = process.cpuUsage()
    for (let round = 0; round < rounds; round++) decide(compiled, inputs)
    const { user, system } = process.cpuUsage(before)
    return { items, cpuMicroseconds: (user + system) / rounds }
  })
  for (const { items, cpuMicroseconds } of figures)
    process.stdout.write(
      `a decision of ${fiftyRules.rules.length} rules over ${items} negative items ${cpuMicroseconds.toFixed(1)} µs of CPU${items === usualItems ? ` (target ${targetMicroseconds})` : ''}\n`,
    )
  return figures
}

/** As many as most that have any have; 125 are five full lists. */
const usualItems = 5

/** What is wrong with the figures, in sentences. */
export const decisionFaults = (figures: readonly DecisionFigures[]): string[] =>
  figures.some(({ items, cpuMicroseconds }) => items === usualItems && cpuMicroseconds <= targetMicroseconds)
    ? []
    : [`a decision of ${fiftyRules.rules.length} rules costs more than ${targetMicroseconds} µs`]

const today = '2026-11-16' as Day
const reason = { pt: 'Um motivo.', en: 'A reason.' }

const rule = (when: Rule['when'], place: number): Rule => ({
  id: `rule-${place}`,
  when,
  outcome: place % 3 === 0 ? 'decline' : 'review',
  whenUnknown: 'skip',
  reason,
})

/** Ten rules of each of five kinds: sums, ages, amounts asked for, registers, and all of them together. */
const fiftyRules: Policy = {
  name: 'fifty-rules',
  title: reason,
  documentTypes: ['CNPJ'],
  report: {
    product: 'relatorioAvancado',
    features: ['DIVIDA_ATIVA', 'SANCOES', 'QSA_COMPLETO', 'CONSULTAS_ANTERIORES'],
  },
  rules: Array.from({ length: 10 }, (_, place): Rule['when'][] => [
    { value: 'negative.sum', above: `${100_000 - place * 1_000}.00` },
    { value: 'negative.count', of: { withinDays: (place % 5) * 90 + 30 }, above: 60 - place },
    {
      and: [
        { value: 'request.amount', above: `${90_000 - place}.00` },
        { value: 'company.ageMonths', below: 12 },
      ],
    },
    {
      and: [
        { value: 'publicDebt.sum', above: `${90_000 - place}.00` },
        { value: 'sanctions.count', above: 0 },
      ],
    },
    {
      or: [
        {
          and: [
            { value: 'partners.restricted', above: 20 - place },
            { value: 'registration.status', is: 'irregular' },
          ],
        },
        {
          and: [
            { value: 'consultations.count', of: { withinDays: 90 }, above: 90 - place },
            { value: 'negative.count', above: 70 },
          ],
        },
      ],
    },
  ])
    .flat()
    .map(rule),
  otherwise: { outcome: 'approve', reason },
}

const inputsOf = (items: number): DecisionInputs => ({
  documentType: 'CNPJ',
  report: {
    registration: { statusRegistration: 'ATIVA', foundationDate: '2015-03-10' },
    identificationReport: { statusRegistration: 'ATIVA', companyFoundation: '2015-03-10' },
    QSAReport: {
      companyData: { socialCapitalValue: '100000.00' },
      partnerCompleteReport: { partnersList: [{ restrictionSign: 'false' }, { restrictionSign: 'true' }] },
    },
    negativeData: Object.fromEntries(
      negativeKinds.map((kind, place) => [
        kind,
        sectionOf(kind, Math.ceil((items - place) / negativeKinds.length)),
      ]),
    ),
    facts: {
      inquiry: {
        inquiryResponse: [{ month: '2026-10', segment: 'BANCOS', count: '3' }],
        summary: { count: '3' },
      },
    },
    publicDebt: { publicDebtResponse: [], summary: { count: '0', balance: '0.00' } },
    sanctions: { sanctionsResponse: [], summary: { count: '0' } },
  },
  degradedSections: [],
  sent: { amount: '12000.00', instalments: 10, income: '9000.00' },
  today,
})

const sectionOf = (kind: string, count: number) => ({
  [`${kind}Response`]: Array.from({ length: count }, (_, place) => ({
    occurrenceDate: addDays(today, -place * 17),
    amount: `${100 + place}.00`,
    creditorName: 'BANCO EXEMPLO',
  })),
  summary: { count: String(count), balance: `${count * 100}.00` },
})
