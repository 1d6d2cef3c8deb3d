/**
 * Key and order as the one whole number that a table is kept by: a table filled in ascending order of it has full
 * pages, and needs no index besides. With letters in the key it is past what a number holds exactly.
 */
export function rowNumber(key: number, order: number): number | bigint {
  const number = key * orderCount + order
  return Number.isSafeInteger(number) ? number : BigInt(key) * BigInt(orderCount) + BigInt(order)
}

export const splitRowNumber = (number: bigint): { readonly key: number; readonly order: number } => ({
  key: Number(number / BigInt(orderCount)),
  order: Number(number % BigInt(orderCount)),
})

/** More than there are orders, letters included. */
const orderCount = 2 ** 21
