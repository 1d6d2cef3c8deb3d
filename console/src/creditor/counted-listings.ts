import type { ListingState } from '@lastro/contract/listings/listing-codes.ts'
import type { ListingSummary } from '@lastro/contract/listings/listings.ts'
import { centsText } from '@lastro/reading/value-text.ts'
import { centsIn } from '../parts/lists/list-column.ts'

/** A dispute is no state of its own: a listing may be published and disputed at once. */
export type Tab = ListingState | 'disputed' | undefined

/** A refused one was tried and never listed: it counts for nothing but among the refused. */
export const isCounted = (state: ListingState): boolean => state !== 'refused'

const countedIn = ({ states, disputed }: ListingSummary, tab: Tab) =>
  tab === 'disputed'
    ? [disputed]
    : states.filter(({ state }) => (tab === undefined ? isCounted(state) : state === tab))

export const countIn = (summary: ListingSummary, tab: Tab): number =>
  countedIn(summary, tab).reduce((sum, { count }) => sum + count, 0)

/** Undefined for those that are in no sum. */
export const amountIn = (summary: ListingSummary, tab: Tab): string | undefined =>
  tab !== undefined && tab !== 'disputed' && !isCounted(tab)
    ? undefined
    : centsText(countedIn(summary, tab).reduce((sum, { amount }) => sum + (centsIn(amount) ?? 0n), 0n))
