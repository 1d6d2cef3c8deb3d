import {
  type ListingChange,
  type ListingState,
  type ReleaseDue,
  releaseDueTopic,
} from '@lastro/contract/listings/listing-codes.ts'
import { natures } from '@lastro/contract/listings/natures.ts'
import {
  type Draft,
  type HistoryEntry,
  type Listing,
  productionRegister,
} from '@lastro/rules/listings/listing.ts'
import { releaseDueOn } from '@lastro/rules/listings/release.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import type { NewOutboxRow } from '../../jobs/outbox.ts'

/** Work for this feature's own jobs. Events are `listing.…`, and wait for whoever will listen. */
export const sendNoticeTopic = 'notice.send'
export const unprovedNoticeTopic = 'notice.unproved'
export const tellRecipientsTopic = 'recipients.tell'

export type NoticeToSend = { readonly debtId: string; readonly listingId: string; readonly noticeId: string }

/** What everyone who saw a listing is to be told of: `version` is the one that is no longer right. */
export type Correction = {
  readonly listingId: string
  readonly document: string
  readonly change: ListingChange
  readonly version: number
  readonly fromMs: number
}

/**
 * A report that was read just before a change may be recorded just after it. Past this time it either is on
 * record or was never answered, so that nobody who saw the old version is missed.
 */
const recipientsAfterMs = 60_000

/** Mail servers try for five days and then report that they gave up; who is silent for longer proves nothing any more. */
const unprovedAfterMs = 6 * 24 * 60 * 60_000

/** Exactly one event for each change, a sending for each queued notice, and word to whoever saw what is gone. */
export function outboxRows(drafts: readonly Draft[], nowMs: number): NewOutboxRow[] {
  return drafts.flatMap((draft) => [...events(draft, nowMs), ...work(draft, nowMs)])
}

function events(draft: Draft, nowMs: number): NewOutboxRow[] {
  const { listing, entries } = draft
  return entries.map((entry) => ({
    // Made of listing and version, so that no change can ever have two.
    id: `${listing.id}.${entry.version}`,
    topic: `listing.${entry.change}`,
    register: listing.register,
    clientId: listing.clientId,
    payload: {
      listingId: listing.id,
      version: entry.version,
      state: entry.state,
      on: entry.on,
      documento: listing.document,
      ...(listing.principalId !== undefined && { principalId: listing.principalId }),
      ...(entry.cause !== undefined && { cause: entry.cause }),
      ...forReaders(draft, entry),
    },
    createdAtMs: nowMs,
    dueAtMs: nowMs,
  }))
}

/** What may be told to others than its creditor: that something they could see has changed, and how it is shown. */
function forReaders(draft: Draft, entry: HistoryEntry) {
  const { listing } = draft
  const isForReaders = listing.publishedOn !== undefined && isSeen(draft, entry)
  return { isForReaders, ...(isForReaders && published.has(entry.state) && { shown: shownListing(listing) }) }
}

/** States in which what a listing says has been published: back in a notice, it says what nobody may read yet. */
const published: ReadonlySet<ListingState> = new Set(['published', 'suspended', 'released', 'expired'])

const shownListing = (listing: Listing) => ({
  section: listing.section,
  occurrenceDate: listing.dueDate,
  legalNatureId: listing.legalNatureId,
  legalNature: natures[listing.legalNatureId] ?? listing.legalNatureId,
  ...(listing.contractId !== undefined && { contractId: listing.contractId }),
  ...(listing.creditor !== undefined && { creditorName: listing.creditor.name }),
  amount: moneyText(listing.amountCents),
  principal: listing.principalId === undefined ? 'true' : 'false',
  flagSubJudice: listing.subJudice ? 'true' : 'false',
})

/** Changes after which what a reader was shown is no longer right. */
const corrections: ReadonlySet<ListingChange> = new Set([
  'changed',
  'released',
  'suspended',
  'held',
  'paid',
  'notice_failed',
])

/** Of an update, the parts that a report shows; a new phone number corrects nobody's report. */
const seenParts: ReadonlySet<string> = new Set(['debt', 'amount', 'subJudice', 'address'])

function isSeen({ entries, keptState }: Draft, entry: HistoryEntry): boolean {
  const { change, cause } = entry
  // Of what was hidden already, in a notice or by a court, nobody has seen that it is hidden for one more reason.
  if (hiding.has(change)) return (entries[entries.indexOf(entry) - 1]?.state ?? keptState) === 'published'
  return change !== 'changed' || (cause ?? '').split(',').some((part) => seenParts.has(part))
}

const hiding: ReadonlySet<ListingChange> = new Set(['held', 'notice_failed'])

function work(draft: Draft, nowMs: number): NewOutboxRow[] {
  const { listing, entries, notices } = draft
  const common = {
    register: listing.register,
    clientId: listing.clientId,
    createdAtMs: nowMs,
    dueAtMs: nowMs,
  }
  const sendings = notices
    .filter((one) => one.status === 'queued')
    .map(({ id }) => ({
      ...common,
      id: `${sendNoticeTopic}.${id}`,
      topic: sendNoticeTopic,
      payload: { debtId: listing.principalId ?? listing.id, listingId: listing.id, noticeId: id },
    }))
  // A letter waits for the operator's next lot; an e-mail waits for its report, and not for ever.
  const unproved = notices
    .filter((one) => one.status === 'sent' && one.channel === 'email')
    .map(({ id }) => ({
      ...common,
      id: `${unprovedNoticeTopic}.${id}`,
      topic: unprovedNoticeTopic,
      payload: { noticeId: id },
      dueAtMs: nowMs + unprovedAfterMs,
    }))
  const { publishedOn } = listing
  if (publishedOn === undefined) return [...sendings, ...unproved]
  const told = entries
    .filter((entry) => corrections.has(entry.change) && isSeen(draft, entry))
    .map(({ change, version }) => ({
      ...common,
      id: `${tellRecipientsTopic}.${listing.id}.${version}`,
      topic: tellRecipientsTopic,
      dueAtMs: nowMs + recipientsAfterMs,
      payload: {
        listingId: listing.id,
        document: listing.document,
        change,
        version,
        // A sandbox's clock may be years ahead of the trail's.
        fromMs: listing.register === productionRegister ? listing.createdAtMs : 0,
      } satisfies Correction,
    }))
  return [...sendings, ...unproved, ...told, ...reminders(listing, entries, common)]
}

/** Súmula 548: whoever was paid is reminded before the five business days are over. */
function reminders(
  { id, contractId, paidOn }: Listing,
  entries: readonly HistoryEntry[],
  common: Pick<NewOutboxRow, 'register' | 'clientId' | 'createdAtMs' | 'dueAtMs'>,
): NewOutboxRow[] {
  if (contractId === undefined || paidOn === undefined) return []
  return entries
    .filter((entry) => entry.change === 'release_reminded')
    .map(({ version }) => ({
      ...common,
      id: `${releaseDueTopic}.${id}.${version}`,
      topic: releaseDueTopic,
      payload: { listingId: id, contractId, paidOn, dueOn: releaseDueOn(paidOn) } satisfies ReleaseDue,
    }))
}
