import { maskCpfs } from '@lastro/rules/documents/mask-cpfs.ts'
import type { CountField } from '../data-set.ts'
import {
  type PackedWriter,
  packedCivilDay,
  putNumber,
  putRaw,
  putText,
  reserve,
} from '../packing/packed-writer.ts'
import type { Row } from '../rows/row.ts'
import { cleanBeginning } from './clean-text.ts'

/**
 * Fields of a row, cleaned and packed in one go. A field that is wrong is left out of the record and counted; one that
 * is empty is left out without a word. All work on bytes: they run for every field of every row.
 */

/** Text without blanks around it, control characters, and CPFs. Its length takes one byte or two. */
export function putField(writer: PackedWriter, row: Row, column: number, count: CountField): void {
  const { bytes } = row
  let from = row.start[column] as number
  let to = row.end[column] as number
  while (from < to && (bytes[from] as number) <= blank) from++
  while (to > from && (bytes[to - 1] as number) <= blank) to--
  if (to - from > textBytesMax) {
    count('text_shortened')
    putText(writer, cleanBeginning(bytes.toString('latin1', from, to), textBytesMax, count))
    return
  }
  reserve(writer, to - from + 2)
  const out = writer.bytes
  const lengthAt = writer.at
  let at = to - from < 128 ? lengthAt + 1 : lengthAt + 2
  let digits = 0
  for (let read = from; read < to; read++) {
    const byte = bytes[read] as number
    if (byte >= zero && byte <= nine) digits++
    out[at++] = byte < blank ? blank : byte
  }
  if (digits >= 11) {
    putMasked(writer, out.toString('latin1', at - (to - from), at), count)
    return
  }
  if (to - from < 128) out[lengthAt] = to - from
  else {
    out[lengthAt] = ((to - from) & 127) | 128
    out[lengthAt + 1] = (to - from) >>> 7
  }
  writer.at = at
}

/** Longer than any field that is meant; what is more is cut. */
const textBytesMax = 1_000

function putMasked(writer: PackedWriter, text: string, count: CountField): void {
  const masked = maskCpfs(text)
  if (masked !== text) count('cpf_masked')
  const bytes = Buffer.from(masked, 'latin1')
  putNumber(writer, bytes.length)
  putRaw(writer, bytes, 0, bytes.length)
}

/** A day written YYYYMMDD; zeros are none. */
export function putDateField(writer: PackedWriter, row: Row, column: number, count: CountField): void {
  const { bytes } = row
  const from = row.start[column] as number
  const length = (row.end[column] as number) - from
  const value = wholeNumber(bytes, from, length)
  const day =
    length === 8 && value > 0
      ? packedCivilDay(Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100)
      : 0
  if (day === 0 && length > 0 && value !== 0) count('date_impossible')
  putNumber(writer, day)
}

/** The digits of a field as a number; −1 for what is none, 0 for nothing. */
export function numberField(row: Row, column: number): number {
  const from = row.start[column] as number
  return wholeNumber(row.bytes, from, (row.end[column] as number) - from)
}

/** At most fifteen digits. */
export function wholeNumber(bytes: Buffer, from: number, length: number): number {
  if (length > 15) return -1
  let value = 0
  for (let at = from; at < from + length; at++) {
    const digit = (bytes[at] as number) - zero
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

export type CodeRule = {
  /** What is counted when the code is missing from its own table (`…_unknown`) or is none (`…_invalid`). */
  readonly name: string
  readonly length: number
  /** The codes that there are; undefined where nobody publishes them. */
  readonly known?: { readonly has: (code: number) => boolean } | undefined
}

/** A code as its number and one. One that its own table lacks is kept: there is no text for it, that is all. */
export function putCodeField(
  writer: PackedWriter,
  row: Row,
  column: number,
  rule: CodeRule,
  count: CountField,
): void {
  const length = (row.end[column] as number) - (row.start[column] as number)
  if (length === 0) {
    putNumber(writer, 0)
    return
  }
  const code = numberField(row, column)
  if (code < 0 || length > rule.length) {
    count(`${rule.name}_invalid`)
    putNumber(writer, 0)
    return
  }
  if (rule.known !== undefined && !rule.known.has(code)) count(`${rule.name}_unknown`)
  putNumber(writer, code + 1)
}

/** What every row may have been repaired of, counted once for a row. */
export function countRepairs(row: Row, count: CountField): void {
  if (row.nulCount > 0) count('nul_byte')
  if (row.lineBreakCount > 0) count('line_break')
  if (row.strayQuoteCount > 0) count('quote_stray')
}

export const isEmpty = (row: Row, column: number): boolean => row.start[column] === row.end[column]

const blank = 32
const zero = 48
const nine = 57
