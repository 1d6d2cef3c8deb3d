import type { AlertNegative, OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import type { Day } from '../calendar/day.ts'
import { centsOf, moneyText } from '../money/cents.ts'
import { type HeldDebt, isHeld } from '../reports/merging/held-here.ts'
import { isDebt, readableIn, type SubjectOn, toldOf } from './negative-changes.ts'
import { lastShownDay } from './negative-items.ts'

export type NegativeTold = NonNullable<OccurrenceData['negative']>

/**
 * What of the debts, cheques and protests that were told can still be read, with a summary that counts those; undefined
 * where none can. Of what a cut list counted and did not list nobody knows which they were: its summary stays while all
 * that it lists can be read and as many as it counts, and else counts what is left of the list.
 */
export function stillNegative(
  told: NegativeTold,
  now: SubjectOn,
  held: readonly HeldDebt[],
): NegativeTold | undefined {
  const readable = readableIn(now, held)
  const left = Map.groupBy(readable, ({ shown }) => wordsOf(shown))
  // Two that are alike are two: each is found once.
  const standing = told.items.flatMap((item) => left.get(wordsOf(item))?.shift() ?? [])
  if (standing.length === 0) return undefined
  const isCut = told.summary.listed !== undefined
  const isWhole = standing.length === told.items.length && readable.length >= Number(told.summary.count)
  return isCut && isWhole ? told : toldOf(standing)
}

/** The same in whatever order its members were kept. */
const wordsOf = (item: AlertNegative): string =>
  JSON.stringify(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/**
 * What an alert of removed data may still show: items within five years and without a listing here, since a listing has
 * its own alerts. Undefined if nothing is left, or if a cheque is left out, because its amount is only in the summary.
 */
export function stillRemoved(
  told: NegativeTold,
  today: Day,
  held: readonly HeldDebt[],
): NegativeTold | undefined {
  const mayBeShown = (item: AlertNegative): boolean =>
    lastShownDay(item) >= today && !(isDebt(item.section) && isHeld(item, held))
  const items = told.items.filter(mayBeShown)
  if (items.length === told.items.length) return told
  const isKnown = items.every(({ amount }) => amount !== undefined)
  if (items.length === 0 || !isKnown) return undefined
  const cents = items.reduce((sum, { amount = '0.00' }) => sum + centsOf(amount), 0n)
  return { items, summary: { count: String(items.length), balance: moneyText(cents) } }
}
