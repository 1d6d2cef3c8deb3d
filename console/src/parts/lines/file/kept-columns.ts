import { type ColumnsOfFields, isOurs } from './guess-columns.ts'

/** What remembers: the browser's own storage, or one of a test. */
export type Memory = Pick<Storage, 'getItem' | 'setItem'>

const storedAs = 'lastro.columns'

/** A creditor has a few systems that files come from. */
const keptCountMax = 10

type Kept = { readonly names: readonly string[]; readonly columns: ColumnsOfFields }

/** What the columns of a file with this heading meant the last time. */
export function keptColumns(memory: Memory, columns: readonly string[]): ColumnsOfFields | undefined {
  const heading = headingOf(columns)
  const found = allKept(memory).find(({ names }) => isSame(names, heading.names))
  return found && mapValues(found.columns, (at) => heading.places[at] ?? -1)
}

/** Remembers names of columns and nothing else: no cell, and no value that was typed for all lines. */
export function keepColumns(memory: Memory, columns: readonly string[], chosen: ColumnsOfFields): void {
  const { names, places } = headingOf(columns)
  if (looksLikeLine(names)) return
  const kept = { names, columns: mapValues(chosen, (at) => places.indexOf(at)) }
  const others = allKept(memory).filter((one) => !isSame(one.names, names))
  try {
    memory.setItem(storedAs, JSON.stringify([kept, ...others].slice(0, keptCountMax)))
  } catch {
    // A browser that keeps nothing costs the guess of the next time, and no more.
  }
}

/** Without the columns that we add to a file of refused lines: mended, it means what the first file meant. */
function headingOf(columns: readonly string[]) {
  const places = columns.flatMap((column, at) => (isOurs(column) ? [] : [at]))
  return { places, names: places.map((at) => columns[at] ?? '') }
}

/** A file without a heading has somebody's debt in its place: it is told, and never kept. */
export const looksLikeLine = (columns: readonly string[]): boolean =>
  columns.some((name) => /\d{4}|\d[.,/-]\d|@/.test(name))

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, at) => name === other[at])

const mapValues = (columns: ColumnsOfFields, placeOf: (at: number) => number): ColumnsOfFields =>
  Object.fromEntries(
    Object.entries(columns)
      .map(([field, at]) => [field, placeOf(at)] as const)
      .filter(([, at]) => at >= 0),
  )

function allKept(memory: Memory): readonly Kept[] {
  try {
    const kept: unknown = JSON.parse(memory.getItem(storedAs) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    return []
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null || !('names' in value) || !('columns' in value))
    return false
  const { names, columns } = value
  const areNames = Array.isArray(names) && names.every((name) => typeof name === 'string')
  if (!areNames || typeof columns !== 'object' || columns === null) return false
  return Object.values(columns).every((at) => Number.isInteger(at) && at >= 0 && at < names.length)
}
