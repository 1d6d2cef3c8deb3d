import type { Terms } from './offers.ts'

/** What a query with these features costs by the contract, as `1.50`; undefined where it sets no price for any of it. */
export function priceOf(terms: Terms, features: readonly string[]): string | undefined {
  const prices = [
    terms.price,
    ...terms.features.filter((one) => features.includes(one.code)).map((one) => one.price),
  ].filter((one) => one !== undefined)
  if (prices.length === 0) return undefined
  const cents = prices.map((one) => Math.round(Number(one) * 100)).reduce((sum, one) => sum + one, 0)
  return (cents / 100).toFixed(2)
}
