import {
  countRepairs,
  isEmpty,
  numberField,
  putCodeField,
  putDateField,
  putField,
  wholeNumber,
} from '../cleaning/clean-fields.ts'
import type { CountField, ReaderContext, RowReader } from '../data-set.ts'
import { type PackedWriter, putNumber, reserve } from '../packing/packed-writer.ts'
import { type Row, textOf } from '../rows/row.ts'
import { areCheckDigitsRight, orderField, rootField } from './cnpj-fields.ts'
import { codeLengths, partKinds, states } from './packed-forms.ts'

const column = {
  root: 0,
  order: 1,
  checkDigits: 2,
  office: 3,
  alias: 4,
  status: 5,
  statusDate: 6,
  reason: 7,
  foreignCity: 8,
  country: 9,
  startedOn: 10,
  cnae: 11,
  otherCnaes: 12,
  streetType: 13,
  street: 14,
  number: 15,
  complement: 16,
  district: 17,
  zipCode: 18,
  state: 19,
  municipality: 20,
  areaCode: 21,
  phone: 22,
  specialStatus: 28,
  specialStatusDate: 29,
} as const

/** Rows of Estabelecimentos. The second phone, fax and e-mail are in no report, and are not kept. */
export function establishmentReader({ domains }: ReaderContext): RowReader {
  const rule = (name: 'cnae' | 'municipality' | 'country' | 'reason') => ({
    name,
    length: codeLengths[name],
    known: domains.get(name),
  })
  const [cnae, municipality, country, reason] = [
    rule('cnae'),
    rule('municipality'),
    rule('country'),
    rule('reason'),
  ]
  const status = { name: 'status', length: codeLengths.status, known: statuses }
  const areaCode = { name: 'area_code', length: codeLengths.areaCode }
  return (row, parts, count) => {
    const key = rootField(row, column.root, count)
    if (key < 0) return 'root_invalid'
    const order = orderField(row, column.order)
    if (order < 0) return 'order_invalid'
    if (!areCheckDigitsRight(row, [column.root, column.order, column.checkDigits])) return 'check_digits'
    countRepairs(row, count)
    const { writer } = parts
    putNumber(writer, order)
    putOffice(writer, row, count)
    putField(writer, row, column.alias, count)
    putCodeField(writer, row, column.status, status, count)
    putDateField(writer, row, column.statusDate, count)
    putCodeField(writer, row, column.reason, reason, count)
    putField(writer, row, column.foreignCity, count)
    putCodeField(writer, row, column.country, country, count)
    putDateField(writer, row, column.startedOn, count)
    putCodeField(writer, row, column.cnae, cnae, count)
    putCnaes(writer, row, cnae, count)
    putField(writer, row, column.streetType, count)
    putField(writer, row, column.street, count)
    putField(writer, row, column.number, count)
    putField(writer, row, column.complement, count)
    putField(writer, row, column.district, count)
    putZipCode(writer, row, count)
    putState(writer, row, count)
    putCodeField(writer, row, column.municipality, municipality, count)
    putCodeField(writer, row, column.areaCode, areaCode, count)
    putPhone(writer, row, count)
    putField(writer, row, column.specialStatus, count)
    putDateField(writer, row, column.specialStatusDate, count)
    parts.commit(key, partKinds.establishment, true)
    return undefined
  }
}

const statuses = new Set([1, 2, 3, 4, 8])

/** 1 for a head office, 2 for a branch; what says neither is no head office. */
function putOffice(writer: PackedWriter, row: Row, count: CountField): void {
  const office = numberField(row, column.office)
  if (office !== 1 && office !== 2) count('office_invalid')
  putNumber(writer, office === 1 ? 1 : 2)
}

/** A list with commas; three bytes for each, its number before them. */
function putCnaes(
  writer: PackedWriter,
  row: Row,
  { known }: { readonly known?: { readonly has: (code: number) => boolean } | undefined },
  count: CountField,
): void {
  const from = row.start[column.otherCnaes] as number
  const to = row.end[column.otherCnaes] as number
  if (from === to) {
    putNumber(writer, 0)
    return
  }
  reserve(writer, to - from + 8)
  const { bytes } = row
  let listed = 0
  for (let at = from; at <= to; at++) if (at === to || bytes[at] === comma) listed++
  const countAt = writer.at
  putNumber(writer, listed)
  let packed = 0
  let begin = from
  for (let at = from; at <= to; at++) {
    if (at < to && bytes[at] !== comma) continue
    const code = at - begin === codeLengths.cnae ? wholeNumber(bytes, begin, at - begin) : -1
    begin = at + 1
    if (code < 0) {
      count('cnae_invalid')
      continue
    }
    if (known !== undefined && !known.has(code)) count('cnae_unknown')
    writer.at = writer.bytes.writeUIntBE(code, writer.at, 3)
    packed++
  }
  if (packed === listed) return
  // Some were left out: written anew behind their true number, which may take a byte less.
  const codes = Buffer.from(writer.bytes.subarray(writer.at - 3 * packed, writer.at))
  writer.at = countAt
  putNumber(writer, packed)
  codes.copy(writer.bytes, writer.at)
  writer.at += codes.length
}

/** Seven digits have lost the zero before them. */
function putZipCode(writer: PackedWriter, row: Row, count: CountField): void {
  const length = (row.end[column.zipCode] as number) - (row.start[column.zipCode] as number)
  const code = numberField(row, column.zipCode)
  if (length === 0 || code === 0) {
    putNumber(writer, 0)
    return
  }
  if (code < 0 || (length !== 8 && length !== 7)) {
    count('zip_code_invalid')
    putNumber(writer, 0)
    return
  }
  if (length === 7) count('zip_code_7_digits')
  putNumber(writer, code + 1)
}

/** EX says abroad, which is no state: city and country tell where. */
function putState(writer: PackedWriter, row: Row, count: CountField): void {
  if (isEmpty(row, column.state)) {
    putNumber(writer, 0)
    return
  }
  const from = row.start[column.state] as number
  const isTwo = (row.end[column.state] as number) - from === 2
  const place = isTwo
    ? (statePlaces[((row.bytes[from] as number) << 8) | (row.bytes[from + 1] as number)] ?? 0)
    : 0
  if (place === 0) count(textOf(row, column.state) === 'EX' ? 'state_abroad' : 'state_invalid')
  putNumber(writer, place)
}

const statePlaces = new Uint8Array(1 << 16)
for (const [at, state] of states.entries())
  statePlaces[(state.charCodeAt(0) << 8) | state.charCodeAt(1)] = at + 1

/** Behind a 1, which keeps the zeros it begins with. */
function putPhone(writer: PackedWriter, row: Row, count: CountField): void {
  const length = (row.end[column.phone] as number) - (row.start[column.phone] as number)
  if (length === 0) {
    putNumber(writer, 0)
    return
  }
  const phone = numberField(row, column.phone)
  // No CPF fits into nine digits.
  if (phone >= 0 && length <= 9) {
    putNumber(writer, 10 ** length + phone)
    return
  }
  count('phone_invalid')
  putNumber(writer, 0)
}

const comma = 44
