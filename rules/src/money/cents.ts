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
