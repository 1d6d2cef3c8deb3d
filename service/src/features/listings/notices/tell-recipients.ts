import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import { addBusinessDays } from '@lastro/rules/calendar/business-days.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { wrongVersions } from '@lastro/rules/listings/correction.ts'
import { productionRegister, type Register } from '@lastro/rules/listings/register.ts'
import type { CorrectionOfClient, WatchedBy } from '@lastro/rules/listings/told-correction.ts'
import { shownOutcomes } from '@lastro/rules/trail/billing.ts'
import type { Clock } from '../../../clock.ts'
import type { NewOutboxRow, OutboxRow, OutboxStore } from '../../../jobs/outbox.ts'
import type { Handled } from '../../../jobs/runner.ts'
import { findCorrection, toldToReader, toldToWatcher } from '../find-correction.ts'
import type { ListingStore } from '../listing-store.ts'
import type { CorrectionToTell } from './outbox-rows.ts'

export type TellDeps = {
  readonly listings: Pick<ListingStore, 'findListing' | 'history'>
  readonly outbox: Pick<OutboxStore, 'add'>
  readonly clock: Clock
  readonly nowMsIn: (register: Register) => number | Promise<number>
  /** Who was answered a report on a document, with the listings that it showed, from the trail. */
  readonly shownTo: (
    environment: Environment,
    document: DocumentNumber,
    range: { readonly fromMs: number; readonly untilMs: number },
  ) => Promise<readonly Consulted[]>
  /** Who was alerted of a document, with the listing that the alert showed, sent or yet to be read. */
  readonly alertedOf: (of: {
    readonly register: Register
    readonly document: string
  }) => Promise<readonly { readonly clientId: string; readonly shown: string }[]>
  /** Who watches a document and wants to hear of corrections. */
  readonly watching: (of: {
    readonly register: Register
    readonly document: string
  }) => Promise<
    readonly { readonly clientId: string; readonly sinceMs: number; readonly watched: WatchedBy }[]
  >
}

type Consulted = { readonly clientId: string; readonly listings: string; readonly outcome: string }

/**
 * CDC art. 43 §3: whoever was told something wrong is told the right thing within five business days. Each client
 * whose reports or alerts showed a version with the error gets one event, however often this runs, and so does whoever
 * watches.
 */
export async function tellRecipients(deps: TellDeps, row: OutboxRow): Promise<Handled> {
  const { register } = row
  const found = await findCorrection(deps, register, row.payload as CorrectionToTell)
  if (found === undefined) return 'done'
  const { listing, entry, history } = found
  const environment = register === productionRegister ? 'production' : 'sandbox'
  // Only what was published is corrected, and only a valid document is published. What is recorded late, by a
  // machine whose clock is ahead, is looked at too: the version tells whether it showed the error.
  const range = { fromMs: fromMsOf(row), untilMs: Number.MAX_SAFE_INTEGER }
  const shown = await deps.shownTo(environment, listing.document as DocumentNumber, range)
  const alerted = await deps.alertedOf({ register, document: listing.document })
  const wrong = wrongVersions(history, entry)
  const readers = readersOf(shown, listing.id, wrong)
  const watching = wrong.length > 0 ? await deps.watching({ register, document: listing.document }) : []
  // Whoever began when it could no longer be read is told nothing of it as one who watches.
  const inTime = watching.filter(
    ({ sinceMs }) => sinceMs <= (listing.told?.untilMs ?? Number.POSITIVE_INFINITY),
  )
  const listens = new Set(inTime.map(({ clientId }) => clientId))
  // Sent or not, an alert can be read. Whoever wants to hear of corrections is told as one who watches.
  const byAlert = readersOf(
    alerted.map((one) => ({ ...one, listings: one.shown, outcome: 'alerted' })),
    listing.id,
    wrong,
  )
  const misled = [...byAlert].filter(([clientId]) => !readers.has(clientId) && !listens.has(clientId))
  // Whoever begins to watch in the meantime is told of what happens from then on.
  const watchers = isLate(row) ? [] : inTime
  const dueOn = addBusinessDays(dayAt(entry.atMs), 5, 'national')
  const nowMs = deps.clock.nowMs()
  // Found by an alert first, and by the record of its sending a day later, a client is told once.
  const isAlerted = (clientId: string) => byAlert.has(clientId) && !listens.has(clientId)
  const told = (clientId: string, data: OccurrenceData, watched?: WatchedBy): NewOutboxRow => ({
    id: `${correctionEvent}.${listing.id}.${entry.version}.${clientId}${
      watched === undefined && !isAlerted(clientId) ? '' : '.watched'
    }`,
    topic: correctionEvent,
    register,
    clientId,
    payload: {
      listingId: listing.id,
      documento: listing.document,
      version: entry.version,
      wrongVersions: wrong,
      dueOn,
      data,
      ...(watched !== undefined && { watched }),
    } satisfies CorrectionOfClient,
    createdAtMs: nowMs,
    dueAtMs: nowMs,
  })
  await deps.outbox.add([
    ...[...readers, ...misled].map(([clientId, version]) => told(clientId, toldToReader(found, version))),
    ...watchers
      .filter(({ clientId }) => !readers.has(clientId))
      .map(({ clientId, watched }) => told(clientId, toldToWatcher(found), watched)),
  ])
  return 'done'
}

const isLate = ({ payload }: OutboxRow): boolean => (payload as CorrectionToTell).isLate === true

/** Rows that an earlier release left do not say from when. */
const fromMsOf = ({ payload }: OutboxRow): number => (payload as Partial<CorrectionToTell>).fromMs ?? 0

/** Each client that was shown a version with the error, and the last of those versions that it was shown. */
function readersOf(
  shown: readonly Consulted[],
  listingId: string,
  wrong: readonly number[],
): ReadonlyMap<string, number> {
  const readers = new Map<string, number>()
  for (const { clientId, listings, outcome } of shown) {
    const version = seenVersion(listings, listingId)
    if (version === undefined || !shownOutcomes.includes(outcome) || !wrong.includes(version)) continue
    readers.set(clientId, Math.max(version, readers.get(clientId) ?? 0))
  }
  return readers
}

/** The version of a listing that a report showed, from the trail's `id:version,…`; undefined when it showed none. */
function seenVersion(listings: string, listingId: string): number | undefined {
  const found = listings.split(',').find((one) => one.startsWith(`${listingId}:`))
  return found === undefined ? undefined : Number(found.slice(listingId.length + 1))
}
