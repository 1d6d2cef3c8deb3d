import type { Day } from '@lastro/rules/calendar/day.ts'
import { cnpjOf } from '../entries/cnpj-of.ts'
import { takeEntries } from '../entries/entries.ts'
import {
  type PackedReader,
  type PackedRecord,
  takeCents,
  takeDay,
  takeNumber,
  takeText,
} from '../packing/packed-reader.ts'

/** A debt to the Union that was inscribed as active: `dívida ativa`. */
export type PublicDebt = {
  readonly register: PublicDebtRegister
  /** The establishment that it was inscribed against; it is the company's all the same. */
  readonly cnpj: string
  /**
   * False for a co-debtor, whose row repeats the whole amount: it is shown but never summed. Undefined if the role is
   * unknown.
   */
  readonly isPrincipal: boolean | undefined
  readonly inscriptionNumber: string
  readonly inscribedOn: Day | undefined
  readonly amountCents: bigint | undefined
  readonly situation: PublicDebtSituation
  /** As the publisher words it. */
  readonly situationText: string | undefined
  /** The revenue, or the kind of credit. */
  readonly debtType: string | undefined
  readonly responsibleUnit: string | undefined
  readonly isInCourt: boolean | undefined
}

/** Packed as an index into this list: append only. */
export const publicDebtRegisters = ['SIDA', 'PREV', 'FGTS'] as const
export type PublicDebtRegister = (typeof publicDebtRegisters)[number]

/** Packed as an index into this list: append only. */
export const principalForms = [false, true, undefined] as const

/** Packed as an index into this list: append only. */
export const publicDebtSituations = ['collection', 'negotiated', 'guaranteed', 'suspended', 'other'] as const
export type PublicDebtSituation = (typeof publicDebtSituations)[number]

/** Packed as the place in this list. */
export const inCourtForms = [undefined, false, true] as const

/** The debts of a company, the newest inscription first. */
export const unpackPublicDebts = (key: number, record: PackedRecord): readonly PublicDebt[] =>
  takeEntries(record, (reader, kind) => takeDebt(key, reader, kind))

/** In the order in which `read-public-debt.ts` writes. */
function takeDebt(key: number, reader: PackedReader, kind: number): PublicDebt {
  const inscribedOn = takeDay(reader)
  const cnpj = cnpjOf(key, takeNumber(reader))
  const isPrincipal = principalForms[takeNumber(reader)]
  const inscriptionNumber = takeText(reader) ?? ''
  return {
    register: placed(publicDebtRegisters, kind),
    cnpj,
    isPrincipal,
    inscriptionNumber,
    inscribedOn,
    situation: placed(publicDebtSituations, takeNumber(reader)),
    isInCourt: inCourtForms[takeNumber(reader)],
    amountCents: takeCents(reader),
    situationText: takeText(reader),
    debtType: takeText(reader),
    responsibleUnit: takeText(reader),
  }
}

function placed<Value>(list: readonly Value[], place: number): Value {
  const value = list[place]
  if (value === undefined) throw new Error('a packed debt has a code that there is none of')
  return value
}
