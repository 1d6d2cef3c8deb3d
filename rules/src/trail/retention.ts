import { alertService } from '@lastro/contract/reports/products.ts'
import { addYears, type Day } from '../calendar/day.ts'
import { firstDayAfter, type Month } from '../calendar/month.ts'
import type { ConsultationDraft } from './consultation.ts'

/** A record stays for five years after its day, one that tells of a correction or of a release for fifteen. */
export const keptYears = { usual: 5, long: 15 } as const

/**
 * What tells of a correction or of a release: a debt that changed while it was shown, was wrong, was taken away by its
 * creditor or by time (reason 97 is a release), or loaded data that is gone.
 */
const longKeptEvents: ReadonlySet<string> = new Set([
  'listing.changed',
  'listing.corrected',
  'listing.released',
  'listing.expired',
  'negative.removed',
])

/** Whether a record is kept for fifteen years. Only an alert tells of an event. */
export const isLongKept = ({ product, features }: Pick<ConsultationDraft, 'product' | 'features'>): boolean =>
  product === alertService.code && longKeptEvents.has(features)

/** Whether no record of a month has to be kept in the store any more. */
export const mayLeave = (month: Month, today: Day, years: number): boolean =>
  addYears(firstDayAfter(month), years) <= today

export type AskedMonths =
  /** Whole months only: everything before this month. */
  | { readonly kind: 'months'; readonly before: Month }
  /** Some of it is younger than five years. `latest` can be asked for today, and what was asked for from `possibleOn` on. */
  | { readonly kind: 'too_young'; readonly latest: Day; readonly possibleOn: Day }

/** Which months lie before a day, where all of them are old enough. */
export function monthsBefore(before: Day, today: Day): AskedMonths {
  const first = firstOfMonth(before)
  const possibleOn = addYears(first, keptYears.usual)
  return possibleOn <= today
    ? { kind: 'months', before: first.slice(0, 7) }
    : { kind: 'too_young', latest: firstOfMonth(addYears(today, -keptYears.usual)), possibleOn }
}

const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01` as Day
