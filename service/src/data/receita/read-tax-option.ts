import { countRepairs, putDateField } from '../cleaning/clean-fields.ts'
import type { CountField, RowReader } from '../data-set.ts'
import { type PackedWriter, putNumber } from '../packing/packed-writer.ts'
import type { Row } from '../rows/row.ts'
import { rootField } from './cnpj-fields.ts'
import { partKinds } from './packed-forms.ts'

const column = { root: 0, simples: 1, mei: 4 } as const

/** Rows of Simples: root, then whether, since when and until when, for Simples and for MEI. */
export const taxOptionReader = (): RowReader => (row, parts, count) => {
  const key = rootField(row, column.root, count)
  if (key < 0) return 'root_invalid'
  countRepairs(row, count)
  for (const first of [column.simples, column.mei]) {
    putChoice(parts.writer, row, first, count)
    putDateField(parts.writer, row, first + 1, count)
    putDateField(parts.writer, row, first + 2, count)
  }
  parts.commit(key, partKinds.option, true)
  return undefined
}

/** 0 is none, 1 no, 2 yes. */
function putChoice(writer: PackedWriter, row: Row, at: number, count: CountField): void {
  const from = row.start[at] as number
  const length = (row.end[at] as number) - from
  const choice = length === 1 ? (choices[row.bytes[from] as number] ?? 0) : 0
  if (choice === 0 && length > 0) count('option_invalid')
  putNumber(writer, choice)
}

/** By the codes of N and S. */
const choices: Readonly<Record<number, number>> = { 78: 1, 83: 2 }
