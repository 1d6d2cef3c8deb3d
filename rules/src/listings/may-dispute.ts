import type { ListingStatus } from '@lastro/contract/listings/listings.ts'
import { nextState } from './states.ts'

/**
 * Whether the person may dispute it: not what has ended or is disputed already; what the creditor recorded gives way
 * to the person's. While the operator looks it can be disputed as well.
 */
export function mayDispute({ state, dispute, history }: ListingStatus): boolean {
  const isOpen = dispute !== undefined && dispute.outcome === undefined
  const by = history.findLast(({ change }) => change === 'disputed')?.actor
  return nextState(state, 'dispute') !== undefined && (!isOpen || by === 'creditor')
}
