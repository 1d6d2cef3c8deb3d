import { isUtf8 } from 'node:buffer'
import { batchColumns, batchLineFaults, type csv, type ndjson } from '@lastro/contract/batches.ts'
import { ListingRequest } from '@lastro/contract/listings.ts'
import { fill } from '@lastro/contract/problems.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { FieldError } from '../../http/reply.ts'
import { validator } from '../../http/validate.ts'
import { csvCells, type Separator, separatorOf } from '../../lines/csv.ts'
import type { Line } from '../../lines/read-lines.ts'

export type BatchFormat = typeof ndjson | typeof csv

/** A debt with a long name and address is under a kilobyte. */
export const batchLineBytesMax = 16 * 1024

export type ReadLine =
  | { readonly kind: 'debt'; readonly request: ListingRequest }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] }
  /** The heading of a CSV. */
  | { readonly kind: 'heading' }
  /** A heading that cannot be read leaves every line after it without meaning. */
  | { readonly kind: 'unreadable'; readonly errors: readonly FieldError[] }

/** Reads the lines of one batch, in order: the first line of a CSV says what the others mean. */
export function batchLineReader(format: BatchFormat, language: Language): (line: Line) => ReadLine {
  const readText = format === 'text/csv' ? csvReader(language) : ndjsonReader(language)
  return ({ number, bytes }) => {
    if (bytes === undefined) return invalid('line_too_long', language)
    if (!isUtf8(bytes)) return invalid('line_not_utf8', language)
    const text = bytes.toString('utf8')
    return readText(number === 1 ? text.replace(/^\uFEFF/, '') : text)
  }
}

type TextReader = (text: string) => ReadLine

const debtLine = validator(ListingRequest)

function debtOf(value: unknown, language: Language): ReadLine {
  return debtLine.accepts(value)
    ? { kind: 'debt', request: value }
    : { kind: 'invalid', errors: debtLine.errorsOf(value, language) }
}

function ndjsonReader(language: Language): TextReader {
  return (text) => {
    try {
      return debtOf(JSON.parse(text), language)
    } catch {
      return invalid('line_not_json', language)
    }
  }
}

type Heading = { readonly separator: Separator; readonly columns: readonly string[] }

function csvReader(language: Language): TextReader {
  let heading: Heading | undefined
  return (text) => {
    const line = text.replace(/\r$/, '')
    if (heading === undefined) {
      const read = readHeading(line, language)
      if ('kind' in read) return read
      heading = read
      return { kind: 'heading' }
    }
    const { separator, columns } = heading
    const cells = csvCells(line, separator)
    if (cells === undefined) return invalid('line_not_csv', language)
    if (cells.length !== columns.length) {
      const values = { sent: String(cells.length), expected: String(columns.length) }
      return invalid('cells_differ', language, values)
    }
    return debtOf(nested(columns, cells), language)
  }
}

function readHeading(line: string, language: Language): Heading | ReadLine {
  const separator = separatorOf(line)
  const columns = csvCells(line, separator)?.map((one) => one.trim())
  if (columns === undefined) return unreadable([lineError('(line)', 'line_not_csv', language)])
  const known: readonly string[] = batchColumns
  const errors = columns.flatMap((column, at) => {
    if (!known.includes(column)) {
      return [lineError(shown(column), 'column_unknown', language, { columns: known.join(', ') })]
    }
    return columns.indexOf(column) === at ? [] : [lineError(column, 'column_repeated', language)]
  })
  return errors.length > 0 ? unreadable(errors.slice(0, headingErrorCountMax)) : { separator, columns }
}

const headingErrorCountMax = 20

/** A heading that is no heading may hold somebody's data; its first letters are enough to find it. */
const shown = (column: string): string => column.replace(/\d/g, '#').slice(0, 30)

/** An empty cell is a member that is not there; `address.city` is the city inside the address. */
function nested(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
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

export const lineError = (
  field: string,
  code: keyof typeof batchLineFaults,
  language: Language,
  values: Readonly<Record<string, string>> = {},
): FieldError => ({ field, code, message: fill(batchLineFaults[code][language], values) })

const invalid = (
  code: keyof typeof batchLineFaults,
  language: Language,
  values: Readonly<Record<string, string>> = {},
): ReadLine => ({ kind: 'invalid', errors: [lineError('(line)', code, language, values)] })

const unreadable = (errors: readonly FieldError[]): ReadLine => ({ kind: 'unreadable', errors })
