import type { Day } from '@lastro/rules/calendar/day.ts'
import { companyKey, orderKey } from '@lastro/rules/documents/company-key.ts'
import { packedUnreadableEnd, type Sanction } from '../../src/data/cgu/sanctions.ts'
import {
  type PackedWriter,
  packedCivilDay,
  packedWriter,
  putBytes,
  putCents,
  putNumber,
  putText,
} from '../../src/data/packing/packed-writer.ts'
import {
  inCourtForms,
  type PublicDebt,
  principalForms,
  publicDebtRegisters,
  publicDebtSituations,
} from '../../src/data/pgfn/public-debts.ts'
import type {
  Company,
  Establishment,
  Participation,
  Partner,
  TaxOption,
} from '../../src/data/receita/company.ts'
import { partnerKinds, states } from '../../src/data/receita/packed-forms.ts'
import type { SnapshotReader } from '../../src/data/snapshots/snapshot-reader.ts'

/** Records as an import packs them, and a snapshot in memory that holds them. */
export type MemorySnapshot = SnapshotReader & {
  readonly put: (table: string, key: number, record: Uint8Array, order?: number) => void
  /** How many records were read. */
  readonly readCount: () => number
}

export function memorySnapshot(
  dataSet: string,
  date: string,
  domains: Readonly<Record<string, ReadonlyMap<number, string>>> = {},
): MemorySnapshot {
  const records = new Map<string, Uint8Array>()
  const place = (table: string, key: number, order = 0) => `${table} ${key} ${order}`
  let reads = 0
  return {
    dataSet,
    period: date.slice(0, 7),
    date: date as Day,
    read: (table, key, order) => {
      reads += 1
      return records.get(place(table, key, order))
    },
    domain: (table) => domains[table] ?? new Map(),
    close: () => undefined,
    put: (table, key, record, order) => void records.set(place(table, key, order), record),
    readCount: () => reads,
  }
}

export const rootKeyOf = (cnpj: string): number => companyKey(cnpj.slice(0, 8))

type Put = (writer: PackedWriter) => void

function packed(put: Put): Buffer {
  const writer = packedWriter()
  put(writer)
  return writer.bytes.subarray(0, writer.at)
}

function putPart(writer: PackedWriter, put: Put | undefined): void {
  const bytes = put === undefined ? Buffer.alloc(0) : packed(put)
  putBytes(writer, bytes, 0, bytes.length)
}

const putCode = (writer: PackedWriter, code: string | undefined): void =>
  putNumber(writer, code === undefined ? 0 : Number(code) + 1)

export const packCompany = (company: Company): Uint8Array =>
  packed((writer) => {
    putPart(writer, (part) => {
      putText(part, company.name)
      putCode(part, company.legalNatureCode)
      putCents(part, company.capitalCents)
      putCode(part, company.sizeCode)
    })
    putPart(writer, (part) => {
      putOption(part, company.simples)
      putOption(part, company.mei)
    })
    putNumber(writer, company.branchCount)
    const { headOffice } = company
    putPart(writer, headOffice && ((part) => putEstablishment(part, headOffice)))
    putNumber(writer, company.partners.length)
    for (const partner of company.partners) putPart(writer, (part) => putPartner(part, partner))
  })

export const packBranch = (branch: Establishment): Uint8Array =>
  packed((writer) => putEstablishment(writer, branch))

export const packParticipations = (all: readonly Participation[]): Uint8Array =>
  packed((writer) => {
    for (const { root, roleCode, since } of all) {
      putNumber(writer, companyKey(root))
      putCode(writer, roleCode)
      putDay(writer, since)
    }
  })

function putOption(writer: PackedWriter, option: TaxOption | undefined): void {
  putNumber(writer, option === undefined ? 0 : option.isOpted ? 2 : 1)
  putDay(writer, option?.since)
  putDay(writer, option?.until)
}

function putEstablishment(writer: PackedWriter, one: Establishment): void {
  putNumber(writer, orderKey(one.cnpj.slice(8, 12)))
  putNumber(writer, one.isHeadOffice ? 1 : 2)
  putText(writer, one.alias)
  putCode(writer, one.statusCode)
  putDay(writer, one.statusDate)
  putCode(writer, one.reasonCode)
  putText(writer, one.foreignCity)
  putCode(writer, one.countryCode)
  putDay(writer, one.startedOn)
  putCode(writer, one.cnaeCode)
  putNumber(writer, 0)
  putText(writer, one.streetType)
  putText(writer, one.street)
  putText(writer, one.number)
  putText(writer, one.complement)
  putText(writer, one.district)
  putCode(writer, one.zipCode)
  putNumber(writer, one.state === undefined ? 0 : states.indexOf(one.state) + 1)
  putCode(writer, one.municipalityCode)
  putCode(writer, one.areaCode)
  putNumber(writer, one.phone === undefined ? 0 : Number(`1${one.phone}`))
  putText(writer, one.specialStatus)
  putDay(writer, one.specialStatusDate)
}

function putPartner(writer: PackedWriter, partner: Partner): void {
  putNumber(writer, partnerKinds.indexOf(partner.kind))
  if (partner.kind === 'company') putText(writer, partner.document)
  else putCode(writer, partner.document?.slice(3, 9))
  putText(writer, partner.name)
  putCode(writer, partner.roleCode)
  putDay(writer, partner.since)
  putCode(writer, partner.countryCode)
  putNumber(writer, 0)
}

const packEntries = (entries: readonly { readonly kind: number; readonly put: Put }[]): Uint8Array =>
  packed((writer) => {
    for (const { kind, put } of entries) {
      putNumber(writer, kind)
      putPart(writer, put)
    }
  })

export const packDebts = (debts: readonly PublicDebt[]): Uint8Array =>
  packEntries(
    debts.map((debt) => ({
      kind: publicDebtRegisters.indexOf(debt.register),
      put: (writer) => {
        putDay(writer, debt.inscribedOn)
        putNumber(writer, orderKey(debt.cnpj.slice(8, 12)))
        putNumber(writer, principalForms.indexOf(debt.isPrincipal))
        putText(writer, debt.inscriptionNumber)
        putNumber(writer, publicDebtSituations.indexOf(debt.situation))
        putNumber(writer, inCourtForms.indexOf(debt.isInCourt as never))
        putCents(writer, debt.amountCents)
        putText(writer, debt.situationText)
        putText(writer, debt.debtType)
        putText(writer, debt.responsibleUnit)
      },
    })),
  )

export const packSanctions = (sanctions: readonly Sanction[]): Uint8Array =>
  packEntries(
    sanctions.map((sanction) => ({
      kind: 0,
      put: (writer) => {
        putDay(writer, sanction.startedOn)
        if (sanction.isEndUnreadable) putNumber(writer, packedUnreadableEnd)
        else putDay(writer, sanction.endsOn)
        putNumber(writer, orderKey(sanction.cnpj.slice(8, 12)))
        putText(writer, sanction.code)
        putText(writer, sanction.category)
        putText(writer, sanction.sanctioningBody)
        putText(writer, sanction.processNumber)
        putText(writer, sanction.legalBasis)
        putCents(writer, sanction.fineCents)
      },
    })),
  )

/** A day, or none. An import packs days from the digits of a file. */
export const putDay = (writer: PackedWriter, day: Day | undefined): void =>
  putNumber(
    writer,
    day === undefined
      ? 0
      : packedCivilDay(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8))),
  )
