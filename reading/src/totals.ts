import type { Language, Text } from '@lastro/contract/text.ts'
import { readingOf } from './section-readings.ts'
import { type Counted, countedBy, countedIn, filledTallies, isWhole, type Tally } from './tally.ts'
import { brasiliaDay, centsText, moneyText } from './value-text.ts'
import { words } from './words.ts'

/** A row of totals: how many, and how much. */
export type Total = Counted & {
  readonly id: string
  readonly label: string
  /** Empty when nothing of it has an amount. */
  readonly amount: string
}

/** What each section of negative data counts and adds up; those with nothing are left out. */
export const totalsBySection = (tallies: readonly Tally[], language: Language): readonly Total[] =>
  filledTallies(tallies).map((one) => total(one.id, readingOf(one.id).heading[language], countedIn(one)))

/**
 * Totals by age on the day of the query, newest first; unknown ages come last. Empty ages are shown only if everything
 * was completely covered, answered and dated: otherwise a zero would claim too much.
 */
export function totalsByAge(tallies: readonly Tally[], atMs: number, language: Language): readonly Total[] {
  const today = brasiliaDay(atMs)
  const byAge = countedBy(tallies, (day) => ageAt(monthsBetween(day, today)))
  const empty = byAge.has(undefined) || !tallies.every(isWhole) ? undefined : nothing
  const labelled = [
    ...ages.map(({ id, label }) => ({ id, label, counted: byAge.get(id) ?? empty })),
    { id: 'unknown', label: words.ageUnknown, counted: byAge.get(undefined) },
  ]
  return labelled.flatMap(({ id, label, counted }) =>
    counted === undefined ? [] : total(id, label[language], counted),
  )
}

const nothing: Counted = { count: 0, cents: 0n, withoutAmountCount: 0, isAtLeast: false }

const total = (id: string, label: string, counted: Counted): Total => ({
  id,
  label,
  ...counted,
  amount: counted.cents === 0n ? '' : moneyText(centsText(counted.cents)),
})

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

/** Whole months from one day to another; negative when the first is in the future. */
function monthsBetween(day: string, today: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDate = 0] = today.split('-').map(Number)
  return (toYear - year) * 12 + toMonth - month - (toDate < date ? 1 : 0)
}
