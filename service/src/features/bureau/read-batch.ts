import type { Line } from '../../csv/read-lines.ts'
import { readSubject } from './read-subject.ts'
import type { KeptSubject, ReadingOfLines, SubjectBatch, SubjectRow } from './subject-store.ts'

/** Reads lines into the rows that the store keeps, in their order. */
export function readBatch(
  rowOf: (subject: KeptSubject) => SubjectRow,
  lines: readonly Line[],
  how: ReadingOfLines,
): SubjectBatch {
  const rows: SubjectRow[] = []
  const refused: { line: number; reason: string }[] = []
  let withoutNotice = 0
  for (const line of lines) {
    const outcome = readSubject(line, how)
    if (outcome.kind === 'refused') {
      refused.push({ line: line.number, reason: outcome.reason })
      continue
    }
    withoutNotice += outcome.withoutNotice
    rows.push(rowOf(outcome.subject))
  }
  return { rows, refused, withoutNotice }
}
