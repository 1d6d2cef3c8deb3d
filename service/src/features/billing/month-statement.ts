import type { Statement, StatementEntry } from '@lastro/contract/clients/statement.ts'
import {
  amountCents,
  type BillingTerms,
  type CountedLine,
  countedUsage,
  type StatementSums,
  statementSums,
} from '@lastro/rules/billing/statement.ts'
import { dayAt, instantText } from '@lastro/rules/calendar/day.ts'
import type { MonthSpan } from '@lastro/rules/calendar/month.ts'
import { moneyText, signedMoneyText } from '@lastro/rules/money/cents.ts'
import type { Clock } from '../../clock.ts'
import type { Client } from '../clients/client-store.ts'
import type { TrailStore } from '../trail/trail-store.ts'
import type { AccountEntry, BillingStore } from './billing-store.ts'
import { type PricedService, pricedServices, termsOfMonth } from './priced-services.ts'

export type StatementDeps = {
  readonly trail: Pick<TrailStore, 'usage'>
  readonly billing: Pick<BillingStore, 'termsBefore' | 'entriesIn' | 'servicesIn'>
  readonly clock: Clock
  /** Who bills, where that is configured. */
  readonly operatorName: string | undefined
}

export type BilledClient = Pick<Client, 'id' | 'name' | 'environment' | 'revokedAtMs'>

export type AskedMonth = { readonly month: string; readonly span: MonthSpan }

/** What was asked in the last moment of a month may be written down after it, by a machine whose clock is behind. */
const lastWritingMs = 10 * 60_000

/** What a client owes for a month. Of one that is over everything it is made from stays as it is. */
export async function monthStatement(
  deps: StatementDeps,
  client: BilledClient,
  { month, span }: AskedMonth,
): Promise<Statement> {
  const { trail, billing, clock, operatorName } = deps
  const nowMs = clock.nowMs()
  const { id: clientId, environment, name } = client
  const owner = { environment, clientId }
  const terms = owedTerms(await termsOfMonth(deps, owner, span), client, span)
  const usage = await trail.usage(environment, month, clientId)
  const isCharged = environment === 'production'
  const { lines: queries, free } = countedUsage(
    isCharged ? usage : usage.map((one) => ({ ...one, cents: 0 })),
  )
  const lines = [...queries, ...serviceLines(await pricedServices(deps, owner, month))]
  const entries = await billing.entriesIn(clientId, span)
  const sums = statementSums(lines, terms, entries)
  return {
    month,
    status: nowMs < span.untilMs + lastWritingMs ? 'open' : 'closed',
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

/** The minimum is for months in which a client was one. */
const owedTerms = (
  terms: BillingTerms,
  { revokedAtMs }: BilledClient,
  { fromMs }: MonthSpan,
): BillingTerms => (revokedAtMs !== undefined && revokedAtMs < fromMs ? { ...terms, minimumCents: 0 } : terms)

/** The month's alerts, and its listings, whichever day they came on. */
const serviceLines = (services: readonly PricedService[]): readonly CountedLine[] =>
  [...Map.groupBy(services, ({ product }) => product)].map(([product, of]) => ({
    product,
    features: '',
    priceCents: of[0]?.priceCents ?? 0n,
    count: of.reduce((sum, one) => sum + one.count, 0),
  }))

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

const totalsView = (sums: StatementSums, { minimumCents }: BillingTerms): Statement['totals'] => ({
  listed: moneyText(sums.listedCents),
  discount: moneyText(sums.discountCents),
  minimum: moneyText(BigInt(minimumCents)),
  topUp: moneyText(sums.topUpCents),
  credits: moneyText(sums.creditCents),
  debits: moneyText(sums.debitCents),
  total: signedMoneyText(sums.totalCents),
})
