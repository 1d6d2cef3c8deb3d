import type { Language, Text } from '@lastro/contract/text.ts'
import { readingOf } from './section-readings.ts'
import { type Counted, countedBy, type Tally } from './tally.ts'
import { brasiliaDay, centsText, moneyText } from './value-text.ts'
import { words } from './words.ts'

/** A row of totals: how many, and how much. */
export type Total = {
  readonly id: string
  readonly label: string
  readonly count: number
  readonly cents: bigint
  /** Empty when nothing of it has an amount. */
  readonly amount: string
  /** How many of them name no amount and are not in the sum. */
  readonly withoutAmountCount: number
}

/** What each section of negative data counts and adds up; those with nothing are left out. */
export const totalsBySection = (tallies: readonly Tally[], language: Language): readonly Total[] =>
  tallies.map(({ id, ...counted }) => total(id, readingOf(id).heading[language], counted))

/**
 * The same by age on the day of the query, newest first. Every age has its row; what has no known age has one only
 * where there is something in it.
 */
export function totalsByAge(tallies: readonly Tally[], atMs: number, language: Language): readonly Total[] {
  const today = brasiliaDay(atMs)
  const byAge = countedBy(tallies, (day) => ageAt(monthsBetween(day, today)))
  const unknown = byAge.get(undefined)
  return [
    ...ages.map(({ id, label }) => total(id, label[language], byAge.get(id) ?? nothing)),
    ...(unknown === undefined ? [] : [total('unknown', words.ageUnknown[language], unknown)]),
  ]
}

const nothing: Counted = { count: 0, cents: 0n, withoutAmountCount: 0 }

const total = (id: string, label: string, { count, cents, withoutAmountCount }: Counted): Total => ({
  id,
  label,
  count,
  cents,
  amount: cents === 0n ? '' : moneyText(centsText(cents)),
  withoutAmountCount,
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
