import {
  correctionEvent,
  type ListingChange,
  listingChanges,
  type ReleaseDue,
  releaseDueTopic,
} from '@lastro/contract/listings/listing-codes.ts'
import { correctionsIn } from '@lastro/rules/listings/correction.ts'
import type { Draft, HistoryEntry, Listing } from '@lastro/rules/listings/listing.ts'
import type { Telling } from '@lastro/rules/listings/readers.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { releaseDueOn } from '@lastro/rules/listings/release.ts'
import type { NewOutboxRow } from '../../../jobs/outbox.ts'

/** Work for this feature's own jobs. Events are `listing.…`, and wait for whoever will listen. */
export const sendNoticeTopic = 'notice.send'
export const unprovedNoticeTopic = 'notice.unproved'
export const tellRecipientsTopic = 'recipients.tell'
export const tellDebtorTopic = 'debtor.tell'
export const tellLapsedTopic = 'lapsed.tell'

/** Everything that this feature writes into the outbox. */
export const listingTopics: readonly string[] = [
  ...listingChanges.map((change) => `listing.${change}`),
  sendNoticeTopic,
  unprovedNoticeTopic,
  tellRecipientsTopic,
  tellDebtorTopic,
  tellLapsedTopic,
  correctionEvent,
  releaseDueTopic,
]

export type NoticeToSend = { readonly debtId: string; readonly listingId: string; readonly noticeId: string }

/** What everyone who was shown a listing is to be told of: `version` is the first that is right. */
export type CorrectionToTell = {
  readonly listingId: string
  readonly document: string
  readonly change: ListingChange
  readonly version: number
  readonly fromMs: number
  /** Absent in rows from before it was decided with the change. */
  readonly isCorrection?: true
  /** The second look, for what was recorded after the first. */
  readonly isLate?: true
}

/**
 * A report that was read just before a change may be recorded just after it: most are within the minute. However
 * long one took, it is on record or was never answered a day later, so that nobody who saw the old version is missed.
 */
const recipientsAfterMs = 60_000
const lateRecipientsAfterMs = 24 * 60 * 60_000

/** Mail servers try for five days and then report that they gave up; who is silent for longer proves nothing any more. */
const unprovedAfterMs = 6 * 24 * 60 * 60_000

/**
 * An event for each change, one more for each guarantor whose readers its principal's change concerns, a sending for
 * each queued notice, and word to whoever saw what was wrong.
 */
export function outboxRows(
  drafts: readonly Draft[],
  tellings: readonly Telling[],
  nowMs: number,
): NewOutboxRow[] {
  const ofChanges = tellings.filter((one) => one.lapse === undefined)
  const of = new Map(ofChanges.map((one) => [eventId(one.listing, one.principalVersion), one]))
  const followed = ofChanges.filter((one) => one.principalVersion !== undefined)
  const ofLoads = tellings.filter((one) => one.lapse !== undefined)
  const principalOf = ({ listing }: Draft) => drafts.find((one) => one.listing.id === listing.principalId)
  return [
    ...drafts.flatMap((draft) => [...events(draft, of, nowMs), ...work(draft, principalOf(draft), nowMs)]),
    ...followed.map((telling) =>
      unrecordedEvent(telling, eventId(telling.listing, telling.principalVersion), nowMs),
    ),
    ...ofLoads.map((telling) => unrecordedEvent(telling, lapseId(telling), nowMs)),
  ]
}

/** However many look at once, a load's doing is told once. */
const lapseId = ({ listing, lapse, change }: Telling): string => `${eventId(listing)}.${lapse}.${change}`

/**
 * Made of listing and version, so that no change can ever have two. Of equal length, so that those of a listing sort
 * in the order of their changes, its principal's among its own.
 */
const eventId = ({ id, version }: Pick<Listing, 'id' | 'version'>, principalVersion = 0): string =>
  `${id}.${padded(version)}.${padded(principalVersion)}`

/** A listing that changed every minute of its five years would have two and a half million versions. */
const padded = (version: number): string => String(version).padStart(7, '0')

function events(
  { listing, entries }: Draft,
  tellings: ReadonlyMap<string, Telling>,
  nowMs: number,
): NewOutboxRow[] {
  return entries.map((entry) => {
    const id = eventId({ id: listing.id, version: entry.version })
    return event({ id, listing, entry, telling: tellings.get(id), nowMs })
  })
}

/** Its own record stays as it is: what its readers are told is its principal's doing, or a load's. */
function unrecordedEvent(telling: Telling, id: string, nowMs: number): NewOutboxRow {
  const { listing, change, on } = telling
  const entry = { version: listing.version, state: listing.state, change, on, cause: undefined }
  return event({ id, listing, entry, telling, nowMs })
}

function event({
  id,
  listing,
  entry,
  telling,
  nowMs,
}: {
  readonly id: string
  readonly listing: Listing
  readonly entry: Pick<HistoryEntry, 'version' | 'state' | 'change' | 'on' | 'cause'>
  readonly telling: Telling | undefined
  readonly nowMs: number
}): NewOutboxRow {
  return {
    id,
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
      ...forReaders(telling),
    },
    createdAtMs: nowMs,
    dueAtMs: nowMs,
  }
}

/** What may be told to others than its creditor. */
function forReaders(telling: Telling | undefined) {
  if (telling === undefined) return { isForReaders: false }
  const { event, change, isShown, shown, untilMs } = telling
  const visible = isShown ? 'true' : 'false'
  return { isForReaders: true, event, change, visible, untilMs, ...(shown !== undefined && { shown }) }
}

function work(draft: Draft, principal: Draft | undefined, nowMs: number): NewOutboxRow[] {
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
  const told = correctionsIn(draft, principal).flatMap((entry) => corrections(listing, entry, common))
  return [...sendings, ...unproved, ...told, ...reminders(listing, entries, common)]
}

/** CDC art. 43 §3: whoever was shown what was wrong is told, and so is the debtor. */
function corrections(
  { id, register, document, createdAtMs }: Listing,
  { change, version }: HistoryEntry,
  common: Common,
): NewOutboxRow[] {
  const payload: CorrectionToTell = {
    listingId: id,
    document,
    change,
    version,
    // A sandbox's clock may be years ahead of the trail's.
    fromMs: register === productionRegister ? createdAtMs : 0,
    isCorrection: true,
  }
  const telling = { ...common, id: `${tellRecipientsTopic}.${id}.${version}`, topic: tellRecipientsTopic }
  return [
    { ...telling, dueAtMs: common.dueAtMs + recipientsAfterMs, payload },
    {
      ...telling,
      id: `${telling.id}.late`,
      dueAtMs: common.dueAtMs + lateRecipientsAfterMs,
      payload: { ...payload, isLate: true },
    },
    { ...common, id: `${tellDebtorTopic}.${id}.${version}`, topic: tellDebtorTopic, payload },
  ]
}

type Common = Pick<NewOutboxRow, 'register' | 'clientId' | 'createdAtMs' | 'dueAtMs'>

/** Súmula 548: whoever was paid is reminded before the five business days are over. */
function reminders(
  { id, contractId, paidOn }: Listing,
  entries: readonly HistoryEntry[],
  common: Common,
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
