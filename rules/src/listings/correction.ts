import {
  type RefusalCode,
  type ReleaseReason,
  wrongReasons,
} from '@lastro/contract/listings/listing-codes.ts'
import type { Day } from '../calendar/day.ts'
import { centsOf } from '../money/cents.ts'
import type { Draft, HistoryEntry, Listing, ShownListing } from './listing.ts'
import type { Recipient } from './notices/notice.ts'

/** One leaf that a reader was shown, and what takes its place. */
export type FieldCorrection = {
  readonly field: Exclude<keyof ShownListing, 'disputed'>
  readonly before?: string
  readonly after?: string
}

/** What a debtor is told of a correction, for whoever puts it into words. */
export type CorrectionFacts = {
  readonly id: string
  readonly recipient: Recipient
  readonly creditorName: string
  readonly contractId: string
  readonly on: Day
  /** What is shown otherwise now; undefined when the listing is gone. */
  readonly changes: readonly FieldCorrection[] | undefined
}

/**
 * CDC art. 43 §3: the changes of a listing after which whoever was shown it may have been shown something wrong. An
 * end that says so is always one; of an update `correctedFields` says it, version by version. A guarantor's listing
 * that ends with its principal's was wrong where the principal's was.
 */
export function correctionsIn(draft: Draft, principal: Draft | undefined): readonly HistoryEntry[] {
  const { listing, entries } = draft
  if (listing.publishedOn === undefined) return []
  const endsWithPrincipal = principal?.entries.some((entry) => isWrongEnd(entry, principal.listing)) === true
  return entries.filter(
    (entry) =>
      isSeenUpdate(entry) || isWrongEnd(entry, listing) || (endsWithPrincipal && isEnd(entry.change)),
  )
}

/** Whether a listing ended by this change for a reason that says that it was wrong. */
export const isWrongEnd = (
  { change }: Pick<HistoryEntry, 'change'>,
  { release, refusal }: Pick<Listing, 'release' | 'refusal'>,
): boolean =>
  (isReleased(change) && release !== undefined && isWrongReason(release)) ||
  (change === 'refused' && refusal !== undefined && voidRefusals.has(refusal))

const isWrongReason = (reason: ReleaseReason): boolean => wrongReasons.includes(reason)

/** Back in a notice after it was shown, a listing is withdrawn where it would have been released. */
const isReleased = (change: HistoryEntry['change']): boolean =>
  change === 'released' || change === 'withdrawn'

export const isEnd = (change: HistoryEntry['change']): boolean => isReleased(change) || change === 'refused'

/** Refusals that say that the debt should never have been listed; of the others what was shown was right. */
const voidRefusals: ReadonlySet<RefusalCode> = new Set(['121', 'review_refused'])

/** Of an update, the parts that a report shows; a new phone number corrects nobody's report. */
const seenParts: ReadonlySet<string> = new Set(['debt', 'amount', 'subJudice', 'address'])

export const isSeenUpdate = ({ change, cause }: HistoryEntry): boolean =>
  change === 'changed' && changedParts(cause).some((part) => seenParts.has(part))

/** The cause of an update: the parts that changed, and a reason where one was given. */
const changedParts = (cause = ''): readonly string[] => cause.split(': ', 1)[0]?.split(',') ?? []

/**
 * What a reader was shown that is shown otherwise now. A higher value is none: what was shown was owed, and the
 * listing is back in its notice.
 */
export const correctedFields = (seen: ShownListing, now: ShownListing): readonly FieldCorrection[] =>
  fields
    .filter((field) => seen[field] !== now[field] && !(field === 'amount' && isHigher(seen, now)))
    .map((field) => ({
      field,
      ...(seen[field] !== undefined && { before: seen[field] }),
      ...(now[field] !== undefined && { after: now[field] }),
    }))

const isHigher = (seen: ShownListing, now: ShownListing): boolean =>
  centsOf(now.amount) > centsOf(seen.amount)

const fields: readonly FieldCorrection['field'][] = [
  'section',
  'occurrenceDate',
  'legalNatureId',
  'legalNature',
  'contractId',
  'creditorName',
  'amount',
  'legalSquare',
  'federalUnit',
  'principal',
  'flagSubJudice',
]

/** The versions that showed what was wrong until this one, the earliest first. */
export const wrongVersions = (history: readonly HistoryEntry[], corrected: HistoryEntry): readonly number[] =>
  history
    .filter(
      (seen, at) =>
        seen.version < corrected.version && wasShown(seen, history[at + 1]) && isWrong(seen, corrected),
    )
    .map(({ version }) => version)

/**
 * What waits is shown from its day on, and its publication is recorded after that: what is next to come. That a court
 * suspended it is told to watchers, with what it said.
 */
const wasShown = ({ state }: HistoryEntry, next: HistoryEntry | undefined): boolean =>
  state === 'published' || state === 'suspended' || (state === 'waiting' && next?.change === 'published')

/** What a version showed that was written before this was kept is not known, and passes for wrong. */
const isWrong = (seen: HistoryEntry, corrected: HistoryEntry): boolean =>
  corrected.change !== 'changed' ||
  seen.shown === undefined ||
  corrected.shown === undefined ||
  correctedFields(seen.shown, corrected.shown).length > 0
