import type { Debt, Moment } from './listing.ts'
import { allows, move, replaced, targetOf } from './move.ts'
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
  const suspended = move(target, 'suspend', moment, { cause: courtOrder, fields: { suspension } })
  return replaced(debt, guarantorId, suspended)
}

/** Back to what the dates say. An order that the operator recorded is lifted by the operator. */
export function decideResumption(
  debt: Debt,
  guarantorId: string | undefined,
  moment: Moment,
  note?: string,
): Debt | Refused {
  const target = targetOf(debt, guarantorId)
  if (!allows(target, 'resume')) return byState
  const { suspension, publishOn, publishedOn } = target.listing
  if (suspension?.by === 'operator' && moment.actor.startsWith('client:')) {
    return { refused: 'suspension_of_operator' }
  }
  const isDue = publishOn !== undefined && publishOn <= moment.today
  const resumed = move(target, isDue ? 'resume' : 'resumeWaiting', moment, {
    cause: note,
    fields: { suspension: undefined, ...(isDue && { publishedOn: publishedOn ?? moment.today }) },
  })
  return replaced(debt, guarantorId, resumed)
}
