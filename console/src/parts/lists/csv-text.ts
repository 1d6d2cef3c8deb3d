import type { Language } from '@lastro/contract/text.ts'
import { byteOrderMark, csvRow } from '@lastro/rules/text/csv-text.ts'

/** Spreadsheets in Brazil expect semicolons between cells and a comma in figures, others a comma and a point. */
const conventions = { pt: { separator: ';', point: ',' }, en: { separator: ',', point: '.' } } as const

/** Text, or an amount as the service writes it, which a spreadsheet can add up. */
export type ListCell = string | { readonly amount: string }

/** A table for a spreadsheet, in the conventions of its language. */
export function csvText(rows: readonly (readonly ListCell[])[], language: Language): string {
  const { separator, point } = conventions[language]
  const written = (cell: ListCell) =>
    typeof cell === 'string' ? cell : { number: cell.amount.replace('.', point) }
  return byteOrderMark + rows.map((row) => csvRow(row.map(written), separator)).join('')
}
