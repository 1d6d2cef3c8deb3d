import { paidReasons, type ReleaseReason, reservedReasons } from '@lastro/contract/listings/listing-codes.ts'
import { addBusinessDays } from '../calendar/business-days.ts'
import { type Day, parseDay } from '../calendar/day.ts'
import type { Debt, Draft, Listing, Moment } from './listing.ts'
import { allows, byBureau, move, refusedDraft, replaced, targetOf } from './move.ts'
import { byRule, byState, isRefused, type Refused } from './refused.ts'
import { isActive, nextState } from './states.ts'

/** Súmula 548: from payment the creditor has five business days to ask for the release. */
export const releaseDueOn = (paidOn: Day): Day => addBusinessDays(paidOn, 5, 'national')

export const reminderOn = (paidOn: Day): Day => addBusinessDays(paidOn, 3, 'national')

/** A payment hides the listing at once; before publication it ends it, never shown. */
export function decidePayment(debt: Debt, paidOn: Day, moment: Moment, note?: string): Debt | Refused {
  const { principal } = debt
  if (paidOn > moment.today) return byRule('016')
  if (principal.listing.paidOn !== undefined) return byState
  if (allows(principal, 'pay')) {
    const paid = move(principal, 'pay', moment, { cause: note, on: paidOn, fields: { paidOn } })
    return { ...debt, principal: paid }
  }
  if (!allows(principal, 'withdraw')) return byState
  return { ...debt, principal: endedDraft(principal, '01', moment, { paidOn, note }) }
}

export type Release = {
  readonly reason: ReleaseReason
  readonly paidOn?: string
  /** The operator's own words, for the history. */
  readonly note?: string
}

/** Gone from the very next report; a principal takes its guarantors along. */
export function decideRelease(
  debt: Debt,
  guarantorId: string | undefined,
  { reason, paidOn, note }: Release,
  moment: Moment,
): Debt | Refused {
  const isBureau = moment.actor.startsWith('operator:') || moment.actor === 'bureau'
  if (reservedReasons.includes(reason) && !isBureau) return byRule('799')
  const day = paidOn === undefined ? undefined : parseDay(paidOn)
  if (paidOn !== undefined && day === undefined) return byRule('014')
  if (day !== undefined && day > moment.today) return byRule('016')
  const target = targetOf(debt, guarantorId)
  if (!isActive(target.listing.state)) return byState
  const paid = day ?? (paidReasons.includes(reason) ? moment.today : undefined)
  const ended = replaced(debt, guarantorId, endedDraft(target, reason, moment, { paidOn: paid, note }))
  const isPaidBefore = debt.principal.listing.paidOn !== undefined
  if (guarantorId === undefined || isRefused(ended) || paid === undefined || isPaidBefore) return ended
  // Whoever backed the debt has paid the whole of it; a share would lower its value.
  return decidePayment(ended, paid, moment, guarantorId)
}

/** What was shown is released; what never was is withdrawn. */
export function endedDraft(
  draft: Draft,
  reason: ReleaseReason,
  moment: Moment,
  { paidOn, note }: { readonly paidOn?: Day | undefined; readonly note?: string | undefined } = {},
): Draft {
  const event = endingEvent(draft.listing)
  const paid = draft.listing.paidOn ?? paidOn
  const cause = note === undefined ? reason : `${reason}: ${note}`
  return move(draft, event, moment, { cause, fields: { release: reason, paidOn: paid } })
}

export const endingEvent = ({ state, publishedOn }: Listing): 'release' | 'withdraw' =>
  publishedOn !== undefined && nextState(state, 'release') !== undefined ? 'release' : 'withdraw'

/** A guarantor does not outlast its principal: what ends the one ends the other. */
export function guarantorsFollow(debt: Debt, moment: Moment): Debt {
  const { state, release, paidOn } = debt.principal.listing
  if (isActive(state)) return debt
  const bureau = byBureau(moment)
  const followed = (one: Draft): Draft => {
    if (!isActive(one.listing.state)) return one
    if (state === 'refused' && allows(one, 'refuse')) return refusedDraft(one, '298', moment)
    return endedDraft(one, release ?? '12', bureau, { paidOn })
  }
  return { ...debt, guarantors: debt.guarantors.map(followed) }
}
