import type { Line } from '../../../csv/read-lines.ts'
import type { ReadingOfLines, SubjectBatch, SubjectRow } from '../../../features/bureau/subject-store.ts'

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
  bytes: joined(lines.map(({ bytes }) => bytes ?? none)),
})

export function linesOf({ numbers, lengths, bytes }: LinesAsked): Line[] {
  const parts = split(bytes, lengths)
  return numbers.map((number, at) => ({
    number,
    bytes: lengths[at] === undefined ? undefined : parts[at],
  }))
}

export type BatchTold = Omit<SubjectBatch, 'rows'> & {
  readonly id: number
  readonly documents: readonly SubjectRow['document'][]
  readonly validUntils: readonly SubjectRow['validUntil'][]
  readonly withDebts: readonly boolean[]
  readonly partners: readonly SubjectRow['partners'][]
  /** Of the sections of each row and of what is packed of it, by turns. */
  readonly lengths: readonly number[]
  readonly bytes: ArrayBuffer
}

export function batchTold(id: number, { rows, ...counts }: SubjectBatch): BatchTold {
  const parts = rows.flatMap(({ sections, packed }) => [sections, packed])
  return {
    ...counts,
    id,
    documents: rows.map(({ document }) => document),
    validUntils: rows.map(({ validUntil }) => validUntil),
    withDebts: rows.map(({ hasDebts }) => hasDebts),
    partners: rows.map(({ partners }) => partners),
    lengths: parts.map(({ length }) => length),
    bytes: joined(parts),
  }
}

export function batchOf(told: BatchTold): SubjectBatch {
  const { documents, validUntils, withDebts, partners, lengths, bytes, keptCount, refused, withoutNotice } =
    told
  const parts = split(bytes, lengths)
  const rows = documents.map((document, at) => ({
    document,
    validUntil: validUntils[at] as SubjectRow['validUntil'],
    hasDebts: withDebts[at] === true,
    partners: partners[at] as SubjectRow['partners'],
    sections: parts[2 * at] as Buffer,
    packed: parts[2 * at + 1] as Buffer,
  }))
  return { rows, keptCount, refused, withoutNotice }
}

const none = new Uint8Array()

function joined(parts: readonly Uint8Array[]): ArrayBuffer {
  const all = new Uint8Array(parts.reduce((sum, one) => sum + one.length, 0))
  let from = 0
  for (const one of parts) {
    all.set(one, from)
    from += one.length
  }
  return all.buffer
}

function split(bytes: ArrayBuffer, lengths: readonly (number | undefined)[]): Buffer[] {
  let from = 0
  return lengths.map((length = 0) => {
    from += length
    return Buffer.from(bytes, from - length, length)
  })
}
