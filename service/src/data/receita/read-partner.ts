import { companyKey } from '@lastro/rules/documents/company-key.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import {
  countRepairs,
  isEmpty,
  numberField,
  putCodeField,
  putDateField,
  putField,
} from '../cleaning/clean-fields.ts'
import type { CountField, ReaderContext, RowReader } from '../data-set.ts'
import { type PackedWriter, putNumber, putText, reserve } from '../packing/packed-writer.ts'
import { type Row, textOf } from '../rows/row.ts'
import { rootField } from './cnpj-fields.ts'
import { codeLengths, partKinds } from './packed-forms.ts'

const column = {
  root: 0,
  kind: 1,
  name: 2,
  document: 3,
  role: 4,
  since: 5,
  country: 6,
  representative: 7,
  representativeName: 8,
  representativeRole: 9,
} as const

/**
 * Rows of Socios. A partner that is a company is also written under that company's key, so that its participations are
 * found; a person is not, because a masked CPF is nobody's number.
 */
export function partnerReader({ domains }: ReaderContext): RowReader {
  const role = {
    name: 'qualification',
    length: codeLengths.qualification,
    known: domains.get('qualification'),
  }
  const country = { name: 'country', length: codeLengths.country, known: domains.get('country') }
  return (row, parts, count) => {
    const key = rootField(row, column.root, count)
    if (key < 0) return 'root_invalid'
    countRepairs(row, count)
    const { writer } = parts
    const kind = kindOf(row, count)
    putNumber(writer, kind)
    const cnpj = kind === company ? putCnpj(writer, row, count) : undefined
    if (kind !== company) putMask(writer, row, column.document, 'partner_document', count)
    putField(writer, row, column.name, count)
    putCodeField(writer, row, column.role, role, count)
    putDateField(writer, row, column.since, count)
    putCodeField(writer, row, column.country, country, count)
    putRepresentative(writer, row, role, count)
    parts.commit(key, partKinds.partner, true)
    if (cnpj !== undefined) {
      putNumber(writer, key)
      putCodeField(writer, row, column.role, { name: role.name, length: role.length }, ignore)
      putDateField(writer, row, column.since, ignore)
      parts.commit(companyKey(cnpj.slice(0, 8)), partKinds.participation, false)
    }
    return undefined
  }
}

/** Counted already, in the partner itself. */
const ignore: CountField = () => undefined

/** The places in `partnerKinds`. */
const [company, person, foreign] = [0, 1, 2]

/** What the file says, and where it says nothing, what the number looks like. */
function kindOf(row: Row, count: CountField): number {
  const told = numberField(row, column.kind)
  if (told >= 1 && told <= 3) return told - 1
  count('partner_kind_invalid')
  const { length } = textOf(row, column.document)
  return length === 14 ? company : length === 11 ? person : foreign
}

function putCnpj(writer: PackedWriter, row: Row, count: CountField): string | undefined {
  const text = textOf(row, column.document)
  const parsed = parseDocument(text)
  const cnpj = parsed.kind === 'document' && parsed.document.length === 14 ? parsed.document : undefined
  if (cnpj === undefined && text !== '') count('partner_document_invalid')
  putText(writer, cnpj)
  return cnpj
}

/** The six digits of `***nnnnnn**` and one. A CPF that came whole loses the rest here. */
function putMask(writer: PackedWriter, row: Row, at: number, name: string, count: CountField): void {
  if (isEmpty(row, at)) {
    putNumber(writer, 0)
    return
  }
  const text = textOf(row, at).trim()
  const [, masked, whole] = /^(?:\*{3}(\d{6})\*{2}|\d{3}(\d{6})\d{2})$/.exec(text) ?? []
  const digits = masked ?? whole
  if (whole !== undefined) count('cpf_masked')
  if (digits === '000000') count(`${name}_placeholder`)
  else if (digits === undefined) count(`${name}_invalid`)
  putNumber(writer, digits === undefined || digits === '000000' ? 0 : Number(digits) + 1)
}

/** Under its length; nobody where there is neither number nor name. */
function putRepresentative(
  writer: PackedWriter,
  row: Row,
  role: Parameters<typeof putCodeField>[3],
  count: CountField,
): void {
  reserve(writer, 16)
  const lengthAt = writer.at
  // The length is known afterwards: two bytes hold any, as the longest of texts is bounded.
  writer.at += 2
  putMask(writer, row, column.representative, 'representative', count)
  const hasDocument = writer.at - lengthAt > 3 || writer.bytes[lengthAt + 2] !== 0
  if (!hasDocument && isEmpty(row, column.representativeName)) {
    writer.at = lengthAt
    putNumber(writer, 0)
    return
  }
  putField(writer, row, column.representativeName, count)
  putCodeField(writer, row, column.representativeRole, role, count)
  const length = writer.at - lengthAt - 2
  writer.bytes[lengthAt] = (length & 127) | 128
  writer.bytes[lengthAt + 1] = length >>> 7
}
