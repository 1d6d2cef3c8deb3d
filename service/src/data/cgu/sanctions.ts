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

/** A sanction on a company, in one of the registers that the Controladoria-Geral da União keeps. */
export type Sanction = {
  readonly register: SanctionRegister
  readonly cnpj: string
  /** What the register knows it by: its code, or the number of the agreement. */
  readonly code: string | undefined
  readonly category: string | undefined
  readonly startedOn: Day | undefined
  /** Its last day. Undefined where none is told: it has no end yet. */
  readonly endsOn: Day | undefined
  /** An end is told, and cannot be read. */
  readonly isEndUnreadable?: true
  readonly sanctioningBody: string | undefined
  readonly processNumber: string | undefined
  readonly legalBasis: string | undefined
  readonly fineCents: bigint | undefined
}

export type SanctionRegister = 'CEIS' | 'CNEP' | 'CEPIM'

/** The sanctions on a company, the newest first. In the order in which `read-sanction.ts` writes. */
export const unpackSanctions = (
  register: SanctionRegister,
  key: number,
  record: PackedRecord,
): readonly Sanction[] =>
  takeEntries(record, (reader) => ({
    startedOn: takeDay(reader),
    ...takeEnd(reader),
    register,
    cnpj: cnpjOf(key, takeNumber(reader)),
    code: takeText(reader),
    category: takeText(reader),
    sanctioningBody: takeText(reader),
    processNumber: takeText(reader),
    legalBasis: takeText(reader),
    fineCents: takeCents(reader),
  }))

/** What stands for an end that cannot be read: the first day of 1800, on which no sanction ends. */
export const packedUnreadableEnd = 1

function takeEnd(reader: PackedReader): Pick<Sanction, 'endsOn' | 'isEndUnreadable'> {
  if (reader.text.charCodeAt(reader.at) !== packedUnreadableEnd) return { endsOn: takeDay(reader) }
  reader.at++
  return { endsOn: undefined, isEndUnreadable: true }
}

/**
 * Judged by date alone: it has begun, and its last day has not passed. What has no dates is in force while it is listed.
 * One whose end cannot be read is not held against the company.
 */
export const isInForce = (sanction: Sanction, today: Day): boolean =>
  !sanction.isEndUnreadable &&
  hasBegun(sanction, today) &&
  (sanction.endsOn === undefined || today <= sanction.endsOn)

/** It has begun, and its end cannot be read: with it, a count of those in force is the least that there may be. */
export const mayBeInForce = (sanction: Sanction, today: Day): boolean =>
  sanction.isEndUnreadable === true && hasBegun(sanction, today)

const hasBegun = ({ startedOn }: Sanction, today: Day): boolean =>
  startedOn === undefined || startedOn <= today
