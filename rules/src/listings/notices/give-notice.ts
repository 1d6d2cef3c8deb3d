import assert from 'node:assert/strict'
import { waitingPeriodEnd } from '../../calendar/business-days.ts'
import { addDays, type Day } from '../../calendar/day.ts'
import type { Draft, Listing, Means, Moment, NoticeRecord } from '../listing.ts'
import { allows, byBureau, move, refusedDraft, unsent } from '../move.ts'
import { byState, isRefused, type Refused } from '../refused.ts'
import { composedNotice } from './listing-notice.ts'

/**
 * CDC art. 43 §2 and Súmula 359: the bureau itself gives written notice first. A new notice starts from the
 * first channel that reaches the person; after one that did not arrive, the next is tried. Where none is left,
 * nobody can be listed.
 */
export function queueNotice(
  draft: Draft,
  event: 'accept' | 'raise' | 'retry' | 'bounce' | 'resumeNotice',
  means: Means,
  moment: Moment,
  { cause, fields = {} }: { cause?: string; fields?: Partial<Listing> } = {},
): Draft {
  const tried = goesOn.has(event) ? (draft.listing.notice?.tried ?? []) : []
  // Whatever became of an earlier letter, a new notice is on its way.
  const reviewed = (fields.reviewed ?? draft.listing.reviewed).filter((one) => one !== 'letter_returned')
  const toQueue = { ...fields, ...unsent, review: undefined, moreReviews: [], reviewed }
  const queued = move(draft, event, moment, { cause, fields: toQueue })
  const channel = means.channelsFor(queued.listing).find((one) => !tried.includes(one))
  if (channel === undefined) return refusedDraft(queued, 'notice_undeliverable', moment)
  const id = means.newId()
  const record: NoticeRecord = {
    id,
    listingId: queued.listing.id,
    register: queued.listing.register,
    version: queued.listing.version,
    channel,
    status: 'queued',
    createdAtMs: moment.nowMs,
    sentAtMs: undefined,
    settledOn: undefined,
    proof: undefined,
    notice: undefined,
  }
  const notice = { id, channel, tried: [...tried, channel] }
  return { ...queued, listing: { ...queued.listing, notice }, notices: [...queued.notices, record] }
}

const goesOn: ReadonlySet<string> = new Set(['retry', 'bounce', 'resumeNotice'])

/** On its way, without proof: no clock runs yet. */
export function decideSent(draft: Draft, record: NoticeRecord, moment: Moment): Draft | Refused {
  if (!isCurrent(draft, record) || !allows(draft, 'send')) return byState
  const sent = { ...record, status: 'sent' as const, sentAtMs: moment.nowMs }
  return move({ ...draft, notices: [sent] }, 'send', moment, { cause: record.channel })
}

/**
 * STJ Tema 1.315: an electronic notice counts when its delivery is proved, a letter when it is posted. The
 * waiting period starts then: the first day is excluded, it ends on a business day, and the debt may be shown
 * from the day after its end.
 */
export function decideDelivered(
  draft: Draft,
  record: NoticeRecord,
  { proof, on }: { readonly proof: string; readonly on: Day },
  means: Pick<Means, 'waitingDaysIn'>,
  moment: Moment,
): Draft | Refused {
  // Never in the future, and never before the words were written.
  const writtenOn = record.notice?.writtenOn ?? on
  if (!isCurrent(draft, record) || on > moment.today || on < writtenOn) return byState
  const sent = draft.listing.state === 'notice_queued' ? decideSent(draft, record, moment) : draft
  if (isRefused(sent) || !allows(sent, 'deliver')) return byState
  // What the debtor was told in writing holds, whoever records the delivery and whatever is set by then.
  const waitingDays = Math.max(
    record.notice?.waitingDays ?? 0,
    means.waitingDaysIn(draft.listing.address.state ?? ''),
  )
  const waitingEndsOn = waitingPeriodEnd(on, waitingDays)
  const delivered: NoticeRecord = {
    ...record,
    status: 'delivered',
    sentAtMs: record.sentAtMs ?? moment.nowMs,
    settledOn: on,
    proof,
  }
  return move({ ...sent, notices: [delivered] }, 'deliver', moment, {
    cause: record.channel,
    on,
    fields: { deliveredOn: on, waitingEndsOn, publishOn: addDays(waitingEndsOn, 1) },
  })
}

export const isCurrent = ({ listing }: Draft, { id }: NoticeRecord): boolean => listing.notice?.id === id

/** The sandbox sends nothing: there a notice counts as delivered at once. */
export function deliveredAtOnce(
  draft: Draft,
  principalName: string | undefined,
  means: Means,
  moment: Moment,
): Draft {
  // One change can queue two notices, and the second takes the place of the first.
  const queued = draft.notices.find((one) => one.status === 'queued' && isCurrent(draft, one))
  if (queued === undefined || draft.listing.state !== 'notice_queued') return draft
  const composed = composedNotice(draft, queued, principalName, means, moment)
  const outcome = { proof: 'sandbox', on: moment.today }
  const delivered = decideDelivered(draft, composed, outcome, means, byBureau(moment))
  assert.ok(!isRefused(delivered), 'a notice just queued can be delivered')
  const others = draft.notices.filter((one) => one !== queued)
  return { ...delivered, notices: [...others, ...delivered.notices] }
}
