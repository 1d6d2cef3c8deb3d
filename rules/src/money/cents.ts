/** Money is whole cents inside and a two-decimal text at the edge. Sums of many debts outgrow a double. */
export type Cents = bigint

export const centsOf = (text: string): Cents => BigInt(text.replace('.', ''))

export function moneyText(cents: Cents): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The same below zero too: what a statement comes to may be in its reader's favour. */
export const signedMoneyText = (cents: Cents): string =>
  cents < 0n ? `-${moneyText(-cents)}` : moneyText(cents)

/**
 * An amount as publishers and providers write it: `1234.56`, `1234,56`, `1.234,56`, `1,234.56`, `1234`. An ambiguous
 * text is not read: `1.234` could be thousands or decimals. No real amount has sixteen digits before the cents.
 */
export function readCents(text: string): Cents | undefined {
  for (const form of amountForms) {
    const [, whole, decimals = ''] = form.exec(text) ?? []
    if (whole === undefined) continue
    const digits = whole.replace(/[.,]/g, '')
    return digits.length > 16 ? undefined : BigInt(digits + decimals.padEnd(2, '0'))
  }
  return undefined
}

/** A separator certainly marks thousands if it appears twice or if the other one follows it. */
const amountForms: readonly RegExp[] = [
  /^(\d{1,16})(?:[.,](\d{1,2}))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+),(\d{1,2})$/,
  /^([1-9]\d{0,2}(?:,\d{3})+)\.(\d{1,2})$/,
  /^([1-9]\d{0,2}(?:\.\d{3}){2,})$/,
  /^([1-9]\d{0,2}(?:,\d{3}){2,})$/,
]
