import type { WatchLine } from '@lastro/contract/alerts/alert-registrations.ts'
import type { BatchLine } from '@lastro/contract/listings/batches.ts'
import { quoted } from '../lists/csv-text.ts'

/** What became of one line of a file. */
export type LineAnswer = BatchLine | WatchLine

/** A line that was not taken, or a fault of one: as many as the line has. */
export type RefusedLine = {
  readonly line: number
  readonly field: string
  readonly code: string
  readonly reason: string
}

export function refusedLines(line: LineAnswer): readonly RefusedLine[] {
  if (line.status === 'refused') return [{ line: line.line, field: '', ...line.refusal }]
  if (!('errors' in line)) return []
  return line.errors.map(({ field, code, message }) => ({ line: line.line, field, code, reason: message }))
}

/** For a spreadsheet. */
export function refusedCsv(lines: readonly RefusedLine[]): string {
  const rows = lines.map(({ line, field, code, reason }) =>
    [String(line), quoted(field), quoted(code), quoted(reason)].join(','),
  )
  return ['line,field,code,reason', ...rows, ''].join('\r\n')
}

/** A file with a heading and one line filled in. */
export function modelCsv(columns: readonly string[], example: Readonly<Record<string, string>>): string {
  const cells = columns.map((column) => `"${(example[column] ?? '').replaceAll('"', '""')}"`)
  return `${columns.join(',')}\r\n${cells.join(',')}\r\n`
}

/** How many entries a file holds: its lines with something in them, but for the heading of a CSV. */
export async function countLines(file: Blob, type: 'csv' | 'ndjson'): Promise<number> {
  let count = 0
  let isBegun = false
  for await (const text of file.stream().pipeThrough(new TextDecoderStream())) {
    for (const character of text) {
      if (character === '\n') {
        if (isBegun) count += 1
        isBegun = false
      } else if (character !== '\r' && character !== ' ') isBegun = true
    }
  }
  return Math.max(0, count + (isBegun ? 1 : 0) - (type === 'csv' ? 1 : 0))
}
