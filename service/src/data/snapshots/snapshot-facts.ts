import { type Day, parseDay } from '@lastro/rules/calendar/day.ts'
import { SnapshotGone } from './snapshot-gone.ts'

/** What a finished snapshot says of itself, on every engine. */
export type SnapshotFacts = {
  readonly dataSet: string
  readonly period: string
  readonly date: Day
  /** The names of its tables. */
  readonly tables: string
}

/** Throws `SnapshotGone` where a snapshot is unfinished, or of a form that is read no more. */
export function snapshotFacts(
  meta: (name: string) => string | undefined,
  forms: readonly string[],
): SnapshotFacts {
  const needed = (name: string): string => {
    const value = meta(name)
    if (value === undefined) throw new SnapshotGone(`a snapshot does not say its ${name}`)
    return value
  }
  if (!forms.includes(needed('form')) || needed('finished') !== 'yes')
    throw new SnapshotGone('a snapshot is not finished')
  const date = parseDay(needed('date'))
  if (date === undefined) throw new SnapshotGone('a snapshot has no day')
  return { dataSet: needed('dataSet'), period: needed('period'), date, tables: needed('tables') }
}

export type DomainRow = { readonly name: unknown; readonly code: unknown; readonly text: unknown }

/** The texts of every domain, by its name and their code. */
export function domainTexts(rows: Iterable<DomainRow>): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const found = new Map<string, Map<number, string>>()
  for (const row of rows) {
    const name = String(row.name)
    const texts = found.get(name) ?? new Map<number, string>()
    found.set(name, texts.set(Number(row.code), String(row.text)))
  }
  return found
}
