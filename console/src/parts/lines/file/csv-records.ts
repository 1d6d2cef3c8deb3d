/** A row of a file, counted from 1 as a spreadsheet counts: the heading and blank rows too. */
export type CsvRecord = {
  readonly line: number
  readonly cells: readonly string[]
  /** Its quotes do not close, or close too early: nobody can tell its cells apart. */
  readonly isBroken: boolean
}

export type CsvReader = {
  readonly push: (text: string) => readonly CsvRecord[]
  readonly end: () => readonly CsvRecord[]
}

export const separators = [';', ',', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/**
 * Cuts a file into rows, piece by piece. It takes what spreadsheets write: cells over several lines, and quotes in the
 * middle of a cell, which are letters there. A quote that is never closed costs its own line, not all that follow.
 */
export function csvReader(separator: Separator): CsvReader {
  let rest = ''
  let line = 0
  const read = (text: string, isEnd: boolean): CsvRecord[] => {
    const buffer = rest + text
    const records: CsvRecord[] = []
    let from = 0
    while (from < buffer.length) {
      const row = rowAt(buffer, from, { separator, isEnd })
      if (row === undefined) break
      line += 1
      records.push({ line, cells: row.cells, isBroken: row.isBroken })
      from = row.next
    }
    rest = buffer.slice(from)
    return records
  }
  return { push: (text) => read(text, false), end: () => read('', true) }
}

type Way = { readonly separator: Separator; readonly isEnd: boolean }
type Row = { readonly cells: readonly string[]; readonly isBroken: boolean; readonly next: number }

/** As long as a line of the service may be. A cell that is longer was opened by a quote that nobody meant. */
const rowLengthMax = 16 * 1024

/** Undefined where the rest of the row has not come yet. */
function rowAt(text: string, from: number, { separator, isEnd }: Way): Row | undefined {
  const newline = text.indexOf('\n', from)
  if (newline === -1 && !isEnd) return undefined
  const end = newline === -1 ? text.length : newline
  const line = withoutReturn(text.slice(from, end))
  const next = end + 1
  if (!line.includes('"')) return { cells: line.split(separator), isBroken: false, next }
  const row = quotedRow(text, from, { separator, isEnd })
  return row === 'broken' ? { cells: [line], isBroken: true, next } : row
}

function quotedRow(text: string, from: number, { separator, isEnd }: Way): Row | 'broken' | undefined {
  const cells: string[] = []
  let at = from
  for (;;) {
    const cell = text[at] === '"' ? quotedCell(text, at) : bareCell(text, at, separator)
    if (cell === undefined) return isEnd || text.length - from > rowLengthMax ? 'broken' : undefined
    cells.push(cell.text)
    at = cell.end
    if (text[at] === separator) {
      at += 1
      continue
    }
    if (text[at] === '\r' && (text[at + 1] ?? '\n') === '\n') at += 1
    if (at >= text.length && !isEnd) return undefined
    if (at < text.length && text[at] !== '\n') return 'broken'
    return at - from > rowLengthMax ? 'broken' : { cells, isBroken: false, next: at + 1 }
  }
}

type Cell = { readonly text: string; readonly end: number }

function bareCell(text: string, from: number, separator: Separator): Cell {
  const ends = [text.indexOf(separator, from), text.indexOf('\n', from)].filter((at) => at !== -1)
  const end = Math.min(text.length, ...ends)
  return { text: withoutReturn(text.slice(from, end)), end }
}

function quotedCell(text: string, from: number): Cell | undefined {
  let cell = ''
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return undefined
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { text: cell, end: quote + 1 }
    cell += '"'
    at = quote + 2
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

/** What stands most often between the names of a heading. */
export function separatorOf(heading: string): Separator {
  const bare = heading.replace(/"[^"]*"/g, '')
  const count = (one: Separator) => bare.split(one).length
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best))
}

export const isBlankRow = ({ cells, isBroken }: CsvRecord): boolean =>
  !isBroken && cells.every((cell) => cell.trim() === '')
