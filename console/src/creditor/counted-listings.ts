import type { ListingState } from '@lastro/contract/listings/listing-codes.ts'
import type { ListingSummary } from '@lastro/contract/listings/listings.ts'
import { centsText } from '@lastro/reading/value-text.ts'
import { isActive } from '@lastro/rules/listings/states.ts'
import { centsIn } from '../parts/lists/list-column.ts'

/** A dispute is not a state: a listing may be published and disputed at once. */
export type Tab = ListingState | 'disputed' | undefined

const rowsIn = ({ states, disputed }: ListingSummary, tab: Tab) =>
  tab === 'disputed' ? [disputed] : states.filter(({ state }) => tab === undefined || state === tab)

/** Undefined for refused debts, which a summary does not count. */
export const countIn = (summary: ListingSummary, tab: Tab): number | undefined =>
  tab === 'refused' ? undefined : rowsIn(summary, tab).reduce((sum, { count }) => sum + count, 0)

/** The total of a tab's active debts; undefined if debts in that state are never active. */
export function amountIn(summary: ListingSummary, tab: Tab): string | undefined {
  if (tab !== undefined && tab !== 'disputed' && !isActive(tab)) return undefined
  const active = rowsIn(summary, tab).filter((row) => !('state' in row) || isActive(row.state))
  return centsText(active.reduce((sum, { amount }) => sum + (centsIn(amount) ?? 0n), 0n))
}
