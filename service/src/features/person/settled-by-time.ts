import type { Day } from '@lastro/rules/calendar/day.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import type { PersonRequest } from '@lastro/rules/person/request.ts'
import { changeDebt } from '../listings/change-debt.ts'
import type { PersonDeps } from './person-deps.ts'

type Deps = Pick<PersonDeps, 'requests' | 'listing'>

/** The same requests after time has had its say: one whose last day has passed is settled before it is read. */
export const settledByTime = (
  deps: Deps,
  requests: readonly PersonRequest[],
  today: Day,
): Promise<readonly PersonRequest[]> => Promise.all(requests.map((one) => settled(deps, one, today)))

async function settled(
  { requests, listing }: Deps,
  request: PersonRequest,
  today: Day,
): Promise<PersonRequest> {
  const { id, listingId, answerBy, outcome } = request
  if (listingId === undefined || outcome !== undefined || (answerBy ?? today) >= today) return request
  const found = await listing.listings.findListing(listingId)
  if (found === undefined) return request
  const key = { register: productionRegister, clientId: undefined, id: found.principalId ?? listingId }
  await changeDebt(listing, { key }, 'bureau', (debt) => debt)
  return (await requests.find(id)) ?? request
}
