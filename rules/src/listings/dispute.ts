import type { DisputeOutcomeRequest } from '@lastro/contract/listings/listings.ts'
import { addBusinessDays } from '../calendar/business-days.ts'
import { addDays, type Day } from '../calendar/day.ts'
import type { PersonRequest } from '../person/request.ts'
import { saysSomething } from '../policies/says-something.ts'
import type { Debt, Dispute, HistoryEntry, Moment } from './listing.ts'
import { allows, move, replaced, targetOf } from './move.ts'
import { byState, type Refused } from './refused.ts'
import { decideRelease } from './release.ts'

/** CDC art. 43 §3 gives five business days to correct; unanswered by then, it is hidden until answered. */
export const disputeDueOn = (openedOn: Day): Day => addBusinessDays(openedOn, 5, 'national')

/** By when the person has an answer: without one from the creditor, the bureau gives it, and releases for good. */
export const disputeAnswerBy = (openedOn: Day): Day => addDays(openedOn, 10)

/** The last day on which what is disputed is shown without an answer; holidays can make the ten days the shorter. */
export const shownUntil = ({ dueOn, openedOn }: Dispute): Day => {
  const answerBy = disputeAnswerBy(openedOn)
  return dueOn < answerBy ? dueOn : answerBy
}

export function decideDispute(
  debt: Debt,
  guarantorId: string | undefined,
  statement: string,
  moment: Moment,
  /** Of the person on file, where it came from there: kept in the same commit. */
  request?: PersonRequest,
): Debt | Refused {
  const target = targetOf(debt, guarantorId)
  const { dispute: last } = target.listing
  const open = last?.outcome === undefined ? last : undefined
  // What the creditor recorded itself does not shut the person out.
  const isTakenOver = request !== undefined && open?.requestId === undefined
  if ((open !== undefined && !isTakenOver) || !allows(target, 'dispute')) return byState
  const dispute = {
    statement,
    ...clockOf(open, moment.today),
    outcome: undefined,
    answer: undefined,
    ...(request !== undefined && { requestId: request.id }),
  }
  const disputed = move(target, 'dispute', moment, { fields: { dispute } })
  return replaced(debt, guarantorId, { ...disputed, ...(request !== undefined && { request }) })
}

/** The days that run already go on: nobody is shown for longer, or released later, because the person asks too. */
const clockOf = (open: Dispute | undefined, today: Day): Pick<Dispute, 'openedOn' | 'dueOn' | 'isOverdue'> =>
  open === undefined
    ? { openedOn: today, dueOn: disputeDueOn(today), isOverdue: false }
    : { openedOn: open.openedOn, dueOn: open.dueOn, isOverdue: open.isOverdue }

/**
 * Upheld, the listing goes, and whoever saw it is told; rejected, it stays. A person who asked is owed an answer: one
 * that says nothing is none, and its ten days run on.
 */
export function decideDisputeOutcome(
  debt: Debt,
  guarantorId: string | undefined,
  { outcome, answer, isCorrected }: DisputeOutcomeRequest & { readonly isCorrected?: true },
  moment: Moment,
): Debt | Refused {
  const target = targetOf(debt, guarantorId)
  const { dispute } = target.listing
  if (dispute === undefined || dispute.outcome !== undefined) return byState
  if (!allows(target, 'rejectDispute')) return byState
  const isOwed = outcome === 'rejected' && dispute.requestId !== undefined
  if (isOwed && !saysSomething(answer ?? '')) return { refused: 'answer_required' }
  const settled = { ...dispute, outcome, answer, ...(isCorrected && { isCorrected }) }
  const cause = answer ?? outcome
  if (outcome === 'rejected') {
    const kept = move(target, 'rejectDispute', moment, { cause, fields: { dispute: settled } })
    return replaced(debt, guarantorId, kept)
  }
  const upheld = { ...target, listing: { ...target.listing, dispute: settled } }
  return decideRelease(replaced(debt, guarantorId, upheld) as Debt, guarantorId, { reason: '45' }, moment)
}

/** Whether a listing was corrected after it was last disputed. */
export function changedSinceDispute(history: readonly HistoryEntry[]): boolean {
  const disputedAt = history.findLast(({ change }) => change === 'disputed')?.version ?? Infinity
  return history.some(({ change, version }) => change === 'changed' && version > disputedAt)
}
