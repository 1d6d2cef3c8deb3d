import type { AlertNegative, OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import type { HeldDebt } from '../reports/merging/held-here.ts'
import { readableIn, type SubjectOn, toldOf } from './negative-changes.ts'

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
