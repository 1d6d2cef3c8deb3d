import type { AdditionalsAnswer, ResultOf } from '@lastro/contract/reports/queries.ts'
import { centsOf, moneyText } from './cents.ts'

/** What a contract says of a report: its price, and those of its features. */
export type ReportTerms = ResultOf<typeof AdditionalsAnswer>

/** What a query with these features costs by the contract, as `1.50`; undefined where it sets no price for any of it. */
export function queryPrice(
  { price, features }: Pick<ReportTerms, 'price' | 'features'>,
  asked: readonly string[],
): string | undefined {
  const wanted = features.filter(({ code }) => asked.includes(code))
  const prices = [price, ...wanted.map((one) => one.price)].filter((one) => one !== undefined)
  if (prices.length === 0) return undefined
  return moneyText(prices.reduce((sum, one) => sum + centsOf(one), 0n))
}
