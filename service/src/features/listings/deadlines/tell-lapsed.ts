import { dayAt } from '@lastro/rules/calendar/day.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { isActive } from '@lastro/rules/listings/states.ts'
import type { OutboxRow } from '../../../jobs/outbox.ts'
import type { Chore, Handled } from '../../../jobs/runner.ts'
import { changeDebt, type ListingDeps } from '../change-debt.ts'

/** What a load that is to be looked at says: whose debts it told. */
export type LoadToLookAt = { readonly documento: string }

/** A load has told debts of a watched document that have a listing here: it may have ended one, or given it back. */
export async function tellLapsed(deps: ListingDeps, { payload, createdAtMs }: OutboxRow): Promise<Handled> {
  await lookAt(deps, (payload as LoadToLookAt).documento, createdAtMs)
  return 'done'
}

/** So many are asked for at a time; each is looked at by itself. */
const pageCount = 200

/**
 * What days have ended since, and what was loaded of the principal of a guarantor whom somebody watches. Once a day:
 * a load only ever ends a listing with a day.
 */
export function lapsedListings(deps: ListingDeps): Chore {
  let lookedOn: string | undefined
  const run = async () => {
    const today = dayAt(deps.clock.nowMs())
    if (today === lookedOn) return 0
    for (let after: string | undefined = ''; after !== undefined; ) {
      const documents: readonly string[] = await deps.listings.watchedDocuments({ after, limit: pageCount })
      for (const document of documents) await lookAt(deps, document)
      after = documents.at(-1)
    }
    lookedOn = today
    return 0
  }
  return { name: 'lapsed listings', run }
}

/** Whatever changes a debt looks at what was loaded of it; here nothing else is changed. */
async function lookAt(deps: ListingDeps, document: string, loadedAtMs?: number): Promise<void> {
  const place = { register: productionRegister, clientId: undefined }
  const found = await deps.listings.list({ ...place, document, withGuarantors: true, limit: listingCountMax })
  const live = found.filter(({ state }) => isActive(state))
  for (const id of new Set(live.map(({ id, principalId }) => principalId ?? id))) {
    const debt = { key: { ...place, id }, ...(loadedAtMs !== undefined && { loadedAtMs }) }
    await changeDebt(deps, debt, 'bureau', (kept) => kept)
  }
}

/** Far more than anybody has. */
const listingCountMax = 10_000
