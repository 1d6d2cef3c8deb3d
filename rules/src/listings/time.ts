import { addDays, type Day } from '../calendar/day.ts'
import { disputeAnswerBy, shownUntil } from './dispute.ts'
import type { Debt, Dispute, Draft, Listing, Moment } from './listing.ts'
import { move } from './move.ts'
import { endingEvent, guarantorsFollow, reminderOn } from './release.ts'
import { isActive, nextState } from './states.ts'

type Due = {
  readonly on: Day
  readonly event: 'publish' | 'expire' | 'remind' | 'overdueDispute' | 'release' | 'withdraw'
  readonly cause?: string
  readonly fields: Partial<Listing>
}

/** The next thing that time alone does to a listing, and the day on which it does. */
export function nextDue(listing: Listing): Due | undefined {
  const { state, publishOn, publishedOn, expiresOn, paidOn, isReminded, dispute } = listing
  if (!isActive(state)) return undefined
  const due: Due[] = [{ on: addDays(expiresOn, 1), event: 'expire', cause: '97', fields: { release: '97' } }]
  // What ends on the day of its publication is not published.
  if (dispute !== undefined && dispute.outcome === undefined) due.push(...dueOfDispute(listing, dispute))
  if (state === 'waiting' && publishOn !== undefined && publishOn <= expiresOn) {
    due.push({ on: publishOn, event: 'publish', fields: { publishedOn: publishedOn ?? publishOn } })
  }
  if (paidOn !== undefined && !isReminded && nextState(state, 'remind') !== undefined) {
    due.push({ on: reminderOn(paidOn), event: 'remind', fields: { isReminded: true } })
  }
  return due.reduce((first, one) => (one.on < first.on ? one : first))
}

/** An open dispute hides its listing, and ends it where the person would be left without an answer. */
function dueOfDispute(listing: Listing, dispute: Dispute): Due[] {
  const end = endingEvent(listing)
  const unanswered = { ...dispute, isOverdue: true, outcome: 'unanswered' as const }
  const due: Due[] = [
    {
      on: addDays(disputeAnswerBy(dispute.openedOn), 1),
      event: end,
      cause: '45',
      fields: { release: '45', dispute: unanswered },
    },
  ]
  if (!dispute.isOverdue && nextState(listing.state, 'overdueDispute') !== undefined) {
    const fields = { dispute: { ...dispute, isOverdue: true } }
    due.push({ on: addDays(shownUntil(dispute), 1), event: 'overdueDispute', fields })
  }
  return due
}

/** Everything that has fallen due by now, recorded with the day on which it did, however late that is. */
export function caughtUp(
  draft: Draft,
  { today, nowMs }: Pick<Moment, 'today' | 'nowMs'>,
  /** The day on which its principal ended: on that day its own time may end as well, and nothing comes after. */
  endedOn?: Day,
): Draft {
  const moment = { today, nowMs, actor: 'bureau' as const, isByDate: true as const }
  let current = draft
  for (;;) {
    const due = nextDue(current.listing)
    if (due === undefined || due.on > today) return current
    const { event, on, fields, cause } = due
    if (endedOn !== undefined && (on > endedOn || (on === endedOn && event !== 'expire'))) return current
    current = move(current, event, moment, { on, fields, cause })
  }
}

/** A principal that time has ended takes its guarantors along on the same day. */
export function debtCaughtUp(
  { principal, guarantors }: Debt,
  { today, nowMs }: Pick<Moment, 'today' | 'nowMs'>,
): Debt {
  const caught = caughtUp(principal, { today, nowMs })
  // What somebody has ended took effect at that moment, and its guarantors follow then.
  const isEndedByTime = isActive(principal.listing.state) && !isActive(caught.listing.state)
  const endedOn = isEndedByTime ? caught.entries.at(-1)?.on : undefined
  const debt = {
    principal: caught,
    guarantors: guarantors.map((one) => caughtUp(one, { today, nowMs }, endedOn)),
  }
  return endedOn === undefined
    ? debt
    : guarantorsFollow(debt, { today: endedOn, nowMs, actor: 'bureau', isByDate: true })
}
