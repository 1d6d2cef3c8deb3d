import { cellValue } from './cell-value.ts'
import { type CsvRecord, isBlankRow } from './csv-records.ts'
import type { ColumnsOfFields } from './guess-columns.ts'
import type { LineField } from './line-field.ts'

/** What a person's file means: a column for a field, or one value for all lines. */
export type ColumnMapping = {
  readonly columns: ColumnsOfFields
  readonly constants: Readonly<Record<string, string>>
}

export type LineWriter = {
  readonly heading: string
  /** The same row for the service, in one line, so that line numbers are those of the person's file. */
  readonly lineOf: (record: CsvRecord) => string
}

export function lineWriter(
  { columns, constants }: ColumnMapping,
  fields: readonly LineField[],
  cellCount: number,
): LineWriter {
  const sent = fields.filter(({ name }) => columns[name] !== undefined || filledIn(constants[name]))
  const sentValue = ({ name, spelling }: LineField, cells: readonly string[]): string => {
    const at = columns[name]
    return cellValue(at === undefined ? (constants[name] ?? '') : (cells[at] ?? ''), spelling)
  }
  return {
    heading: sent.map(({ name }) => name).join(','),
    lineOf: (record) => {
      if (isBlankRow(record)) return ''
      // The service refuses these, as it refuses everything: a line is never left out by the page.
      if (record.isBroken) return '"'
      // One separator too many moves every cell behind it, and a moved address is somebody else's.
      if (record.cells.length !== cellCount) return ','.repeat(sent.length)
      const cells = sent.map((field) => cellText(sentValue(field, record.cells)))
      // A line without a letter would be a blank one.
      return cells.join(',') || '""'
    },
  }
}

const filledIn = (value: string | undefined): boolean => value !== undefined && value.trim() !== ''

const cellText = (value: string): string => (/[",;]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** What is still missing before the file can be sent. */
export const missingFields = (
  { columns, constants }: ColumnMapping,
  fields: readonly LineField[],
): readonly LineField[] =>
  fields.filter(
    ({ name, isRequired }) =>
      isRequired === true && columns[name] === undefined && !filledIn(constants[name]),
  )
