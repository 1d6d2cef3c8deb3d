/**
 * A name as it is compared with others: its letters and digits, whatever their case, accents, blanks and marks. A
 * shortened name (J. DA SILVA) is another one: somebody looks.
 */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
