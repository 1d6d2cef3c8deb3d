import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { ListingStatus } from '@lastro/contract/listings/listings.ts'
import type { Language } from '@lastro/contract/text.ts'
import { targetOf } from '@lastro/rules/listings/move.ts'
import { environmentOf } from '@lastro/rules/listings/register.ts'
import { debtCaughtUp } from '@lastro/rules/listings/time.ts'
import { draftedDebt, type ListingDeps, momentIn } from '../change-debt.ts'
import { statusView } from './listing-view.ts'

export type ShownToOperator = {
  readonly environment: Environment
  readonly clientId: string
  readonly view: ListingStatus
}

/** A whole listing, whosever it is, with its history and notices; what has fallen due is shown as it will be recorded. */
export async function showListing(
  deps: Pick<ListingDeps, 'listings' | 'nowMsIn'>,
  id: string,
  language: Language,
): Promise<ShownToOperator | undefined> {
  const { listings } = deps
  const found = await listings.findListing(id)
  if (found === undefined) return undefined
  const { principalId, register, clientId } = found
  const kept = await listings.findDebt({ register, clientId: undefined, id: principalId ?? id })
  if (kept === undefined) return undefined
  const moment = await momentIn(deps, register, 'bureau')
  const debt = debtCaughtUp(draftedDebt(kept), moment)
  const isGuarantor = principalId !== undefined
  const { listing, entries } = targetOf(debt, isGuarantor ? id : undefined)
  const recorded = (await listings.history(id)).filter(
    (one) => one.version <= listing.version - entries.length,
  )
  const view = statusView(
    listing,
    isGuarantor ? debt.principal.listing : undefined,
    { history: [...recorded, ...entries], notices: await listings.notices(id) },
    { today: moment.today, language, isOperator: true },
  )
  return { environment: environmentOf(register), clientId, view }
}
