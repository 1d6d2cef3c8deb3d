import { natures } from '@lastro/contract/listings/natures.ts'
import { parseDay } from '@lastro/rules/calendar/day.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import { type Cents, centsOf, moneyText, readCents } from '@lastro/rules/money/cents.ts'

/** One value of a provider as a leaf of ours; undefined where it is none that we can read. Never throws. */
export type ReadLeaf = (value: unknown) => string | undefined

/** Longer than any name, street or sentence of a report. */
const textLengthMax = 500

/** One line. Numbers are taken for their digits: codes come as either. */
export const text: ReadLeaf = (value) => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  if (typeof value !== 'string') return undefined
  const line = value
    .slice(0, 2 * textLengthMax)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line === '' ? undefined : line.slice(0, textLengthMax).toWellFormed()
}

/** Digits of a fixed length, whose leading zeros a number has lost. */
export const code =
  (length: number): ReadLeaf =>
  (value) => {
    const read = text(value)
    return read !== undefined && /^\d+$/.test(read) ? read.padStart(length, '0') : read
  }

export const postcode: ReadLeaf = (value) => {
  const digits = text(value)?.replace(/[.\s-]/g, '') ?? ''
  return /^\d{1,8}$/.test(digits) ? digits.padStart(8, '0') : undefined
}

/** `2025-03-10`, with a time behind it or not, `10/03/2025` or `20250310`; a day that the calendar has. */
export const date: ReadLeaf = (value) => {
  const read = text(value) ?? ''
  const [, year, month, day] =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(read) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(read) ?? []
  if (year !== undefined) return parseDay(`${year}-${month}-${day}`)
  const [, first, second, third] = /^(\d{2})\/(\d{2})\/(\d{4})(?: .*)?$/.exec(read) ?? []
  return first === undefined ? undefined : parseDay(`${third}-${second}-${first}`)
}

export const month: ReadLeaf = (value) => {
  const day = date(value)
  if (day !== undefined) return day.slice(0, 7)
  const read = text(value) ?? ''
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(read) ? read : undefined
}

export const count: ReadLeaf = (value) => {
  const read = text(value) ?? ''
  return /^\d{1,15}$/.test(read) ? String(Number(read)) : undefined
}

/** Whether a value was sent: an unreadable value is unknown, one that was not sent is absent. */
export const isSent = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

const decimal =
  (wholeDigitsMax: number): ReadLeaf =>
  (value) => {
    const cents = centsIn(value)
    if (cents === undefined) return undefined
    const read = moneyText(cents)
    return read.length > wholeDigitsMax + '.00'.length ? undefined : read
  }

/** Rejects negative and ambiguous amounts. */
function centsIn(value: unknown): Cents | undefined {
  // Above this toFixed writes exponents, and cents were lost long before.
  if (typeof value === 'number') return value >= 0 && value < 1e15 ? centsOf(value.toFixed(2)) : undefined
  if (typeof value !== 'string' || value.length > 40) return undefined
  return readCents(value.replace(/^\s*(?:R\$)?\s*/, '').replace(/\s*%?\s*$/, ''))
}

export const money = decimal(13)
export const sum = decimal(18)
export const percent = decimal(3)

const yes: ReadonlySet<string> = new Set(['TRUE', 'S', 'SIM', 'Y', 'YES', '1'])
const no: ReadonlySet<string> = new Set(['FALSE', 'N', 'NAO', 'NÃO', 'NO', '0'])

export const flag: ReadLeaf = (value) => {
  if (typeof value === 'boolean') return String(value)
  const read = text(value)?.toUpperCase() ?? ''
  return yes.has(read) ? 'true' : no.has(read) ? 'false' : undefined
}

/** `SITUACAO DO CNPJ EM 10/05/2025: ATIVA` is the status and the day it was looked at. */
const statusSentence = /^SITUA[CÇ][AÃ]O DO CNPJ EM (\d{2}\/\d{2}\/\d{4})\s*:\s*(.+)$/i

export const status: ReadLeaf = (value) => {
  const read = text(value)
  return statusSentence.exec(read ?? '')?.[2] ?? read
}

export const statusDay: ReadLeaf = (value) => date(statusSentence.exec(text(value) ?? '')?.[1])

/** A CPF or CNPJ, bare, with the zeros a number has lost; what is masked stays as it came. */
export const documentId: ReadLeaf = (value) => {
  const read = text(value)
  if (read === undefined) return undefined
  for (const candidate of [read, read.padStart(11, '0'), read.padStart(14, '0')]) {
    const parsed = parseDocument(candidate)
    if (parsed.kind === 'document') return parsed.document
  }
  return read
}

/** The words for a code of the table of natures. */
export const natureOfCode: ReadLeaf = (value) => natures[text(value) ?? '']
