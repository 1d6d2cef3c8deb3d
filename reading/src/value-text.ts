import type { Language, Text } from '@lastro/contract/text.ts'

/** How the text of a leaf is to be read. */
export type ValueKind =
  | 'text'
  | 'date'
  | 'month'
  | 'money'
  | 'count'
  | 'percent'
  | 'flag'
  | 'restriction'
  | 'debtor'
  | 'document'
  | 'postcode'
  | 'gender'
  | 'situation'

/** A leaf as a person in Brazil reads it, in either language. What is not of its kind is shown as it came. */
export function valueText(value: string, kind: ValueKind, language: Language): string {
  switch (kind) {
    case 'date':
      return dateText(value)
    case 'month':
      return /^\d{4}-\d{2}$/.test(value) ? `${value.slice(5)}/${value.slice(0, 4)}` : printable(value)
    case 'money':
      return moneyText(value)
    case 'count':
      return /^\d+$/.test(value) ? grouped(value) : printable(value)
    case 'percent':
      return /^\d+\.\d+$/.test(value) ? `${value.replace('.', ',')}%` : printable(value)
    case 'flag':
    case 'restriction':
    case 'debtor':
    case 'gender':
    case 'situation':
      return choices[kind][value]?.[language] ?? printable(value)
    case 'document':
      return documentText(value)
    case 'postcode':
      return /^\d{8}$/.test(value) ? `${value.slice(0, 5)}-${value.slice(5)}` : printable(value)
    case 'text':
      return printable(value)
  }
}

const choices: Readonly<
  Record<'flag' | 'restriction' | 'debtor' | 'gender' | 'situation', Readonly<Record<string, Text>>>
> = {
  flag: { true: { pt: 'Sim', en: 'Yes' }, false: { pt: 'Não', en: 'No' } },
  // Loud where it is there: on paper nothing but the word says so.
  restriction: { true: { pt: 'COM RESTRIÇÃO', en: 'RESTRICTED' }, false: { pt: 'Não', en: 'No' } },
  debtor: { true: { pt: 'Principal', en: 'Main debtor' }, false: { pt: 'Avalista', en: 'Guarantor' } },
  situation: {
    collection: { pt: 'Em cobrança', en: 'In collection' },
    negotiated: { pt: 'Negociada', en: 'Negotiated' },
    guaranteed: { pt: 'Garantida', en: 'Guaranteed' },
    suspended: { pt: 'Suspensa', en: 'Suspended' },
    other: { pt: 'Outra', en: 'Other' },
  },
  gender: { F: { pt: 'Feminino', en: 'Female' }, M: { pt: 'Masculino', en: 'Male' } },
}

/** `2026-03-10` → `10/03/2026`. */
export const dateText = (day: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}` : printable(day)

/** `1520.33` → `R$ 1.520,33`. */
export function moneyText(value: string): string {
  if (!/^\d+\.\d{2}$/.test(value)) return printable(value)
  const [reais = '', cents = ''] = value.split('.')
  return `R$ ${grouped(reais)},${cents}`
}

/** `152033n` → `1520.33`. */
export const centsText = (cents: bigint): string => {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '.')

/** A CPF or a CNPJ with its mask; anything else as it is. */
export function documentText(bare: string): string {
  if (/^\d{11}$/.test(bare)) return bare.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  if (/^[0-9A-Z]{12}\d{2}$/.test(bare)) return bare.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
  return printable(bare)
}

/** Brazil has had no summer time since 2019: the capital is three hours behind UTC. */
const brasiliaOffsetMs = -3 * 60 * 60_000

/** The day that an instant falls on in Brasília: `2026-03-10`. */
export const brasiliaDay = (atMs: number): string =>
  new Date(atMs + brasiliaOffsetMs).toISOString().slice(0, 10)

/** An instant as clocks in Brasília show it. */
export function instantText(atMs: number): string {
  const text = new Date(atMs + brasiliaOffsetMs).toISOString()
  return `${dateText(text.slice(0, 10))} ${text.slice(11, 19)} (UTC-3)`
}

/**
 * A text that shows as it is. White space of any kind becomes a blank; what would be invisible, or would turn the
 * words around it (control characters, marks of direction, halves of characters), becomes the sign for "unreadable".
 * The two joiners stay: Persian names and pictures of families are written with them.
 */
export const printable = (text: string): string =>
  plain.test(text)
    ? text
    : text
        .toWellFormed()
        .replace(/[\s\u2028\u2029]+/g, ' ')
        .replace(unreadable, '\ufffd')
        .trim()

/** Words of European letters with a blank between them: nearly every text, and nothing to be changed in it. */
const plain = /^[!-~\u00a1-\u00ac\u00ae-\u017f]+(?: [!-~\u00a1-\u00ac\u00ae-\u017f]+)*$/

const unreadable =
  /(?![\u200c\u200d])(?:[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)/gu
