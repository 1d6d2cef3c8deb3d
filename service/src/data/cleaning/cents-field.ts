import { readCents } from '@lastro/rules/money/cents.ts'
import type { CountField } from '../data-set.ts'
import { type PackedWriter, putCents } from '../packing/packed-writer.ts'
import { type Row, textOf } from '../rows/row.ts'

export type AmountRule = {
  /** The name under which unreadable (`…_invalid`) and missing (`…_missing`) amounts are counted. */
  readonly name: string
  /** Whether every row has an amount. */
  readonly isRequired?: true
}

/** Packs an amount to the cent. An unreadable amount is omitted and counted; nothing is rounded or guessed. */
export function putCentsField(
  writer: PackedWriter,
  row: Row,
  column: number,
  { name, isRequired }: AmountRule,
  count: CountField,
): void {
  const text = textOf(row, column).trim()
  const cents = readCents(text)
  if (cents === undefined && text !== '') count(`${name}_invalid`)
  if (text === '' && isRequired) count(`${name}_missing`)
  putCents(writer, cents)
}
