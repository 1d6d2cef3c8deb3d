import type { ColumnMapping } from './column-mapping.ts'
import type { CsvRecord, Separator } from './csv-records.ts'
import { textOf } from './file-letters.ts'
import type { LineField, Spelling } from './line-field.ts'
import { type LineFile, rowsOf } from './line-file.ts'

/** A person's file as rows and columns, whatever it is written in. */
export type FileTable = {
  readonly columns: readonly string[]
  readonly cellCount: number
  readonly separator: Separator
  /** Where the file says a field; undefined where it does not. */
  readonly columnOf: (field: string) => number | undefined
  readonly spellingOf: (field: string) => Spelling | undefined
  readonly rows: () => AsyncGenerator<readonly CsvRecord[]>
}

export function fileTable(file: LineFile, mapping: ColumnMapping, fields: readonly LineField[]): FileTable {
  const spellingOf = (field: string) => fields.find(({ name }) => name === field)?.spelling
  if (file.kind === 'csv') {
    const { columns, cellCount, separator } = file
    const columnOf = (field: string) => mapping.columns[field]
    return { columns, cellCount, separator, columnOf, spellingOf, rows: () => rowsOf(file) }
  }
  const columns = fields.map(({ name }) => name)
  const columnOf = (field: string) => {
    const at = columns.indexOf(field)
    return at === -1 ? undefined : at
  }
  return {
    columns,
    cellCount: columns.length,
    separator: ';',
    columnOf,
    spellingOf,
    rows: () => jsonRows(file.file, columns),
  }
}

/** Lines of JSON as rows: a member in each column. What is no JSON is one cell, as it was sent. */
async function* jsonRows(file: Blob, columns: readonly string[]): AsyncGenerator<readonly CsvRecord[]> {
  let rest = ''
  let line = 0
  const rowOf = (text: string): CsvRecord => ({ line: ++line, ...cellsOf(text, columns) })
  for await (const piece of textOf(file, 'utf-8')) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield lines.map(rowOf)
  }
  if (rest !== '') yield [rowOf(rest)]
}

function cellsOf(text: string, columns: readonly string[]): Pick<CsvRecord, 'cells' | 'isBroken'> {
  try {
    const value: unknown = JSON.parse(text)
    return { cells: columns.map((column) => memberText(value, column)), isBroken: false }
  } catch {
    return { cells: [text.trim()], isBroken: true }
  }
}

/** `address.city` is the city inside the address. */
function memberText(value: unknown, column: string): string {
  let member = value
  for (const step of column.split('.')) {
    const isThere = typeof member === 'object' && member !== null && Object.hasOwn(member, step)
    member = isThere ? (member as Readonly<Record<string, unknown>>)[step] : undefined
  }
  if (member === undefined) return ''
  return typeof member === 'string' ? member : JSON.stringify(member)
}

/** The rows of these lines, as far as there are any: the file is read until the last of them. */
export async function rowsAt(table: FileTable, lines: readonly number[]): Promise<Map<number, CsvRecord>> {
  const wanted = new Set(lines)
  const found = new Map<number, CsvRecord>()
  for await (const rows of table.rows()) {
    for (const row of rows) if (wanted.has(row.line)) found.set(row.line, row)
    if (found.size === wanted.size) break
  }
  return found
}
