/**
 * The first eight characters of a CNPJ, which all establishments of a company share, as one safe whole number that
 * keeps their order: digits are the number itself, and what has letters comes after all of those.
 */
export function companyKey(root: string): number {
  let digits = 0
  for (let at = 0; at < 8; at++) {
    const digit = root.charCodeAt(at) - 48
    if (digit > 9) return digitsOnlyCount + Number.parseInt(root, 36)
    digits = 10 * digits + digit
  }
  return digits
}

/** The characters that a key stands for. */
export const companyRoot = (key: number): string =>
  key < digitsOnlyCount
    ? String(key).padStart(8, '0')
    : (key - digitsOnlyCount).toString(36).toUpperCase().padStart(8, '0')

/** The four characters that tell the establishments of a company apart, by the same rule. */
export const orderKey = (order: string): number =>
  /^\d{4}$/.test(order) ? Number(order) : digitsOnlyOrders + Number.parseInt(order, 36)

export const orderOf = (key: number): string =>
  key < digitsOnlyOrders
    ? String(key).padStart(4, '0')
    : (key - digitsOnlyOrders).toString(36).toUpperCase().padStart(4, '0')

const digitsOnlyCount = 100_000_000
const digitsOnlyOrders = 10_000
