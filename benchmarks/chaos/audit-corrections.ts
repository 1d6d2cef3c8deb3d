import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import { occurrenceId } from '../../service/src/features/alerts/match-event.ts'
import type { StoreLocation } from '../../service/src/store/open-store.ts'
import type { Inbox } from './chaos-receiver.ts'
import { leftRows } from './left-rows.ts'

export type CorrectionsReport = {
  /** A lower value and a client that had been shown the higher: each is a correction to tell. */
  readonly corrections: number
  /** Of those, how many its webhook never took. */
  readonly untold: number
  /** Of those, how many were told under more than one id. */
  readonly toldTwice: number
  /** Corrections told to a client that was shown nothing wrong. */
  readonly toldInVain: number
  /** Being told was put on record as a consultation. */
  readonly consulted: number
}

/** Holds what readers were told against the history of listings and the trail of consultations. */
export async function auditCorrections(
  place: StoreLocation,
  messages: Inbox['messages'],
): Promise<CorrectionsReport> {
  const rows = await leftRows(place, queries)
  const shownBy = shownVersions(rows.trail.map((row) => String(row.records)))
  const due = rows.lowered.flatMap(({ listing_id, version }) =>
    [...(shownBy.get(String(listing_id)) ?? [])]
      .filter(([, seen]) => seen < Number(version))
      .map(([clientId]) => ({ clientId, listingId: String(listing_id), version: Number(version) })),
  )
  const told = Map.groupBy(rows.occurrences, (row) => `${row.client_id} ${row.shown}`)
  const expected = new Set(due.map(keyOf))
  const idsOf = (one: Due) => told.get(keyOf(one))?.map((row) => String(row.id)) ?? []
  const isTaken = (id: string) => messages.get(id)?.isTaken === true
  return {
    corrections: due.length,
    untold: due.filter((one) => !idsOf(one).some(isTaken) && !isTaken(toldWatcherId(one))).length,
    toldTwice: due.filter((one) => idsOf(one).length > 1).length,
    toldInVain: [...told.keys()].filter((one) => !expected.has(one)).length,
    consulted: rows.occurrences.filter((row) => row.recorded_at_ms !== null).length,
  }
}

type Due = { readonly clientId: string; readonly listingId: string; readonly version: number }

const keyOf = ({ clientId, listingId, version }: Due): string => `${clientId} ${listingId}:${version}`

/**
 * An alert that its receiver took long after the correction shows what was wrong when nobody looks for readers any
 * more. Behind it, in the order of its document, comes what the same client was told as one who watches.
 */
const toldWatcherId = ({ clientId, listingId, version }: Due): string =>
  occurrenceId(`${correctionEvent}.${listingId}.${version}.${clientId}.watched`, clientId)

const queries = {
  lowered: { sql: `select listing_id, version from listing_history where change = 'changed'` },
  occurrences: {
    // Whoever watches and was shown nothing is told too, as of any other change.
    sql: `select id, client_id, shown, recorded_at_ms from occurrence
      where event = 'listing.corrected' and registration_id = ''`,
  },
  trail: { from: 'trail', sql: `select records from trail_link where environment = 'sandbox'` },
} as const

/** What waits to become a message to a reader. */
export const waitingCorrections = async (place: StoreLocation): Promise<number> =>
  (
    await leftRows(place, {
      rows: {
        sql: `select id from outbox where done_at_ms is null and topic in ('recipients.tell', 'listing.corrected')`,
      },
    })
  ).rows.length

/** Of each listing, the earliest version that each client was shown. */
function shownVersions(links: readonly string[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const shown = new Map<string, Map<string, number>>()
  for (const record of links.flatMap((records) => records.split('\n'))) {
    const fields = JSON.parse(record) as string[]
    const [clientId = '', listings = ''] = [fields[1], fields[6]]
    for (const one of listings.split(',').filter((text) => text !== '')) {
      const [id = '', version] = one.split(':')
      const byClient = shown.get(id) ?? new Map<string, number>()
      byClient.set(clientId, Math.min(Number(version), byClient.get(clientId) ?? Number.POSITIVE_INFINITY))
      shown.set(id, byClient)
    }
  }
  return shown
}
