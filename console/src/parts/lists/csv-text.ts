import type { Language } from '@lastro/contract/text.ts'

/** Spreadsheets in Brazil expect semicolons between cells and a comma in figures, others a comma and a point. */
const conventions = { pt: { separator: ';', point: ',' }, en: { separator: ',', point: '.' } } as const

/** A cell of a file: words, or an amount of the service that a spreadsheet can add up. */
export type CsvCell = string | { readonly amount: string }

/** A table for a spreadsheet. The byte order mark tells it that the letters are UTF-8. */
export function csvText(rows: readonly (readonly CsvCell[])[], language: Language): string {
  const { separator, point } = conventions[language]
  const textOf = (cell: CsvCell) =>
    typeof cell === 'string'
      ? quoted(cell)
      : /^-?\d+\.\d{2}$/.test(cell.amount)
        ? cell.amount.replace('.', point)
        : quoted(cell.amount)
  return `\uFEFF${rows.map((row) => `${row.map(textOf).join(separator)}\r\n`).join('')}`
}

/** A cell that would be taken for a formula is made text; what stands before it to hide it is looked through. */
export const quoted = (text: string): string =>
  `"${(/^[\s\p{Cf}]*[=+\-@\t\r]/u.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
