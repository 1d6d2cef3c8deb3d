import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import type { WatchedBy } from '@lastro/rules/listings/told-correction.ts'
import type { OccurrenceStore, Watcher } from '../alert-store.ts'
import { isWatching } from '../match-event.ts'

export type WatcherToTell = {
  readonly clientId: string
  /** Since when it watches. */
  readonly sinceMs: number
  readonly watched: WatchedBy
}

/** Who watches a document now and wants to hear of corrections. */
export async function watchersToTell(
  {
    occurrences,
    nowMsIn,
  }: {
    readonly occurrences: Pick<OccurrenceStore, 'watchersOf'>
    readonly nowMsIn: (register: Register) => number | Promise<number>
  },
  watched: { readonly register: Register; readonly document: string },
): Promise<readonly WatcherToTell[]> {
  const today = dayAt(await nowMsIn(watched.register))
  const watchers = await occurrences.watchersOf(watched)
  return watchers.filter((one) => isWatching(one, correctionEvent, today)).map(toTell)
}

const toTell = ({ registration: { clientId, createdAtMs, id, label } }: Watcher): WatcherToTell => ({
  clientId,
  sinceMs: createdAtMs,
  watched: { registrationId: id, ...(label !== undefined && { label }) },
})
