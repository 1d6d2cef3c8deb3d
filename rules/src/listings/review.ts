import type { ReleaseReason, ReviewCause } from '@lastro/contract/listings/listing-codes.ts'
import type { Draft, Means, Moment } from './listing.ts'
import { allows, move, unsent } from './move.ts'
import { queueNotice } from './notices/give-notice.ts'
import { byState, type Refused } from './refused.ts'
import { endedDraft } from './release.ts'

/** What the operator has to look at besides what waits already. Part of the change that was just made. */
export function withReview(draft: Draft, causes: readonly ReviewCause[]): Draft {
  const { review, moreReviews } = draft.listing
  const waiting = review === undefined ? [] : [review, ...moreReviews]
  const [first, ...rest] = new Set([...waiting, ...causes])
  return { ...draft, listing: { ...draft.listing, review: first, moreReviews: rest } }
}

/**
 * Hidden until the operator has looked, and shown again only after a new notice. What a court has suspended stays
 * so, and is looked at there.
 */
export function heldForReview(draft: Draft, causes: readonly ReviewCause[], moment: Moment): Draft {
  const { listing } = draft
  const isSuspended = !allows(draft, 'hold')
  const held = isSuspended
    ? { ...draft, listing: { ...listing, ...unsent } }
    : move(draft, 'hold', moment, { cause: causes.join(), fields: unsent })
  return withReview(held, causes)
}

/**
 * The operator has looked, and takes the listing as it is: each cause by itself. After the last, one that was held
 * goes on to its notice; one whose letter came back stays where its dates say.
 */
export function decideApproval(draft: Draft, note: string, means: Means, moment: Moment): Draft | Refused {
  const { state, review, moreReviews, reviewed } = draft.listing
  if (state !== 'received' && review === undefined) return byState
  const looked = review === undefined ? reviewed : [...new Set([...reviewed, review])]
  if (state === 'received' && moreReviews.length === 0) {
    return queueNotice(draft, 'accept', means, moment, { cause: note, fields: { reviewed: looked } })
  }
  const [next, ...rest] = moreReviews
  return move(draft, 'keep', moment, {
    cause: `${review}: ${note}`,
    fields: { review: next, moreReviews: rest, reviewed: looked },
  })
}

/** What the operator does not take: refused while it is held, ended where it stands otherwise. */
export function decideReviewRefusal(draft: Draft, note: string, moment: Moment): Draft | Refused {
  const { state, review } = draft.listing
  if (state === 'received') {
    return move(draft, 'refuse', moment, { cause: note, fields: { refusal: 'review_refused' } })
  }
  return review === undefined ? byState : endedDraft(draft, endingOf[review] ?? '21', moment, { note })
}

const endingOf: Readonly<Partial<Record<ReviewCause, ReleaseReason>>> = {
  letter_returned: '17',
  contact_corrected: '05',
}
