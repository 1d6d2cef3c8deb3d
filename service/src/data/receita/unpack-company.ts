import { companyRoot, orderOf } from '@lastro/rules/documents/company-key.ts'
import { cnpjOf } from '@lastro/rules/documents/document-number.ts'
import { maskCpfs } from '@lastro/rules/documents/mask-cpfs.ts'
import {
  codeText,
  type PackedReader,
  type PackedRecord,
  packedReader,
  takeCents,
  takeCode,
  takeDay,
  takeNumber,
  takeText,
} from '../packing/packed-reader.ts'
import type { Company, Establishment, Participation, Partner, Representative, TaxOption } from './company.ts'
import { codeLengths, partnerKinds, states } from './packed-forms.ts'

/** The company of a record of the table `company`. */
export function unpackCompany(key: number, record: PackedRecord): Company {
  const reader = packedReader(record)
  const root = companyRoot(key)
  const company = takePart(reader, takeCompany)
  const options = takePart(reader, takeOptions)
  const branchCount = takeNumber(reader)
  const headOffice = takeNumber(reader) === 0 ? undefined : takeEstablishment(root, reader)
  return {
    root,
    name: company?.name,
    legalNatureCode: company?.legalNatureCode,
    capitalCents: company?.capitalCents,
    sizeCode: company?.sizeCode,
    simples: options?.simples,
    mei: options?.mei,
    headOffice,
    branchCount,
    partners: takePartners(reader),
  }
}

function takePartners(reader: PackedReader): Partner[] {
  const partners: Partner[] = []
  for (let left = takeNumber(reader); left > 0; left--) {
    if (takeNumber(reader) > 0) partners.push(takePartner(reader))
  }
  return partners
}

/** The establishment of a record of the table `branch`. */
export const unpackBranch = (key: number, record: PackedRecord): Establishment =>
  takeEstablishment(companyRoot(key), packedReader(record))

/** The name in the part of a company, as it comes from its own file. */
export const unpackName = (part: PackedRecord): string | undefined => takeMaskedText(packedReader(part))

/** The companies of a record of the table `participation`. */
export function unpackParticipations(record: PackedRecord): Participation[] {
  const reader = packedReader(record)
  const found: Participation[] = []
  while (reader.at < reader.text.length) {
    found.push({
      root: companyRoot(takeNumber(reader)),
      roleCode: takeCode(reader, codeLengths.qualification),
      since: takeDay(reader),
    })
  }
  return found
}

/** What stands under a length; undefined where that is nothing. */
function takePart<Value>(reader: PackedReader, take: (reader: PackedReader) => Value): Value | undefined {
  const length = takeNumber(reader)
  return length === 0 ? undefined : take(reader)
}

const takeCompany = (reader: PackedReader) => ({
  name: takeMaskedText(reader),
  legalNatureCode: takeCode(reader, codeLengths.nature),
  capitalCents: takeCents(reader),
  sizeCode: takeCode(reader, codeLengths.size),
})

const takeOptions = (reader: PackedReader) => ({ simples: takeOption(reader), mei: takeOption(reader) })

/** 0 is none, 1 no, 2 yes; then the days. */
function takeOption(reader: PackedReader): TaxOption | undefined {
  const opted = takeNumber(reader)
  const since = takeDay(reader)
  const until = takeDay(reader)
  if (opted === 0) return undefined
  return { isOpted: opted === 2, ...(since && { since }), ...(until && { until }) }
}

const takeEstablishment = (root: string, reader: PackedReader): Establishment => ({
  cnpj: cnpjOf(root, orderOf(takeNumber(reader))),
  isHeadOffice: takeNumber(reader) === 1,
  alias: takeMaskedText(reader),
  statusCode: takeCode(reader, codeLengths.status),
  statusDate: takeDay(reader),
  reasonCode: takeCode(reader, codeLengths.reason),
  foreignCity: takeMaskedText(reader),
  countryCode: takeCode(reader, codeLengths.country),
  startedOn: takeDay(reader),
  cnaeCode: takeCode(reader, codeLengths.cnae),
  otherCnaeCodes: takeCnaes(reader),
  streetType: takeMaskedText(reader),
  street: takeMaskedText(reader),
  number: takeMaskedText(reader),
  complement: takeMaskedText(reader),
  district: takeMaskedText(reader),
  zipCode: takeCode(reader, codeLengths.zipCode),
  state: states[takeNumber(reader) - 1],
  municipalityCode: takeCode(reader, codeLengths.municipality),
  areaCode: takeCode(reader, codeLengths.areaCode),
  phone: takeDigits(reader),
  specialStatus: takeMaskedText(reader),
  specialStatusDate: takeDay(reader),
})

/** Three bytes for each. */
function takeCnaes(reader: PackedReader): string[] {
  const codes: string[] = []
  for (let left = takeNumber(reader); left > 0; left--) {
    const { text, at } = reader
    const code = (text.charCodeAt(at) << 16) | (text.charCodeAt(at + 1) << 8) | text.charCodeAt(at + 2)
    codes.push(codeText(code, codeLengths.cnae))
    reader.at += 3
  }
  return codes
}

/** Digits behind a 1, which keeps the zeros they begin with. */
function takeDigits(reader: PackedReader): string | undefined {
  const digits = takeNumber(reader)
  return digits === 0 ? undefined : String(digits).slice(1)
}

function takePartner(reader: PackedReader): Partner {
  const kind = partnerKinds[takeNumber(reader)]
  if (kind === undefined) throw new Error('a packed partner is of no known kind')
  return {
    kind,
    document: kind === 'company' ? takeText(reader) : takeMask(reader),
    name: takeMaskedText(reader),
    roleCode: takeCode(reader, codeLengths.qualification),
    since: takeDay(reader),
    countryCode: takeCode(reader, codeLengths.country),
    representative: takePart(reader, takeRepresentative),
  }
}

const takeRepresentative = (reader: PackedReader): Representative => ({
  document: takeMask(reader),
  name: takeMaskedText(reader),
  roleCode: takeCode(reader, codeLengths.qualification),
})

/** The six digits of a CPF that are published. */
function takeMask(reader: PackedReader): string | undefined {
  const digits = takeCode(reader, 6)
  return digits === undefined ? undefined : `***${digits}**`
}

/** An edition that an earlier version imported may hold the CPF of a sole trader in its name: it is not shown. */
function takeMaskedText(reader: PackedReader): string | undefined {
  const text = takeText(reader)
  return text === undefined ? undefined : maskCpfs(text)
}
