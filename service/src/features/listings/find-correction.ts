import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { correctedFields, isEnd, isSeenUpdate, isWrongEnd } from '@lastro/rules/listings/correction.ts'
import type { HistoryEntry, Listing, ShownListing } from '@lastro/rules/listings/listing.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import { shownListing } from '@lastro/rules/listings/shown-listing.ts'
import { isVisible } from '@lastro/rules/listings/visible.ts'
import type { ListingStore } from './listing-store.ts'
import type { CorrectionToTell } from './notices/outbox-rows.ts'

/** A correction with what there is to say of it. */
export type CorrectionFound = {
  readonly listing: Listing
  readonly history: readonly HistoryEntry[]
  /** The change that corrected it. */
  readonly entry: HistoryEntry
  /** Whether a report shows the listing now: what may not be read may not be told. */
  readonly isReadable: boolean
}

export type FindCorrectionDeps = {
  readonly listings: Pick<ListingStore, 'findListing' | 'history'>
  readonly nowMsIn: (register: Register) => number | Promise<number>
}

/** Undefined when it is none: rows that an earlier release left may tell of a payment or a suspension. */
export async function findCorrection(
  { listings, nowMsIn }: FindCorrectionDeps,
  register: Register,
  { listingId, version, isCorrection }: CorrectionToTell,
): Promise<CorrectionFound | undefined> {
  const listing = await listings.findListing(listingId)
  if (listing === undefined) return undefined
  const history = await listings.history(listingId)
  const entry = history.find((one) => one.version === version)
  if (entry === undefined) return undefined
  if (isCorrection !== true && !isSeenUpdate(entry) && !isWrongEnd(entry, listing)) return undefined
  const { principalId } = listing
  const principal = principalId === undefined ? undefined : await listings.findListing(principalId)
  const isReadable = isVisible(listing, principal, dayAt(await nowMsIn(register)))
  return { listing, history, entry, isReadable }
}

/** To whoever was shown a version: the listing as it was shown, and what of it was wrong. */
export function toldToReader(found: CorrectionFound, seenVersion: number): OccurrenceData {
  const { entry, history, listing, isReadable } = found
  const seen = history.find(({ version }) => version === seenVersion)?.shown
  if (isEnd(entry.change)) return { ...endOf(entry), listing: seen ?? shownListing(listing) }
  const told = seen ?? (isReadable ? shownListing(listing) : undefined)
  return {
    on: entry.on,
    change: 'changed',
    ...(told !== undefined && { listing: told }),
    ...changesOf(seen, entry.shown, isReadable),
  }
}

/** To whoever watches and was shown nothing: what a report shows now; of one that is gone, as it last did. */
export function toldToWatcher({ entry, listing, isReadable }: CorrectionFound): OccurrenceData {
  const { told } = listing
  if (isEnd(entry.change))
    return { ...endOf(entry), ...(told?.shown !== undefined && { listing: told.shown }) }
  const shown = { visible: 'true', listing: shownListing(listing) } as const
  return { on: entry.on, change: 'changed', ...(isReadable && shown) }
}

/** However it ended: what was in reports is gone from them. */
const endOf = ({ on }: HistoryEntry): OccurrenceData => ({ on, change: 'released' })

/** Fields as a report names them; of what nobody may read now the name alone. */
function changesOf(
  seen: ShownListing | undefined,
  now: ShownListing | undefined,
  isReadable: boolean,
): Pick<OccurrenceData, 'changes'> {
  if (seen === undefined || now === undefined) return {}
  const changes = correctedFields(seen, now).map(({ field, ...values }) => ({
    field: `${seen.section}.${field}`,
    ...(isReadable && values),
  }))
  return { changes }
}
