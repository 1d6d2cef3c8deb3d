/** How amounts are typed and shown in forms: as everywhere else on screen, `1.520,33`. */

/**
 * `1.520,33`, `1520,33`, `1.520` and `1520` in cents, and `1520.33` with its two cents, as programs and English write
 * it; undefined for anything else. A point before three digits stands between thousands, and before one digit nobody
 * can tell what was meant.
 */
export function centsOf(typed: string): number | undefined {
  const bare = typed
    .trim()
    .replace(/^R\$\s*/, '')
    .replace(/^(\d{1,9})\.(\d{2})$/, '$1,$2')
  const [, whole = '', cents = ''] = /^(\d{1,3}(?:\.\d{3})+|\d{1,9})(?:,(\d{1,2}))?$/.exec(bare) ?? []
  if (whole === '') return undefined
  return Number(whole.replaceAll('.', '')) * 100 + Number(cents.padEnd(2, '0'))
}

/** 152033 → `1.520,33`. */
export const reaisOf = (cents: number): string =>
  `${String(Math.trunc(cents / 100)).replace(/\B(?=(\d{3})+$)/g, '.')},${String(cents % 100).padStart(2, '0')}`

/** What was typed, as the service takes it: `1520.33`. What is none is left for it to judge. */
export function amountOf(typed: string): string {
  const cents = centsOf(typed)
  return cents === undefined
    ? typed.trim()
    : `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** An amount of the service as it is typed: `1520.33` → `1.520,33`. */
export const typedAmount = (amount: string): string => reaisOf(Number(amount.replace('.', '')))
