/** Text or a number. Only text that looks like a formula is prefixed. */
export type CsvCell = string | number | { readonly number: string }

/**
 * One row of a CSV file for people. Every cell is quoted, so that no separator, quote or line break in it can begin
 * another cell.
 */
export const csvRow = (cells: readonly CsvCell[], separator = ','): string =>
  `${cells.map(cellText).join(separator)}\r\n`

/** Tells a spreadsheet that the text is UTF-8. */
export const byteOrderMark = '\uFEFF'

function cellText(cell: CsvCell): string {
  if (typeof cell === 'string') return quoted(defused(cell))
  const text = typeof cell === 'number' ? String(cell) : cell.number
  return quoted(isNumber.test(text) ? text : defused(text))
}

const isNumber = /^-?\d+(?:[.,]\d+)?$/

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Without the apostrophe a spreadsheet would run the cell as a formula. */
const defused = (text: string): string => (beginsLikeFormula.test(text) ? `'${text}` : text)

/** Spreadsheets skip blanks and invisible characters before a formula, and accept full-width signs. */
const beginsLikeFormula = /^(?:[\t\r]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u
