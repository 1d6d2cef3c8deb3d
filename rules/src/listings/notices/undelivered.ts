import type { Draft, Means, Moment, NoticeRecord } from '../listing.ts'
import { allows, move, noPeriod } from '../move.ts'
import { byState, type Refused } from '../refused.ts'
import { withReview } from '../review.ts'
import { isCurrent, queueNotice } from './give-notice.ts'

export type Undelivered = {
  readonly detail: string
  /** It came back. Otherwise nobody has said anything, which undoes no proof. */
  readonly isBounce: boolean
  /** Whoever has paid is told of nothing any more. */
  readonly isPaid: boolean
}

/**
 * A notice that did not arrive. On its way, it goes on to the next channel. STJ Tema 1.315: an e-mail that bounces
 * after it was accepted was never delivered, so that what was published on it is hidden until another notice has
 * run its period. Súmula 404: a letter counts when posted; its return is recorded, and the operator looks.
 */
export function decideUndelivered(
  draft: Draft,
  record: NoticeRecord,
  { detail, isBounce, isPaid }: Undelivered,
  means: Means,
  moment: Moment,
): Draft | Refused {
  if (!isCurrent(draft, record)) return byState
  const proof = record.proof === undefined ? detail : `${record.proof}; ${detail}`
  const failed: NoticeRecord = { ...record, status: 'failed', settledOn: moment.today, proof }
  const dead = { ...draft, notices: [failed] }
  const cause = record.channel
  if (allows(draft, 'retry')) return queueNotice(dead, 'retry', means, moment, { cause })
  // What rests on no notice, or on one that is known to have come back, is as it should be.
  const isKnown = record.status === 'failed' || record.status === 'returned'
  if (!isBounce || draft.listing.deliveredOn === undefined || isKnown || !allows(draft, 'bounce'))
    return byState
  if (record.channel === 'letter')
    return returnedLetter(draft, { ...record, status: 'returned', proof }, moment)
  if (isPaid) return move(dead, 'recordReturn', moment, { cause })
  if (draft.listing.state !== 'suspended') return queueNotice(dead, 'bounce', means, moment, { cause })
  // Nobody is told while a court forbids it; once its order is lifted, the next channel is tried.
  return move(dead, 'bounce', moment, { cause, fields: noPeriod })
}

function returnedLetter(draft: Draft, returned: NoticeRecord, moment: Moment): Draft | Refused {
  const { review, moreReviews, reviewed } = draft.listing
  if ([review, ...moreReviews, ...reviewed].includes('letter_returned')) return byState
  const recorded = move({ ...draft, notices: [returned] }, 'recordReturn', moment, { cause: 'letter' })
  return withReview(recorded, ['letter_returned'])
}
