import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import { isVisible } from '@lastro/rules/listings/visible.ts'
import type { Occurrence, Register } from './alert.ts'

export type AsOfNowDeps = {
  readonly listings: { readonly findListing: (id: string) => Promise<Listing | undefined> }
  readonly nowMsIn: (register: Register) => number | Promise<number>
}

/**
 * What may be told of an alert now. It may be read, sent again, or leave late: of a debt that it showed and no report
 * shows any more, it says what happened and not which debt that was.
 */
export async function asOfNow(deps: AsOfNowDeps, occurrence: Occurrence): Promise<Occurrence> {
  const { listing, ...rest } = occurrence.data
  const [listingId = ''] = occurrence.shown.split(':')
  if (listing === undefined || rest.visible !== 'true' || listingId === '') return occurrence
  const kept = await deps.listings.findListing(listingId)
  const principal = kept?.principalId && (await deps.listings.findListing(kept.principalId))
  const today = dayAt(await deps.nowMsIn(occurrence.register))
  const isShown = kept !== undefined && isVisible(kept, principal || undefined, today)
  return isShown ? occurrence : { ...occurrence, data: rest }
}
