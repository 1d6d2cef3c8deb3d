import type { Line } from '../../../csv/read-lines.ts'
import type { ReadingOfLines, SubjectBatch } from '../../../features/bureau/subject-store.ts'
import { columnsOf, joinBytes, type RowColumns, rowsOf, splitBytes } from '../row-columns.ts'

/** Between threads an object costs as much as what it holds: bytes travel as one buffer, the rest in columns. */
export type LinesAsked = {
  readonly id: number
  readonly how: ReadingOfLines
  readonly numbers: readonly number[]
  /** Undefined of a line that was too long to keep. */
  readonly lengths: readonly (number | undefined)[]
  readonly bytes: ArrayBuffer
}

export const linesAsked = (id: number, lines: readonly Line[], how: ReadingOfLines): LinesAsked => ({
  id,
  how,
  numbers: lines.map(({ number }) => number),
  lengths: lines.map(({ bytes }) => bytes?.length),
  bytes: joinBytes(lines.map(({ bytes }) => bytes ?? none)),
})

export function linesOf({ numbers, lengths, bytes }: LinesAsked): Line[] {
  const parts = splitBytes(bytes, lengths)
  return numbers.map((number, at) => ({
    number,
    bytes: lengths[at] === undefined ? undefined : parts[at],
  }))
}

export type BatchTold = Omit<SubjectBatch, 'rows'> & RowColumns & { readonly id: number }

export const batchTold = (id: number, { rows, ...counts }: SubjectBatch): BatchTold => ({
  ...counts,
  id,
  ...columnsOf(rows),
})

export const batchOf = (told: BatchTold): SubjectBatch => ({
  rows: rowsOf(told),
  refused: told.refused,
  withoutNotice: told.withoutNotice,
})

const none = new Uint8Array()
