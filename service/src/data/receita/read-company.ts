import { readCents } from '@lastro/rules/money/cents.ts'
import { countRepairs, putCodeField, putField } from '../cleaning/clean-fields.ts'
import type { CountField, ReaderContext, RowReader } from '../data-set.ts'
import { type PackedWriter, putCents, putNumber } from '../packing/packed-writer.ts'
import { type Row, textOf } from '../rows/row.ts'
import { rootField } from './cnpj-fields.ts'
import { codeLengths, partKinds } from './packed-forms.ts'

const column = { root: 0, name: 1, nature: 2, capital: 4, size: 5 } as const

/** Rows of Empresas: root, legal name, nature, role of who answers for it, capital, size, federative entity. */
export function companyReader({ domains }: ReaderContext): RowReader {
  const nature = { name: 'nature', length: codeLengths.nature, known: domains.get('nature') }
  const size = { name: 'size', length: codeLengths.size, known: sizes }
  return (row, parts, count) => {
    const key = rootField(row, column.root, count)
    if (key < 0) return 'root_invalid'
    countRepairs(row, count)
    const { writer } = parts
    putField(writer, row, column.name, count)
    putCodeField(writer, row, column.nature, nature, count)
    putCapital(writer, row, count)
    putCodeField(writer, row, column.size, size, count)
    parts.commit(key, partKinds.company, true)
    return undefined
  }
}

const sizes = new Set([0, 1, 3, 5])

/**
 * `1061004829,23` is 106100482923 cents, to the cent. Nearly all are written this way and are read without creating a
 * string.
 */
function putCapital(writer: PackedWriter, row: Row, count: CountField): void {
  const from = row.start[column.capital] as number
  const to = row.end[column.capital] as number
  if (from === to) {
    putNumber(writer, 0)
    return
  }
  let cents = 0
  let decimals = -1
  for (let at = from; at < to; at++) {
    const byte = row.bytes[at] as number
    if (byte === comma && decimals < 0) decimals = 0
    else if (byte >= zero && byte <= nine) {
      cents = 10 * cents + byte - zero
      if (decimals >= 0) decimals++
    } else decimals = 9
    if (decimals > 2) break
  }
  if (to - from > 13 && decimals <= 2) {
    putLargeCapital(writer, row, count)
    return
  }
  if (decimals > 2 || row.bytes[from] === comma) {
    putOtherCapital(writer, row, count)
    return
  }
  if (decimals < 2) cents *= decimals === 1 ? 10 : 100
  if (Math.floor(cents / 100) === nobodysCapital) {
    count('capital_placeholder')
    putNumber(writer, 0)
    return
  }
  putNumber(writer, Math.floor(cents / 1_000_000_000) + 1)
  putNumber(writer, cents % 1_000_000_000)
}

function putOtherCapital(writer: PackedWriter, row: Row, count: CountField): void {
  const cents = readCents(textOf(row, column.capital).trim())
  const isPlaceholder = cents !== undefined && cents / 100n === BigInt(nobodysCapital)
  if (cents === undefined) count('capital_invalid')
  if (isPlaceholder) count('capital_placeholder')
  putCents(writer, isPlaceholder ? undefined : cents)
}

/** Of fourteen digits without a comma a number no longer holds the cents. */
function putLargeCapital(writer: PackedWriter, row: Row, count: CountField): void {
  const [whole = '', decimals = ''] = textOf(row, column.capital).split(',')
  if (whole.length > 20) {
    count('capital_invalid')
    putNumber(writer, 0)
    return
  }
  const isPlaceholder = BigInt(whole) === BigInt(nobodysCapital)
  if (isPlaceholder) count('capital_placeholder')
  putCents(writer, isPlaceholder ? undefined : BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0')))
}

/** What is typed where nobody knows. */
const nobodysCapital = 999_999_999_999

const comma = 44
const zero = 48
const nine = 57
