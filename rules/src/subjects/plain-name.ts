/**
 * A name as it is compared with others: its letters and digits, whatever their case, accents, blanks and marks; signs
 * without a shape say nothing. A shortened name (J. DA SILVA) is another one: somebody looks.
 */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
