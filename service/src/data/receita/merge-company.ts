import type { Merger, Parts, RecordSink } from '../data-set.ts'
import { type PackedWriter, putBytes, putNumber, putRaw } from '../packing/packed-writer.ts'
import { partKinds, tableAt } from './packed-forms.ts'
import { establishmentTokens } from './search/establishment-tokens.ts'
import { unpackBranch, unpackName } from './unpack-company.ts'

/**
 * All that the files say of one company becomes its record: its own row, tax options, the head office and partners; the
 * other establishments get records of their own. Of rows that repeat one another the last is kept, of equal ones the
 * first.
 */
export function companyMerger(): Merger {
  const found: Found = { company: -1, option: -1, establishments: [], partners: [], participations: [] }
  return (key, parts, records) => {
    collect(found, parts, records)
    const { participations } = found
    if (participations.length < parts.count) {
      const offices = officesOf(parts, found.establishments, records)
      writeCompany(found, offices, key, parts, records)
      for (const { part, order } of offices.branches) {
        putRaw(records.writer, parts.bytes, parts.start[part] as number, parts.end[part] as number)
        records.commit(tableAt.branch, key, order)
      }
      if (records.found !== undefined) addTokens(found.company, offices, key, parts, records.found)
    }
    if (participations.length === 0) return
    for (const part of withoutEqual(parts, participations)) {
      putRaw(records.writer, parts.bytes, parts.start[part] as number, parts.end[part] as number)
    }
    records.commit(tableAt.participation, key)
  }
}

/** Numbers of parts; −1 where there is none. */
type Found = {
  company: number
  option: number
  establishments: number[]
  partners: number[]
  participations: number[]
}

function collect(found: Found, parts: Parts, { merged }: RecordSink): void {
  found.company = -1
  found.option = -1
  found.establishments.length = 0
  found.partners.length = 0
  found.participations.length = 0
  for (let part = 0; part < parts.count; part++) {
    switch (parts.kind[part] as number) {
      case partKinds.company:
        if (found.company >= 0) merged(found.company)
        found.company = part
        break
      case partKinds.option:
        if (found.option >= 0) merged(found.option)
        found.option = part
        break
      case partKinds.establishment:
        found.establishments.push(part)
        break
      case partKinds.partner:
        found.partners.push(part)
        break
      case partKinds.participation:
        found.participations.push(part)
        break
      default:
        throw new Error('a part of a company is of no known kind')
    }
  }
}

type Offices = {
  readonly head: Office | undefined
  readonly branches: readonly Office[]
  readonly branchCount: number
}

const noOffices: Offices = { head: undefined, branches: [], branchCount: 0 }

type Office = { readonly part: number; readonly order: number; readonly isHead: boolean }

/** One establishment for each order; of several that say they are the head office, the one with the lowest. */
function officesOf(parts: Parts, establishments: readonly number[], { merged }: RecordSink): Offices {
  const [only] = establishments
  if (only === undefined) return noOffices
  if (establishments.length === 1) {
    const office = officeOf(parts, only)
    return office.isHead
      ? { head: office, branches: [], branchCount: 0 }
      : { head: undefined, branches: [office], branchCount: 1 }
  }
  const byOrder = new Map<number, Office>()
  for (const part of establishments) {
    const office = officeOf(parts, part)
    const before = byOrder.get(office.order)
    if (before !== undefined) merged(before.part)
    byOrder.set(office.order, office)
  }
  const offices = [...byOrder.values()]
  offices.sort((a, b) => a.order - b.order)
  const head = offices.find((one) => one.isHead)
  return {
    head,
    branches: offices.filter((one) => one !== head),
    branchCount: offices.filter((one) => !one.isHead).length,
  }
}

/** An establishment begins with its order and whether it is the head office. */
function officeOf({ bytes, start }: Parts, part: number): Office {
  let at = start[part] as number
  let order = 0
  let shift = 0
  for (;;) {
    const byte = bytes[at++] as number
    order |= (byte & 127) << shift
    if (byte < 128) break
    shift += 7
  }
  return { part, order, isHead: bytes[at] === 1 }
}

function writeCompany(found: Found, offices: Offices, key: number, parts: Parts, records: RecordSink): void {
  const { writer } = records
  putPart(writer, parts, found.company)
  putPart(writer, parts, found.option)
  putNumber(writer, offices.branchCount)
  putPart(writer, parts, offices.head?.part ?? -1)
  const partners = withoutEqual(parts, found.partners, records.merged)
  putNumber(writer, partners.length)
  for (const part of partners) putPart(writer, parts, part)
  records.commit(tableAt.company, key)
}

/** Under its length; nothing for none. */
function putPart(writer: PackedWriter, { bytes, start, end }: Parts, part: number): void {
  if (part < 0) putNumber(writer, 0)
  else putBytes(writer, bytes, start[part] as number, end[part] as number)
}

/** Parts of which none has the same bytes as another. */
function withoutEqual(
  parts: Parts,
  listed: readonly number[],
  onEqual?: (part: number) => void,
): readonly number[] {
  if (listed.length < 2) return listed
  const seen = new Set<string>()
  return listed.filter((part) => {
    const text = parts.bytes.toString('latin1', parts.start[part], parts.end[part])
    const isNew = !seen.has(text)
    if (isNew) seen.add(text)
    else onEqual?.(part)
    return isNew
  })
}

/** Each establishment is found by the name of the company and its own. */
function addTokens(
  company: number,
  { head, branches }: Offices,
  key: number,
  parts: Parts,
  add: NonNullable<RecordSink['found']>,
): void {
  const bytesOf = (part: number) => parts.bytes.subarray(parts.start[part], parts.end[part])
  const name = company < 0 ? undefined : unpackName(bytesOf(company))
  const offices = head === undefined ? branches : [head, ...branches].toSorted((a, b) => a.order - b.order)
  for (const { part, order } of offices) {
    add(key, order, establishmentTokens(name, unpackBranch(key, bytesOf(part))))
  }
}
