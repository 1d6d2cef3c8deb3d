import type { Product } from '@lastro/contract/reports/products.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { type CoverageMeta, coverageOf } from './coverage.ts'
import { readableSections, readingOf } from './section-readings.ts'
import { tallyOf } from './tally.ts'
import type { Occurrence } from './timeline.ts'
import { brasiliaDay, centsText, moneyText } from './value-text.ts'

/** A bar of a chart: what it counts, and what that comes to. */
export type Total = {
  readonly id: string
  readonly label: string
  readonly count: number
  readonly cents: bigint
  /** Empty when nothing of it has an amount. */
  readonly amount: string
  /** How many of those that it adds up name no amount, and are not in the sum. */
  readonly withoutAmountCount: number
  /** True where not everything was consulted or answered: there may be more. */
  readonly isAtLeast: boolean
}

type Json = Readonly<Record<string, unknown>>

/** What each section of negative data counts and adds up; those with nothing are left out. */
export const totalsBySection = (
  product: Product | undefined,
  report: Json,
  { language, meta }: { readonly language: Language; readonly meta: CoverageMeta },
): readonly Total[] =>
  readableSections(product)
    .filter((id) => readingOf(id).occurrence !== undefined)
    .map((id) => tallyOf(id, report))
    .filter(({ id, answered, count }) => {
      return answered !== 'failed' && count > 0 && coverageOf(id, report, meta) !== 'none'
    })
    .map(({ id, count, cents, withoutAmountCount, isPart, isSumAtLeast }) => {
      const isAtLeast = isPart || isSumAtLeast || coverageOf(id, report, meta) === 'partial'
      return total({ id, label: headingOf(id, language), count, cents, withoutAmountCount, isAtLeast })
    })

/**
 * How old what the lists show is on the day of the query, newest first. Ages with nothing in them are shown only where
 * everything was consulted and answered: elsewhere a zero would claim too much.
 */
export function totalsByAge(
  occurrences: readonly Occurrence[],
  atMs: number,
  { language, isWhole }: { readonly language: Language; readonly isWhole: boolean },
): readonly Total[] {
  const today = brasiliaDay(atMs)
  const byAge = Map.groupBy(occurrences, ({ day }) => ageAt(monthsBetween(day, today)))
  return ages.flatMap(({ id, label }) => {
    const of = byAge.get(id) ?? []
    if (of.length === 0 && !isWhole) return []
    return total({
      id,
      label: label[language],
      count: of.length,
      cents: of.reduce((sum, { cents }) => sum + cents, 0n),
      withoutAmountCount: of.filter(({ amount }) => amount === '').length,
      isAtLeast: !isWhole,
    })
  })
}

const total = (of: Omit<Total, 'amount'>): Total => ({
  ...of,
  amount: of.cents === 0n ? '' : moneyText(centsText(of.cents)),
})

const headingOf = (id: SectionId, language: Language): string => readingOf(id).heading[language]

type Age = { readonly id: string; readonly untilMonths: number; readonly label: Text }

/** The law takes most away after five years; federal debts may be older. */
const ages: readonly Age[] = [
  { id: 'half', untilMonths: 6, label: { pt: 'até 6 meses', en: 'up to 6 months' } },
  { id: 'one', untilMonths: 12, label: { pt: '6 a 12 meses', en: '6 to 12 months' } },
  { id: 'two', untilMonths: 24, label: { pt: '1 a 2 anos', en: '1 to 2 years' } },
  { id: 'three', untilMonths: 36, label: { pt: '2 a 3 anos', en: '2 to 3 years' } },
  { id: 'four', untilMonths: 48, label: { pt: '3 a 4 anos', en: '3 to 4 years' } },
  { id: 'five', untilMonths: 60, label: { pt: '4 a 5 anos', en: '4 to 5 years' } },
  { id: 'older', untilMonths: Number.POSITIVE_INFINITY, label: { pt: 'mais de 5 anos', en: 'over 5 years' } },
]

const ageAt = (months: number): string => ages.find(({ untilMonths }) => months < untilMonths)?.id ?? 'older'

/** Whole months from one day to another; negative when the first has not come. */
function monthsBetween(day: string, today: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDate = 0] = today.split('-').map(Number)
  return (toYear - year) * 12 + toMonth - month - (toDate < date ? 1 : 0)
}
