import { startOfDayMs } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Registered } from '@lastro/rules/listings/insertion/known-party.ts'
import type { Listing, Moment } from '@lastro/rules/listings/listing.ts'
import type { ByLoad } from '@lastro/rules/listings/readers.ts'
import { productionRegister, type Register } from '@lastro/rules/listings/register.ts'
import { isActive } from '@lastro/rules/listings/states.ts'
import { lapsedByLoadOn } from '@lastro/rules/reports/merging/held-here.ts'
import type { KeptDebt } from './listing-store.ts'

/** How a document is registered where a register takes its people from; undefined where nothing is known. */
export type RegisteredAs = (register: Register, document: DocumentNumber) => Promise<Registered | undefined>

/**
 * The parties of a debt that reports leave out, because a load has told an earlier day and its five years are over.
 * Each could be read until that day; or until the load, where it is known when that was.
 */
export async function lapsedByLoad(
  { registeredAs }: { readonly registeredAs: RegisteredAs },
  { principal, guarantors }: KeptDebt,
  { today, nowMs }: Moment,
  loadedAtMs = 0,
): Promise<ByLoad | undefined> {
  // Nothing is loaded into a sandbox.
  if (principal.register !== productionRegister) return undefined
  const untilMsOf = async ({ register, document, ...listing }: Listing): Promise<number | undefined> => {
    const registered = await registeredAs(register, document as DocumentNumber)
    const on = lapsedByLoadOn(listing, registered?.debts ?? [])
    return on === undefined || on > today ? undefined : Math.max(startOfDayMs(on) - 1, loadedAtMs)
  }
  const live = [principal, ...guarantors].filter(({ state }) => isActive(state))
  const found = await Promise.all(live.map(async (one) => [one.id, await untilMsOf(one)] as const))
  const lapsed = new Map(found.flatMap(([id, untilMs]) => (untilMs === undefined ? [] : [[id, untilMs]])))
  return { today, nowMs, lapsed }
}
