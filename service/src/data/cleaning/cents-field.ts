import { readCents } from '@lastro/rules/money/cents.ts'
import type { CountField } from '../data-set.ts'
import { type PackedWriter, putCents } from '../packing/packed-writer.ts'
import { type Row, textOf } from '../rows/row.ts'

export type AmountRule = {
  /** What is counted where the amount cannot be read (`…_invalid`) or is missing (`…_missing`). */
  readonly name: string
  /** Whether every row has an amount. */
  readonly isRequired?: true
}

/** Money to the cent, packed. What cannot be read is left out and counted; nothing is rounded or guessed. */
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
