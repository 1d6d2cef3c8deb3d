import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { ListingStatus } from '@lastro/contract/listings/listings.ts'
import type { Language } from '@lastro/contract/text.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { productionRegister, type Register } from '@lastro/rules/listings/listing.ts'
import type { ListingDeps } from '../change-debt.ts'
import { statusView } from './listing-view.ts'

export type ShownToOperator = {
  readonly environment: Environment
  readonly clientId: string
  readonly view: ListingStatus
}

/** A whole listing for the operator, whosever it is, with its history and notices. */
export async function showListing(
  { listings, nowMsIn }: Pick<ListingDeps, 'listings' | 'nowMsIn'>,
  id: string,
  language: Language,
): Promise<ShownToOperator | undefined> {
  const listing = await listings.findListing(id)
  if (listing === undefined) return undefined
  const { principalId, register, clientId } = listing
  const principal = principalId === undefined ? undefined : await listings.findListing(principalId)
  const today = dayAt(await nowMsIn(register))
  const history = await listings.history(id)
  const notices = await listings.notices(id)
  const view = statusView(listing, principal, { history, notices }, { today, language, isOperator: true })
  return { environment: environmentOf(register), clientId, view }
}

export const environmentOf = (register: Register): Environment =>
  register === productionRegister ? 'production' : 'sandbox'
