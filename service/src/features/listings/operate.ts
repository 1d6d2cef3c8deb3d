import type { ReleaseReason } from '@lastro/contract/listings/listing-codes.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { decideResumption, decideSuspension } from '@lastro/rules/listings/court.ts'
import { decideDisputeOutcome } from '@lastro/rules/listings/dispute.ts'
import { decideLift } from '@lastro/rules/listings/insertion/coming-again.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import { onTarget, targetOf } from '@lastro/rules/listings/move.ts'
import { byState, isRefused, type Refused } from '@lastro/rules/listings/refused.ts'
import { decidePayment, decideRelease } from '@lastro/rules/listings/release.ts'
import { decideApproval, decideReviewRefusal } from '@lastro/rules/listings/review.ts'
import { changeDebt, type ListingDeps } from './change-debt.ts'

/** What a person of the operator may do to a listing. Each carries the reason, which goes on record. */
export type OperatorListingAct =
  | { readonly kind: 'approve'; readonly note: string }
  | { readonly kind: 'refuse'; readonly note: string }
  | { readonly kind: 'suspend'; readonly courtOrder: string }
  | { readonly kind: 'resume'; readonly note: string }
  | { readonly kind: 'release'; readonly reason: ReleaseReason; readonly note: string }
  | { readonly kind: 'lift'; readonly courtOrder: string | undefined; readonly note: string }
  | { readonly kind: 'paid'; readonly paidOn: Day; readonly note: string }
  | { readonly kind: 'dispute'; readonly outcome: 'upheld' | 'rejected'; readonly note: string }

export type Operated =
  | { readonly kind: 'done'; readonly listing: Listing }
  | { readonly kind: 'refused'; readonly refused: Refused; readonly state: Listing['state'] }
  /** `moved`: it is not what the person has looked at any more. */
  | { readonly kind: 'unknown' | 'busy' | 'moved' }

export type Operating = {
  readonly id: string
  readonly operator: string
  /** The version that the person has looked at, where they say so. */
  readonly seenVersion?: number | undefined
}

/** Does it, by the same table and rules as everybody else, and puts the person's name on record. */
export async function operate(
  deps: ListingDeps,
  { id, operator, seenVersion }: Operating,
  operation: OperatorListingAct,
): Promise<Operated> {
  const found = await deps.listings.findListing(id)
  if (found === undefined) return { kind: 'unknown' }
  const guarantorId = found.principalId === undefined ? undefined : id
  const key = { register: found.register, clientId: undefined, id: found.principalId ?? id }
  let { state } = found
  let hasMoved = false
  const changed = await changeDebt(deps, { key, guarantorId }, `operator:${operator}`, (debt, moment) => {
    const { listing } = targetOf(debt, guarantorId)
    state = listing.state
    hasMoved =
      (seenVersion !== undefined && seenVersion !== listing.version) ||
      (judgements.has(operation.kind) && !isSameMatter(listing, found))
    // Nobody judges what somebody else put there meanwhile.
    if (hasMoved) return byState
    switch (operation.kind) {
      case 'approve':
        return onTarget(debt, guarantorId, (draft) =>
          decideApproval(draft, operation.note, deps.means, moment),
        )
      case 'refuse':
        return onTarget(debt, guarantorId, (draft) => decideReviewRefusal(draft, operation.note, moment))
      case 'suspend':
        return decideSuspension(debt, guarantorId, operation.courtOrder, moment)
      case 'resume':
        return decideResumption(debt, guarantorId, deps.means, moment, operation.note)
      case 'release':
        return decideRelease(debt, guarantorId, operation, moment)
      case 'lift':
        return onTarget(debt, guarantorId, (draft) => decideLift(draft, operation, moment))
      case 'paid':
        return decidePayment(debt, operation.paidOn, moment, operation.note)
      case 'dispute':
        return decideDisputeOutcome(
          debt,
          guarantorId,
          { outcome: operation.outcome, answer: operation.note },
          moment,
        )
    }
  })
  if (changed === 'unknown' || changed === 'busy') return { kind: changed }
  if (hasMoved) return { kind: 'moved' }
  if (isRefused(changed)) return { kind: 'refused', refused: changed, state }
  return { kind: 'done', listing: targetOf(changed, guarantorId).listing }
}

/** What is said of the cause or the dispute that stood there, not of the listing. */
const judgements: ReadonlySet<OperatorListingAct['kind']> = new Set(['approve', 'refuse', 'dispute'])

const isSameMatter = (now: Listing, found: Listing): boolean =>
  now.review === found.review &&
  now.dispute?.openedOn === found.dispute?.openedOn &&
  now.dispute?.statement === found.dispute?.statement
