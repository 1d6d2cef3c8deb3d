/** Money is whole cents inside and a two-decimal text at the edge. Sums of many debts outgrow a double. */
export type Cents = bigint

export const centsOf = (text: string): Cents => BigInt(text.replace('.', ''))

export function moneyText(cents: Cents): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
