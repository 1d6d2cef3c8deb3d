import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { companyKey } from '@lastro/rules/documents/company-key.ts'
import {
  isInForce,
  mayBeInForce,
  type Sanction,
  type SanctionRegister,
  unpackSanctions,
} from '../../data/cgu/sanctions.ts'
import { sanctionsSection } from '../../data/cgu/sanctions-section.ts'
import type { SnapshotReader } from '../../data/snapshots/snapshot-reader.ts'
import {
  answerAll,
  failed,
  type Question,
  type SectionAnswers,
  type Source,
} from '../../features/reports/source.ts'
import { noSections, type Snapshots } from './snapshot-source.ts'

/** The registers of sanctions, by the data set that each is published as. */
const registers: Readonly<Record<string, SanctionRegister>> = { ceis: 'CEIS', cnep: 'CNEP', cepim: 'CEPIM' }

/** What the feature SANCOES promises: with one of the two alone, "nothing on file" would say too much. */
const promised: readonly string[] = ['ceis', 'cnep']

/**
 * The sanctions that the Controladoria-Geral da União publishes, of all registers that are served. Those in force on
 * the day of the question are shown: what is over, or is yet to begin, bars nobody.
 */
export function cguSource(snapshots: Snapshots, needed = promised): Source {
  const covered: ReadonlySet<SectionId> = new Set(['sanctions'])
  return {
    name: 'cgu',
    covers: (type) => (type === 'CNPJ' && needed.every(snapshots.isServed) ? covered : noSections),
    declares: (type, section) =>
      type === 'CNPJ' && section === 'sanctions' && needed.every(snapshots.isServed)
        ? {
            extent: 'complete',
            asOf: oldest(Object.keys(registers).flatMap((one) => snapshots.dateOf(one) ?? [])),
          }
        : undefined,
    ask: async (question) => {
      const reading = Object.entries(registers)
        .filter(([dataSet]) => snapshots.isServed(dataSet))
        .map(async ([dataSet, register]) =>
          snapshots.reading(dataSet, (reader) => inRegister(reader, register, question)),
        )
      const read = await Promise.all(reading)
      const found = read.filter((one) => one !== undefined)
      return found.length < read.length
        ? answerAll(question.sections, failed('source_unavailable'))
        : answersOf(found, question)
    },
  }
}

const oldest = (dates: readonly Day[]): Day | undefined => dates.toSorted()[0]

type InRegister = {
  readonly register: SanctionRegister
  readonly date: Day
  readonly sanctions: readonly Sanction[]
  /** Whether there may be more in force: the end of one cannot be read. */
  readonly isLowerBound: boolean
}

async function inRegister(
  reader: SnapshotReader,
  register: SanctionRegister,
  { document, today }: Question,
): Promise<InRegister> {
  const key = companyKey(document.slice(0, 8))
  const record = await reader.read('entry', key)
  const all = record === undefined ? [] : unpackSanctions(register, key, record)
  return {
    register,
    date: reader.date,
    sanctions: all.filter((one) => isInForce(one, today)),
    isLowerBound: all.some((one) => mayBeInForce(one, today)),
  }
}

/** As old as the oldest of the registers. */
function answersOf(found: readonly InRegister[], question: Question): SectionAnswers {
  const [asOf] = found.map((one) => one.date).toSorted()
  const text = sanctionsSection(
    found.flatMap((one) => one.sanctions),
    found.map((one) => one.register),
    question,
  )
  const isLowerBound = found.some((one) => one.isLowerBound)
  return {
    sanctions: {
      kind: 'found',
      text,
      ...(asOf !== undefined && { asOf }),
      ...(isLowerBound && { missing: 'unreadable' }),
    },
  }
}
