import { type BillingTerms, noTerms } from '@lastro/rules/billing/statement.ts'
import { type MonthSpan, monthSpan } from '@lastro/rules/calendar/month.ts'
import type { Clock } from '../../clock.ts'
import type { BillingStore, Owner, ServiceCount } from './billing-store.ts'

export type ServiceDeps = {
  readonly billing: Pick<BillingStore, 'termsBefore' | 'servicesIn'>
  readonly clock: Clock
}

export type PricedService = ServiceCount & { readonly priceCents: bigint }

/**
 * A client's alerts and listings of a month by day. They have no records with a price: that of the terms applies, and
 * what these do not name costs nothing.
 */
export async function pricedServices(
  deps: ServiceDeps,
  owner: Owner,
  month: string,
): Promise<readonly PricedService[]> {
  const span = monthSpan(month)
  if (span === undefined) return []
  const { prices } = await termsOfMonth(deps, owner, span)
  const counts = await deps.billing.servicesIn(owner, span)
  return counts.map((one) => ({ ...one, priceCents: BigInt(prices[one.product] ?? 0) }))
}

/**
 * Those in force at the end of the month, or now while it runs: contracts change within a month, and a statement is
 * made by one. In the sandbox nothing costs anything.
 */
export async function termsOfMonth(
  { billing, clock }: { readonly billing: Pick<BillingStore, 'termsBefore'>; readonly clock: Clock },
  { environment, clientId }: Owner,
  { fromMs, untilMs }: MonthSpan,
): Promise<BillingTerms> {
  const nowMs = clock.nowMs()
  if (environment === 'sandbox' || nowMs < fromMs) return noTerms
  return (await billing.termsBefore(clientId, Math.min(untilMs, nowMs + 1))) ?? noTerms
}
