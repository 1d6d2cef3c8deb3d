import { type Day, parseDay } from '@lastro/rules/calendar/day.ts'
import type { DataSet } from '../data-set.ts'
import { entryMerger, entryTables } from '../entries/entries.ts'
import { cguPublisher } from './cgu-publisher.ts'
import { sanctionReader } from './read-sanction.ts'
import { type SanctionLayout, sampleSanctions } from './sample-sanctions.ts'
import type { SanctionRegister } from './sanctions.ts'

/** One of the registers of sanctions: a zip a day with one file. They differ by their columns alone. */
export function cguDataSet(register: SanctionRegister, layout: SanctionLayout): DataSet {
  const { columns } = layout
  const name = register.toLowerCase()
  return {
    name,
    tables: entryTables,
    files: [
      {
        name: register,
        zipName: new RegExp(`^\\d{8}_${register}\\.zip$`, 'i'),
        innerName: new RegExp(`^\\d{8}_${register}\\.csv$`, 'i'),
        countMin: 1,
        dateOf: dayOfName,
        columns: { kind: 'names', names: Object.values(columns).map((one) => [one]) },
        reader: sanctionReader(columns),
      },
    ],
    periodOf: (date) => date,
    publisher: cguPublisher(name),
    merger: () => entryMerger(),
    sample: sampleSanctions(register, layout),
  }
}

/** `20261011_CEIS.csv` */
export function dayOfName(innerName: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})_/.exec(innerName) ?? []
  return parseDay(`${year}-${month}-${day}`)
}
