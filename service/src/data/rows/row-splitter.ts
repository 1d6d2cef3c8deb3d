import { columnCountMax, emptyRow, type Row } from './row.ts'

/** A row longer than this has lost a quote: its first line is set aside, and reading goes on with the next. */
const rowBytesMax = 64 * 1024

export type RowSplitter = {
  readonly push: (chunk: Buffer) => void
  readonly end: () => void
  /** Lines with nothing on them, which are no rows. */
  readonly blankLineCount: () => number
}

export type RowHandlers = {
  /** A row of the expected number of columns. It is overwritten by the next. */
  readonly onRow: (row: Row) => void
  /** A line that makes no row, as it stands in the file. */
  readonly onBadLine: (line: number, reason: 'columns' | 'quote_unclosed', bytes: Buffer) => void
}

/**
 * Cuts bytes into rows at line breaks and into fields at semicolons, outside of quotes. Works on bytes, because making
 * text of every field costs more than all the rest. A quote inside a field ends it only before a semicolon or the end
 * of the line, so that a stray one harms nobody else.
 */
export function rowSplitter(columnCount: number, { onRow, onBadLine }: RowHandlers): RowSplitter {
  const row = emptyRow()
  const { start, end } = row
  // What is left of the chunk before stands at the beginning, and the next chunk is put behind it.
  let bytes = Buffer.allocUnsafe(1 << 19)
  let held = 0
  let line = 1
  let blankLines = 0

  /** Reads all rows that are whole; returns where the first that is not begins. */
  const scan = (to: number, isLast: boolean): number => {
    row.bytes = bytes
    let rowStart = 0
    while (rowStart < to) {
      let at = rowStart
      let count = 0
      let nuls = 0
      let lineBreaks = 0
      let newLines = 0
      let doubled = 0
      let strays = 0
      let isWhole = false
      for (;;) {
        if (bytes[at] === quote && at < to) {
          const first = ++at
          for (;;) {
            let byte = bytes[at] as number
            while (byte > quote) byte = bytes[++at] as number
            if (at >= to) break
            if (byte === quote) {
              const next = at + 1 < to ? (bytes[at + 1] as number) : isLast ? newLine : -1
              if (next === -1) {
                at = to
                break
              }
              if (next === semicolon || next === newLine || next === carriageReturn) break
              if (next === quote) {
                doubled++
                at++
              } else strays++
            } else if (byte === newLine) {
              newLines++
              lineBreaks++
            } else if (byte === carriageReturn) lineBreaks++
            else if (byte === 0) nuls++
            at++
          }
          if (at >= to) break
          if (count < columnCountMax) {
            start[count] = first
            end[count] = at
          }
          at++
        } else {
          const first = at
          let byte = bytes[at] as number
          while (at < to && byte !== semicolon && byte !== newLine) {
            if (byte === 0) nuls++
            byte = bytes[++at] as number
          }
          if (at >= to && !isLast) break
          if (count < columnCountMax) {
            start[count] = first
            end[count] = at > first && bytes[at - 1] === carriageReturn ? at - 1 : at
          }
        }
        count++
        if (at < to && bytes[at] === carriageReturn && (at + 1 < to || isLast)) at++
        if (at >= to) {
          isWhole = isLast
          break
        }
        const byte = bytes[at]
        at++
        if (byte === semicolon) continue
        isWhole = byte === newLine
        // Past a quote and a carriage return comes neither: the line is bad, and ends where it ends.
        if (!isWhole) {
          count = -1
          at = lineEnd(bytes, at, to)
          isWhole = at <= to && (bytes[at - 1] === newLine || isLast)
        }
        break
      }
      if (!isWhole && !isLast && to - rowStart < rowBytesMax) return rowStart
      if (!isWhole || (count !== columnCount && newLines > 0)) {
        const next = lineEnd(bytes, rowStart, to)
        onBadLine(line, isWhole ? 'columns' : 'quote_unclosed', bytes.subarray(rowStart, next))
        line++
        rowStart = next
        continue
      }
      if (count === columnCount) {
        row.count = count
        row.line = line
        row.nulCount = nuls
        row.lineBreakCount = newLines
        row.strayQuoteCount = strays
        if (nuls + lineBreaks + doubled > 0) repair(row)
        onRow(row)
      } else if (isBlank(bytes, rowStart, at)) blankLines++
      else onBadLine(line, 'columns', bytes.subarray(rowStart, at))
      line += 1 + newLines
      rowStart = at
    }
    return rowStart
  }

  const take = (chunk: Buffer, isLast: boolean) => {
    const to = held + chunk.length
    // One byte more, so that the loops above stop at the end without asking.
    if (bytes.length < to + 1) {
      const grown = Buffer.allocUnsafe(2 * (to + 1))
      bytes.copy(grown, 0, 0, held)
      bytes = grown
    }
    chunk.copy(bytes, held)
    bytes[to] = quote
    const rest = scan(to, isLast)
    bytes.copyWithin(0, rest, to)
    held = to - rest
  }

  return {
    push: (chunk) => take(chunk, false),
    end: () => take(Buffer.alloc(0), true),
    blankLineCount: () => blankLines,
  }
}

const quote = 34
const semicolon = 59
const newLine = 10
const carriageReturn = 13
const blank = 32

function lineEnd(bytes: Buffer, from: number, to: number): number {
  const found = bytes.indexOf(newLine, from)
  return found === -1 || found >= to ? to : found + 1
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] as number) > blank) return false
  return true
}

/** Takes NULs out, makes line breaks blanks and doubled quotes single. A field only gets shorter. */
function repair({ bytes, count, start, end }: Row): void {
  for (let column = 0; column < count; column++) {
    const until = end[column] as number
    let to = start[column] as number
    for (let at = to; at < until; at++) {
      const byte = bytes[at] as number
      if (byte === 0) continue
      if (byte === carriageReturn && bytes[at + 1] === newLine) continue
      bytes[to++] = byte === newLine || byte === carriageReturn ? blank : byte
      if (byte === quote && bytes[at + 1] === quote && at + 1 < until) at++
    }
    end[column] = to
  }
}
