import type { Day } from '../calendar/day.ts'
import { shownUntil } from './dispute.ts'
import { afterReason } from './insertion/after-release.ts'
import type { Listing } from './listing.ts'

/**
 * Whether a report shows a listing on a day. Dates decide, not jobs: one whose waiting period is over is read as
 * published even while it is still recorded as waiting, and one past its last day is gone before any job ran. A
 * guarantor is shown while its principal is, and never before both notices have run.
 */
export function isVisible(listing: Listing, principal: Listing | undefined, today: Day): boolean {
  const { state, publishOn, expiresOn } = listing
  const isPublished =
    state === 'published' || (state === 'waiting' && publishOn !== undefined && publishOn <= today)
  const followsVisible = principal === undefined || isVisible(principal, undefined, today)
  return isPublished && today <= expiresOn && !isHidden(listing, today) && followsVisible
}

/** Paid, or disputed and left without an answer. */
const isHidden = ({ paidOn, dispute }: Listing, today: Day): boolean =>
  paidOn !== undefined ||
  (dispute !== undefined && dispute.outcome === undefined && shownUntil(dispute) < today)

/**
 * Whether the alert of an ending or a correction may still name the listing once reports no longer show it. It may not
 * after five years, if a court, a dispute or a fraud ended it, or if the debt was void: then only the event stays.
 */
export function mayBeNamed(listing: Listing, principal: Listing | undefined, today: Day): boolean {
  const { state, expiresOn, told } = listing
  const isOver = state === 'expired' || today > expiresOn
  const isLapsedByLoad = told?.lapseCount !== undefined && told.isOver
  if (isOver || isLapsedByLoad || wasTakenBack(listing, today)) return false
  return principal === undefined || mayBeNamed(principal, undefined, today)
}

function wasTakenBack({ release, refusal, suspension, dispute }: Listing, today: Day): boolean {
  const after = release === undefined ? 'free' : afterReason[release]
  if (release === '97' || after === 'order' || after === 'reason') return true
  if (refusal !== undefined || suspension !== undefined) return true
  return dispute !== undefined && dispute.outcome === undefined && shownUntil(dispute) < today
}
