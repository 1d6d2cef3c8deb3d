import { negativeKinds } from '@lastro/contract/policies/policy-values.ts'
import { nameInSources } from '@lastro/contract/reports/source-names.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DecisionInputs } from '@lastro/rules/policies/decision-inputs.ts'
import { sectionBlocks } from '@lastro/rules/policies/values/report-reading.ts'
import fc from 'fast-check'

type Json = Record<string, unknown>

/** The same report twice: complete, and as an installation that covers less would show it. */
export type CoveredLess = {
  readonly truth: DecisionInputs
  readonly seen: DecisionInputs
  readonly coverage: Readonly<Record<string, 'complete' | 'partial' | 'none'>>
}

const day = fc.constantFrom(
  '2026-11-16',
  '2026-11-01',
  '2026-08-18',
  '2025-11-16',
  '2022-01-31',
  '2026-02-30',
)
const cents = fc.nat({ max: 300_000 })
const name = fc.constantFrom('BANCO EXEMPLO', 'LOJA ÁGIL', 'OUTRA')
const money = (amount: number): string => (amount / 100).toFixed(2)

const some = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] })

/** A list whose summary counts at least the items listed, as in any real report. */
const list = (field: string, item: fc.Arbitrary<Json>) =>
  fc
    .record({
      items: fc.array(item, { maxLength: 4 }),
      unlisted: fc.constantFrom(0, 0, 1, 30),
      more: cents,
      isSummed: fc.boolean(),
    })
    .map(({ items, unlisted, more, isSummed }) => {
      const sum = items.reduce((total, { amount }) => total + Math.round(Number(amount ?? 0) * 100), 0)
      const balance = money(sum + (unlisted > 0 ? more : 0))
      const count = String(items.length + unlisted)
      return { [field]: items, summary: isSummed ? { count, balance } : unlisted > 0 ? { count } : undefined }
    })

const debt = some({ occurrenceDate: day, amount: cents.map(money), creditorName: name }) as fc.Arbitrary<Json>
const cheque = some({ occurrenceDate: day }) as fc.Arbitrary<Json>
const people = (field: string) =>
  list(field, some({ restrictionSign: fc.constantFrom('true', 'false') }) as fc.Arbitrary<Json>)
const months = fc.record({
  month: fc.constantFrom('2026-11', '2026-10', '2026-09', '2025-12'),
  count: fc.nat({ max: 9 }).map(String),
})
const status = fc.constantFrom('ATIVA', 'REGULAR', 'SUSPENSA', 'BAIXADA', 'SEM INFORMAÇÃO')

const sections: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  registration: some({
    statusRegistration: status,
    foundationDate: day,
    address: some({ state: fc.constantFrom('SP', 'AC') }),
  }) as fc.Arbitrary<Json>,
  identificationReport: some({
    statusRegistration: status,
    companyFoundation: day,
    address: some({ state: fc.constantFrom('SP', 'RJ') }),
  }) as fc.Arbitrary<Json>,
  QSAReport: some({
    companyData: some({ socialCapitalValue: cents.map(money) }),
    partnerCompleteReport: people('partnersList'),
    directorCompleteReport: people('directorsList'),
  }) as fc.Arbitrary<Json>,
  ...Object.fromEntries(
    negativeKinds.map((kind) => [kind, list(`${kind}Response`, kind === 'check' ? cheque : debt)]),
  ),
  inquiry: fc.array(months, { maxLength: 4 }).map((inquiryResponse) => ({
    inquiryResponse,
    summary: { count: String(inquiryResponse.reduce((sum, { count }) => sum + Number(count), 0)) },
  })),
  publicDebt: list('publicDebtResponse', debt),
  sanctions: list('sanctionsResponse', cheque),
  score: some({ score: fc.nat({ max: 1_000 }).map(String) }) as fc.Arbitrary<Json>,
}
export const coveredSections = Object.keys(sections)

/** What remains if only part is known: members and items are missing, and sums and counts are no larger. */
function part(value: unknown, chance: () => number, member = ''): unknown {
  if (Array.isArray(value)) return value.filter(() => chance() % 2 === 0).map((one) => part(one, chance))
  if (typeof value !== 'object' || value === null) return value
  const { summary, ...others } = value as Json
  const kept = Object.entries(others).flatMap(([one, inner]) => {
    const isKept = Array.isArray(inner) || (typeof inner === 'object' && inner !== null) || chance() % 3 > 0
    return isKept ? [[one, part(inner, chance, one)] as const] : []
  })
  const shown = Object.fromEntries(kept)
  return summary === undefined || member === 'address'
    ? shown
    : { ...shown, ...partSummary(shown, summary as Json, chance) }
}

/** A summary of what is left: at least the list, at most what there was. */
function partSummary(shown: Json, { count, balance }: Json, chance: () => number): Json {
  if (chance() % 4 === 0) return {}
  const items = Object.values(shown).find(Array.isArray) ?? []
  const listed = items.reduce((sum: number, one: Json) => sum + Math.round(Number(one.amount ?? 0) * 100), 0)
  const isSame = chance() % 2 === 0
  return {
    summary: {
      count: isSame ? count : String(Math.min(items.length, Number(count))),
      ...(balance !== undefined && { balance: isSame ? balance : money(listed) }),
    },
  }
}

const extents = fc.constantFrom('complete' as const, 'complete' as const, 'partial' as const, 'none' as const)

/** A complete report, and what is visible of it under any coverage. */
export const coveredLess: fc.Arbitrary<CoveredLess> = fc
  .record({
    documentType: fc.constantFrom('CPF' as const, 'CNPJ' as const),
    truths: fc.record(sections),
    coverage: fc.record(Object.fromEntries(coveredSections.map((one) => [one, extents]))),
    chances: fc.infiniteStream(fc.nat()),
    isShortened: fc.boolean(),
    sent: some({ amount: cents.map(money), instalments: fc.constantFrom(1, 7), income: cents.map(money) }),
  })
  .map(({ documentType, truths, coverage, chances, isShortened, sent }) => {
    const chance = () => chances.next().value ?? 0
    const seen = Object.entries(truths).flatMap(([one, section]) => {
      if (coverage[one] === 'none') return []
      if (coverage[one] === 'complete') return [[one, section] as const]
      const shown = { ...(part(section, chance) as Json), coverage: 'partial' }
      return [[one, shown] as const]
    })
    const notCovered = coveredSections.filter((one) => coverage[one] === 'none')
    const common = { documentType, degradedSections: [], sent, today: '2026-11-16' as Day }
    return {
      truth: { ...common, report: reportOf(Object.entries(truths)) },
      seen: {
        ...common,
        report: reportOf(seen),
        notCoveredSections: isShortened ? notCovered.map(nameInSources) : notCovered,
      },
      coverage,
    }
  })

function reportOf(all: readonly (readonly [string, Json])[]): Json {
  const report: Json = {}
  for (const [one, section] of all) {
    const block = sectionBlocks[one]
    if (block === undefined) report[one] = section
    else report[block] = { ...(report[block] as Json | undefined), [one]: section }
  }
  return report
}
