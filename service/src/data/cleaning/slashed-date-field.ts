import type { CountField } from '../data-set.ts'
import { type PackedWriter, packedCivilDay, putNumber } from '../packing/packed-writer.ts'
import type { Row } from '../rows/row.ts'
import { wholeNumber } from './clean-fields.ts'

/** A day written dd/mm/yyyy, packed. One that no calendar has is left out and counted. */
export function putSlashedDateField(writer: PackedWriter, row: Row, column: number, count: CountField): void {
  const from = row.start[column] as number
  const length = (row.end[column] as number) - from
  const day = length === 10 ? slashedDay(row.bytes, from) : 0
  if (day === 0 && length > 0) count('date_impossible')
  putNumber(writer, day)
}

function slashedDay(bytes: Buffer, from: number): number {
  if (bytes[from + 2] !== slash || bytes[from + 5] !== slash) return 0
  const [day, month, year] = [
    wholeNumber(bytes, from, 2),
    wholeNumber(bytes, from + 3, 2),
    wholeNumber(bytes, from + 6, 4),
  ]
  return day < 1 || month < 1 || year < 0 ? 0 : packedCivilDay(year, month, day)
}

const slash = 47
