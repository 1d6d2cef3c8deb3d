import type { ListCell } from './csv-text.ts'
import { holdsText, type ListColumn, textIn } from './list-column.ts'

/** What is listed, for a file: the headings, and every row as it is read. */
export function csvRows<Row>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
): readonly (readonly ListCell[])[] {
  const written = columns.filter(holdsText)
  const cellOf = (column: ListColumn<Row>, row: Row): ListCell =>
    'amount' in column ? { amount: column.amount(row) ?? '' } : textIn(column, row)
  return [
    written.map(({ label }) => label),
    ...rows.map((row) => written.map((column) => cellOf(column, row))),
  ]
}

/** `Anotações` → `anotacoes.csv`. */
export const fileName = (caption: string): string =>
  `${caption
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}.csv`
