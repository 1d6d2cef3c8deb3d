import assert from 'node:assert/strict'
import type { RefusalCode } from '@lastro/contract/listings/listing-codes.ts'
import { type Day, startOfDayMs } from '../calendar/day.ts'
import type { Debt, Draft, Listing, Moment } from './listing.ts'
import { isRefused, type Refused } from './refused.ts'
import { shownListing } from './shown-listing.ts'
import { changeOf, isActive, type ListingEvent, nextState } from './states.ts'

/** What follows from the rules alone is the bureau's doing, whoever set it off. */
export const byBureau = (moment: Moment): Moment => ({ ...moment, actor: 'bureau' })

export const refusedDraft = (draft: Draft, code: RefusalCode, moment: Moment): Draft =>
  move(draft, 'refuse', byBureau(moment), {
    cause: code,
    fields: { refusal: code },
  })

/** No clock runs for a notice that has not been delivered. */
export const noPeriod = { deliveredOn: undefined, waitingEndsOn: undefined, publishOn: undefined }

export const unsent = { notice: undefined, ...noPeriod }

/** Nothing changes a listing but this: by the table, with its line of history. */
export function move(
  draft: Draft,
  event: ListingEvent,
  { today, nowMs, actor, isByDate }: Moment,
  { fields = {}, cause, on = today }: { fields?: Partial<Listing>; cause?: string | undefined; on?: Day },
): Draft {
  const state = nextState(draft.listing.state, event)
  assert.ok(state !== undefined, `${draft.listing.state} has no ${event}`)
  const version = draft.listing.version + 1
  // Nobody looks at what has ended.
  const looked = isActive(state) ? {} : { review: undefined, moreReviews: [] }
  const listing = { ...draft.listing, ...fields, ...looked, state, version }
  const shown = mayBeShown(listing) ? { shown: shownListing(listing) } : {}
  const entry = { version, atMs: nowMs, on, change: changeOf[event], state, actor, cause, ...shown }
  const fromMs = isByDate ? startOfDayMs(on) : nowMs
  return {
    ...draft,
    listing,
    entries: [...draft.entries, entry],
    steps: [
      ...draft.steps,
      { entry, before: draft.listing, after: listing, fromMs, isByDate: isByDate === true },
    ],
  }
}

/** What waits is shown from its day on, before anything is recorded; what was shown is compared with what it becomes. */
const mayBeShown = ({ state, publishedOn }: Listing): boolean =>
  publishedOn !== undefined || state === 'waiting'

export const allows = ({ listing }: Draft, event: ListingEvent): boolean =>
  nextState(listing.state, event) !== undefined

/** The principal, or one of its guarantors; the use case has made sure that it exists. */
export function targetOf({ principal, guarantors }: Debt, guarantorId: string | undefined): Draft {
  if (guarantorId === undefined) return principal
  const found = guarantors.find(({ listing }) => listing.id === guarantorId)
  assert.ok(found !== undefined, 'the guarantor belongs to the debt')
  return found
}

/** Decides on one party of a debt alone. */
export const onTarget = (
  debt: Debt,
  guarantorId: string | undefined,
  decide: (draft: Draft) => Draft | Refused,
): Debt | Refused => replaced(debt, guarantorId, decide(targetOf(debt, guarantorId)))

export function replaced(debt: Debt, guarantorId: string | undefined, by: Draft | Refused): Debt | Refused {
  if (isRefused(by)) return by
  if (guarantorId === undefined) return { ...debt, principal: by }
  return {
    ...debt,
    guarantors: debt.guarantors.map((one) => (one.listing.id === guarantorId ? by : one)),
  }
}
