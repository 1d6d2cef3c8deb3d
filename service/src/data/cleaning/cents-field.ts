import type { CountField } from '../data-set.ts'
import { type PackedWriter, putCents } from '../packing/packed-writer.ts'
import { type Row, textOf } from '../rows/row.ts'

export type DecimalSign = '.' | ','

/** Money to the cent, packed. What is no amount is left out and counted; nothing is rounded. */
export function putCentsField(
  writer: PackedWriter,
  row: Row,
  column: number,
  of: { readonly sign: DecimalSign; readonly name: string },
  count: CountField,
): void {
  const text = textOf(row, column).trim()
  const cents = centsIn(text, of.sign)
  if (cents === undefined && text !== '') count(`${of.name}_invalid`)
  putCents(writer, cents)
}

/** 1234.5 with the point, 1.234,50 and 1234,50 with the comma. */
export function centsIn(text: string, sign: DecimalSign): bigint | undefined {
  const [, whole = '', decimals = ''] = forms[sign].exec(text) ?? []
  return whole === '' ? undefined : BigInt(whole.replaceAll('.', '') + decimals.padEnd(2, '0'))
}

/** Sixteen digits are more money than there is. */
const forms: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^(\d{1,16})(?:\.(\d{0,2}))?$/,
  ',': /^(\d{1,16}|\d{1,3}(?:\.\d{3}){1,5})(?:,(\d{0,2}))?$/,
}
