import type { Cents } from '../money/cents.ts'
import type { UsageLine } from '../trail/billing.ts'

/** From so many billed queries of a product in a month on, the product costs this; its features cost what they do. */
export type PriceTier = { readonly product: string; readonly from: number; readonly price: number }

/** What a client's contract says about money, in cents. */
export type BillingTerms = {
  readonly prices: Readonly<Record<string, number>>
  readonly tiers: readonly PriceTier[]
  readonly minimumCents: number
}

export const noTerms: BillingTerms = { prices: {}, tiers: [], minimumCents: 0 }

/** What a month counted of one product with one set of features at one list price. */
export type CountedLine = {
  readonly product: string
  /** Codes joined by commas; empty without any. */
  readonly features: string
  readonly priceCents: Cents
  readonly count: number
}

/** Money given or asked besides: a credit lowers what is owed, a debit raises it. */
export type EntryAmount = { readonly kind: 'credit' | 'debit'; readonly cents: Cents }

export type TierUse = PriceTier & {
  /** How many were counted in the tier. */
  readonly count: number
  /** How much less they cost than by the list. */
  readonly discountCents: Cents
}

export type StatementSums = {
  readonly tiers: readonly TierUse[]
  /** What everything costs by the list, as it stands in the records. */
  readonly listedCents: Cents
  readonly discountCents: Cents
  /** What lacks to the monthly minimum. */
  readonly topUpCents: Cents
  readonly creditCents: Cents
  readonly debitCents: Cents
  /** Below zero it is in the client's favour. */
  readonly totalCents: Cents
}

/**
 * What a month comes to. First the list, then tiers, then the minimum, and credits and debits at the end: the minimum
 * is for what was used, and no credit is eaten up by it. Nothing is rounded anywhere.
 */
export function statementSums(
  lines: readonly CountedLine[],
  { prices, tiers, minimumCents }: BillingTerms,
  entries: readonly EntryAmount[],
): StatementSums {
  const used = tierUses(lines, prices, tiers)
  const listedCents = sum(lines.map(amountCents))
  const discountCents = sum(used.map((one) => one.discountCents))
  const lacking = BigInt(minimumCents) - (listedCents - discountCents)
  const topUpCents = lacking > 0n ? lacking : 0n
  const of = (kind: EntryAmount['kind']) =>
    sum(entries.filter((one) => one.kind === kind).map(({ cents }) => cents))
  const [creditCents, debitCents] = [of('credit'), of('debit')]
  return {
    tiers: used,
    listedCents,
    discountCents,
    topUpCents,
    creditCents,
    debitCents,
    totalCents: listedCents - discountCents + topUpCents - creditCents + debitCents,
  }
}

export const amountCents = ({ priceCents, count }: CountedLine): Cents => priceCents * BigInt(count)

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, one) => total + one, 0n)

/** The tiers of each product that were reached, in the order of their beginnings. */
function tierUses(
  lines: readonly CountedLine[],
  prices: BillingTerms['prices'],
  tiers: readonly PriceTier[],
): readonly TierUse[] {
  return [...Map.groupBy(tiers, ({ product }) => product)].flatMap(([product, of]) =>
    usesOfProduct(
      dearestFirst(
        lines.filter((line) => line.product === product),
        prices,
      ),
      of.toSorted((a, b) => a.from - b.from),
    ),
  )
}

type BasedLine = { readonly baseCents: Cents; readonly count: number }

/**
 * Where the product's own price changed within the month, its dearest queries are counted first. Taken in any other
 * order, one query more could push a dear one into a tier and lower the total.
 */
const dearestFirst = (lines: readonly CountedLine[], prices: BillingTerms['prices']): readonly BasedLine[] =>
  lines
    .map((line) => ({ baseCents: ownCents(line, prices), count: line.count }))
    .toSorted((a, b) => (a.baseCents < b.baseCents ? 1 : a.baseCents > b.baseCents ? -1 : 0))

/**
 * What of a price is the product's own. Usage tells which features were asked for, not which were answered and what
 * they cost that day, so it is not taken for what is left of them: with features it is the price of the product by the
 * terms of the statement, or all of it where that is less.
 */
function ownCents({ product, priceCents, features }: CountedLine, prices: BillingTerms['prices']): Cents {
  const byTerms = BigInt(prices[product] ?? 0)
  return features === '' || priceCents < byTerms ? priceCents : byTerms
}

function usesOfProduct(lines: readonly BasedLine[], tiers: readonly PriceTier[]): readonly TierUse[] {
  return tiers
    .map((tier, at) => {
      const span = { first: tier.from, last: (tiers[at + 1]?.from ?? Number.POSITIVE_INFINITY) - 1 }
      return { ...tier, ...usedWithin(lines, span, BigInt(tier.price)) }
    })
    .filter(({ count }) => count > 0)
}

/** How many queries stand in a span of places, and how much cheaper they are at a price. None becomes dearer. */
function usedWithin(
  lines: readonly BasedLine[],
  { first, last }: { readonly first: number; readonly last: number },
  priceCents: Cents,
): Pick<TierUse, 'count' | 'discountCents'> {
  let before = 0
  let count = 0
  let discountCents = 0n
  for (const line of lines) {
    const within = Math.max(0, Math.min(last, before + line.count) - Math.max(first - 1, before))
    before += line.count
    count += within
    const less = line.baseCents - priceCents
    if (less > 0n) discountCents += less * BigInt(within)
  }
  return { count, discountCents }
}

/** Queries that were answered and cost nothing, by product. */
export type FreeCount = { readonly product: string; readonly count: number }

/**
 * A month's usage as lines of one price each, and what was free. Usage is kept by day: on a day on which the price
 * changed, its sum is shared out among its queries to the cent, so that it stays what the records say.
 */
export function countedUsage(usage: readonly UsageLine[]): {
  readonly lines: readonly CountedLine[]
  readonly free: readonly FreeCount[]
} {
  const lines = new Map<string, CountedLine>()
  const free = new Map<string, number>()
  for (const { product, features, billed, unbilled, cents } of usage) {
    for (const { priceCents, count } of sharedOut(billed, BigInt(cents))) {
      const key = `${product} ${features} ${priceCents}`
      lines.set(key, { product, features, priceCents, count: (lines.get(key)?.count ?? 0) + count })
    }
    if (unbilled > 0) free.set(product, (free.get(product) ?? 0) + unbilled)
  }
  return {
    lines: [...lines.values()].toSorted(inReadingOrder),
    free: [...free].map(([product, count]) => ({ product, count })).toSorted(byProduct),
  }
}

function sharedOut(count: number, cents: Cents): readonly Pick<CountedLine, 'priceCents' | 'count'>[] {
  if (count === 0) return []
  const [priceCents, dearer] = [cents / BigInt(count), Number(cents % BigInt(count))]
  return [
    { priceCents, count: count - dearer },
    { priceCents: priceCents + 1n, count: dearer },
  ].filter((one) => one.count > 0)
}

const byProduct = (a: { readonly product: string }, b: { readonly product: string }): number =>
  a.product < b.product ? -1 : a.product > b.product ? 1 : 0

const inReadingOrder = (a: CountedLine, b: CountedLine): number =>
  byProduct(a, b) ||
  (a.features < b.features ? -1 : a.features > b.features ? 1 : Number(a.priceCents - b.priceCents))
