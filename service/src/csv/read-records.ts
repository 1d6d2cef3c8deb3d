import { isUtf8 } from 'node:buffer'
import { repeatedMember } from '@lastro/rules/text/member-names.ts'
import { csvCells, type Separator, separatorOf } from './csv.ts'
import type { Line } from './read-lines.ts'

/** A line that is a value, a heading, or has a fault. After an `unreadable` one the others have no meaning. */
export type ReadRecord =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'heading' }
  | { readonly kind: 'invalid' | 'unreadable'; readonly faults: readonly LineFault[] }

export type LineFault = {
  readonly fault: LineFaultCode
  readonly field: string
  readonly values: Readonly<Record<string, string>>
}

export type LineFaultCode =
  | 'line_too_long'
  | 'line_not_utf8'
  | 'line_not_json'
  | 'member_repeated'
  | 'line_not_csv'
  | 'cells_differ'
  | 'column_unknown'
  | 'column_repeated'

/** Reads the lines of a body in order: NDJSON, or CSV whose first line says what the others mean. */
export function recordReader(
  format: 'ndjson' | 'csv',
  columns: readonly string[],
): (line: Line) => ReadRecord {
  const readText = format === 'csv' ? csvReader(columns) : readJsonLine
  return ({ number, bytes }) => {
    if (bytes === undefined) return invalid('line_too_long')
    if (!isUtf8(bytes)) return invalid('line_not_utf8')
    const text = bytes.toString('utf8')
    return readText(number === 1 ? text.replace(/^\uFEFF/, '') : text)
  }
}

function readJsonLine(text: string): ReadRecord {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return invalid('line_not_json')
  }
  const field = repeatedMember(text, value)
  if (field === undefined) return { kind: 'value', value }
  return { kind: 'invalid', faults: [{ fault: 'member_repeated', field, values: {} }] }
}

type Heading = { readonly separator: Separator; readonly columns: readonly string[] }

function csvReader(known: readonly string[]): (text: string) => ReadRecord {
  let heading: Heading | undefined
  return (text) => {
    const line = text.replace(/\r$/, '')
    if (heading === undefined) {
      const read = readHeading(line, known)
      if ('kind' in read) return read
      heading = read
      return { kind: 'heading' }
    }
    const { separator, columns } = heading
    const cells = csvCells(line, separator)
    if (cells === undefined) return invalid('line_not_csv')
    if (cells.length !== columns.length) {
      return invalid('cells_differ', { sent: String(cells.length), expected: String(columns.length) })
    }
    return { kind: 'value', value: recordOf(columns, cells) }
  }
}

function readHeading(line: string, known: readonly string[]): Heading | ReadRecord {
  const separator = separatorOf(line)
  const columns = csvCells(line, separator)?.map((one) => one.trim())
  if (columns === undefined) return { ...invalid('line_not_csv'), kind: 'unreadable' }
  const faults = columns.flatMap((column, at): LineFault[] => {
    if (!known.includes(column)) {
      return [{ fault: 'column_unknown', field: shown(column), values: { columns: known.join(', ') } }]
    }
    const isFirst = columns.indexOf(column) === at
    return isFirst ? [] : [{ fault: 'column_repeated', field: column, values: {} }]
  })
  if (faults.length > 0) return { kind: 'unreadable', faults: faults.slice(0, headingFaultCountMax) }
  return { separator, columns }
}

/** Enough to mend a heading, not enough to echo what is none. */
const headingFaultCountMax = 20

/** A heading that is no heading may hold somebody's data; its first letters are enough to find it. */
const shown = (column: string): string => column.replace(/\d/g, '#').slice(0, 30)

/** An empty cell is a member that is not there; `address.city` is the city inside the address. */
function recordOf(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [at, column] of columns.entries()) {
    const value = cells[at]?.trim() ?? ''
    if (value === '') continue
    const [outer = '', inner] = column.split('.')
    if (inner === undefined) root[outer] = value
    else root[outer] = { ...(root[outer] as object | undefined), [inner]: value }
  }
  return root
}

const invalid = (
  fault: LineFaultCode,
  values: Readonly<Record<string, string>> = {},
): { readonly kind: 'invalid'; readonly faults: readonly LineFault[] } => ({
  kind: 'invalid',
  faults: [{ fault, field: '(line)', values }],
})
