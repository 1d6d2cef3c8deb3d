/** A line of CSV that can be read: RFC 4180, except that a cell does not reach over the end of its line. */
export function csvCells(line: string, separator: Separator): string[] | undefined {
  if (!line.includes('"')) return line.split(separator)
  const cells: string[] = []
  let at = 0
  for (;;) {
    const cell = line[at] === '"' ? quotedCell(line, at) : bareCell(line, at, separator)
    if (cell === undefined) return undefined
    cells.push(cell.text)
    if (cell.end === line.length) return cells
    if (line[cell.end] !== separator) return undefined
    at = cell.end + 1
  }
}

/** Spreadsheets in Brazil write semicolons, most others commas; a heading tells, for no name in it has either. */
export type Separator = ',' | ';'
export const separatorOf = (heading: string): Separator => (heading.includes(';') ? ';' : ',')

type Cell = { readonly text: string; readonly end: number }

/** A quote inside a cell that does not begin with one is a fault, not a letter. */
function bareCell(line: string, from: number, separator: Separator): Cell | undefined {
  const found = line.indexOf(separator, from)
  const end = found === -1 ? line.length : found
  const text = line.slice(from, end)
  return text.includes('"') ? undefined : { text, end }
}

function quotedCell(line: string, from: number): Cell | undefined {
  let text = ''
  let at = from + 1
  for (;;) {
    const quote = line.indexOf('"', at)
    if (quote === -1) return undefined
    text += line.slice(at, quote)
    if (line[quote + 1] !== '"') return { text, end: quote + 1 }
    text += '"'
    at = quote + 2
  }
}
