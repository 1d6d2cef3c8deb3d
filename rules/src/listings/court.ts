import type { Debt, Listing, Means, Moment } from './listing.ts'
import { allows, move, replaced, targetOf } from './move.ts'
import { queueNotice } from './notices/give-notice.ts'
import { byState, type Refused } from './refused.ts'

/** A lawsuit alone does not remove; an order of the court hides, until it is lifted. */
export function decideSuspension(
  debt: Debt,
  guarantorId: string | undefined,
  courtOrder: string,
  moment: Moment,
): Debt | Refused {
  const target = targetOf(debt, guarantorId)
  if (!allows(target, 'suspend')) return byState
  const by = moment.actor.startsWith('client:') ? ('creditor' as const) : ('operator' as const)
  // The operator's order takes the place of the creditor's, which the creditor could lift; never the other way.
  const { suspension: held } = target.listing
  if (held !== undefined && (held.by === 'operator' || by === 'creditor')) return byState
  const suspension = { courtOrder, since: moment.today, by }
  const fields = { suspension, ...givenUpNotice(target.listing) }
  const suspended = move(target, 'suspend', moment, { cause: courtOrder, fields })
  return replaced(debt, guarantorId, suspended)
}

/** A notice that is given up on its way has not failed: once the order is lifted, its channel is tried again. */
function givenUpNotice({ state, notice }: Listing): Partial<Listing> {
  const isOnItsWay = state === 'notice_queued' || state === 'notice_sent'
  if (!isOnItsWay || notice === undefined) return {}
  return { notice: { ...notice, tried: notice.tried.filter((one) => one !== notice.channel) } }
}

/**
 * Back to what the dates say. Without a notice that holds there are none: it waits for the operator, or for a new
 * notice. An order that the operator recorded is lifted by the operator.
 */
export function decideResumption(
  debt: Debt,
  guarantorId: string | undefined,
  means: Means,
  moment: Moment,
  note?: string,
): Debt | Refused {
  const target = targetOf(debt, guarantorId)
  if (!allows(target, 'resume')) return byState
  const { suspension, publishOn, publishedOn, review } = target.listing
  if (suspension?.by === 'operator' && moment.actor.startsWith('client:')) {
    return { refused: 'suspension_of_operator' }
  }
  if (publishOn === undefined) {
    const lifted = { ...(note !== undefined && { cause: note }), fields: { suspension: undefined } }
    const isLookedAt = review === undefined
    return replaced(
      debt,
      guarantorId,
      isLookedAt
        ? queueNotice(target, 'resumeNotice', means, moment, lifted)
        : move(target, 'resumeReview', moment, lifted),
    )
  }
  const isDue = publishOn <= moment.today
  const resumed = move(target, isDue ? 'resume' : 'resumeWaiting', moment, {
    cause: note,
    fields: { suspension: undefined, ...(isDue && { publishedOn: publishedOn ?? moment.today }) },
  })
  return replaced(debt, guarantorId, resumed)
}
