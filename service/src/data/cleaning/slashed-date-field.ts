import type { CountField } from '../data-set.ts'
import { type PackedWriter, packedCivilDay, putNumber } from '../packing/packed-writer.ts'
import { type Row, textOf } from '../rows/row.ts'
import { wholeNumber } from './clean-fields.ts'

/**
 * A day written dd/mm/yyyy, packed; also without its zeros, with a time behind it, or as yyyy-mm-dd. One that cannot be
 * read, or that no calendar has, is counted, and left out unless the caller gives a number to tell it by. Words without
 * any digit tell no day.
 */
export function putSlashedDateField(
  writer: PackedWriter,
  row: Row,
  column: number,
  count: CountField,
  unreadable = 0,
): void {
  const from = row.start[column] as number
  const length = (row.end[column] as number) - from
  const day = length === 10 ? slashedDay(row.bytes, from) : 0
  putNumber(writer, day > 0 || length === 0 ? day : otherDay(textOf(row, column).trim(), count, unreadable))
}

/** Nearly all are written so, and are read without making a text of them. */
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

function otherDay(text: string, count: CountField, unreadable: number): number {
  if (text === '') return 0
  const found = (slashedForm.exec(text) ?? isoForm.exec(text))?.groups ?? {}
  const day = packedCivilDay(Number(found.year ?? 0), Number(found.month), Number(found.day))
  if (day > 0) return day
  count('date_impossible')
  return /\d/.test(text) ? unreadable : 0
}

const time = '(?:[ T]+\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?'
const slashedForm = new RegExp(`^(?<day>\\d{1,2})/(?<month>\\d{1,2})/(?<year>\\d{4})${time}$`)
const isoForm = new RegExp(`^(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})${time}$`)
