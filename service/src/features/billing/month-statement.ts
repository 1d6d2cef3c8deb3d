import type { Statement, StatementEntry } from '@lastro/contract/clients/statement.ts'
import { alertService, listingService } from '@lastro/contract/reports/products.ts'
import {
  amountCents,
  type CountedLine,
  countedUsage,
  noTerms,
  type StatementSums,
  statementSums,
  type Terms,
} from '@lastro/rules/billing/statement.ts'
import { dayAt, instantText } from '@lastro/rules/calendar/day.ts'
import type { MonthSpan } from '@lastro/rules/calendar/month.ts'
import { moneyText, signedMoneyText } from '@lastro/rules/money/cents.ts'
import type { Clock } from '../../clock.ts'
import type { Client } from '../clients/client-store.ts'
import type { TrailStore } from '../trail/trail-store.ts'
import type { AccountEntry, BillingStore, ServiceCount } from './billing-store.ts'

export type StatementDeps = {
  readonly trail: Pick<TrailStore, 'usage'>
  readonly billing: Pick<BillingStore, 'termsBefore' | 'entriesIn' | 'servicesIn'>
  readonly clock: Clock
  /** Who bills, where that is configured. */
  readonly operatorName: string | undefined
}

export type BilledClient = Pick<Client, 'id' | 'name' | 'environment' | 'revokedAtMs'>

export type AskedMonth = { readonly month: string; readonly span: MonthSpan }

/** What a client owes for a month. Of one that is over everything it is made from stays as it is. */
export async function monthStatement(
  deps: StatementDeps,
  client: BilledClient,
  { month, span }: AskedMonth,
): Promise<Statement> {
  const { trail, billing, clock, operatorName } = deps
  const nowMs = clock.nowMs()
  const { id: clientId, environment, name } = client
  const terms = await termsOfMonth(deps, client, span, nowMs)
  const usage = await trail.usage(environment, month, clientId)
  const isCharged = environment === 'production'
  const { lines: queries, free } = countedUsage(
    isCharged ? usage : usage.map((one) => ({ ...one, cents: 0 })),
  )
  const lines = [
    ...queries,
    ...serviceLines(await billing.servicesIn({ environment, clientId }, span), terms),
  ]
  const entries = await billing.entriesIn(clientId, span)
  const sums = statementSums(lines, terms, entries)
  return {
    month,
    status: nowMs < span.untilMs ? 'open' : 'closed',
    environment,
    writtenAt: instantText(nowMs),
    clientId,
    clientName: name,
    ...(operatorName !== undefined && { operator: operatorName }),
    lines: lines.map(lineView),
    free: [...free],
    tiers: sums.tiers.map(({ product, from, price, count, discountCents }) => ({
      product,
      from,
      price: moneyText(BigInt(price)),
      count,
      discount: moneyText(discountCents),
    })),
    entries: entries.map(entryView),
    totals: totalsView(sums, terms),
  }
}

/**
 * Those in force at the end of the month, or now while it runs: contracts change within a month, and a statement is
 * made by one. The minimum is for months in which a client was one.
 */
async function termsOfMonth(
  { billing }: StatementDeps,
  { id, environment, revokedAtMs }: BilledClient,
  { fromMs, untilMs }: MonthSpan,
  nowMs: number,
): Promise<Terms> {
  if (environment === 'sandbox' || nowMs < fromMs) return noTerms
  const terms = (await billing.termsBefore(id, Math.min(untilMs, nowMs + 1))) ?? noTerms
  return revokedAtMs !== undefined && revokedAtMs < fromMs ? { ...terms, minimumCents: 0 } : terms
}

/** Alerts and listings have no records with a price: those of the terms apply, and none costs nothing. */
const serviceLines = (counts: readonly ServiceCount[], { prices }: Terms): readonly CountedLine[] =>
  [alertService.code, listingService.code]
    .map((product) => ({
      product,
      features: '',
      priceCents: BigInt(prices[product] ?? 0),
      count: counts.filter((one) => one.product === product).reduce((sum, one) => sum + one.count, 0),
    }))
    .filter(({ count }) => count > 0)

const lineView = (line: CountedLine): Statement['lines'][number] => ({
  product: line.product,
  features: line.features === '' ? [] : line.features.split(','),
  price: moneyText(line.priceCents),
  count: line.count,
  amount: moneyText(amountCents(line)),
})

export const entryView = (entry: AccountEntry): StatementEntry => ({
  id: entry.id,
  day: dayAt(entry.atMs),
  kind: entry.kind,
  amount: moneyText(entry.cents),
  reason: entry.reason,
  month: entry.month,
  ...(entry.reverses !== undefined && { reverses: entry.reverses }),
})

const totalsView = (sums: StatementSums, { minimumCents }: Terms): Statement['totals'] => ({
  listed: moneyText(sums.listedCents),
  discount: moneyText(sums.discountCents),
  minimum: moneyText(BigInt(minimumCents)),
  topUp: moneyText(sums.topUpCents),
  credits: moneyText(sums.creditCents),
  debits: moneyText(sums.debitCents),
  total: signedMoneyText(sums.totalCents),
})
