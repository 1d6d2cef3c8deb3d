import type { Line } from '../../csv/read-lines.ts'
import { readSubject } from './read-subject.ts'
import type { KeptSubject, ReadingOfLines, SubjectBatch, SubjectRow } from './subject-store.ts'

/** Reads lines into the rows that the store keeps. Of two lines for a document the last wins. */
export function readBatch(
  rowOf: (subject: KeptSubject) => SubjectRow,
  lines: readonly Line[],
  { today, language }: ReadingOfLines,
): SubjectBatch {
  const rows = new Map<string, SubjectRow>()
  const refused: { line: number; reason: string }[] = []
  let withoutNotice = 0
  for (const line of lines) {
    const outcome = readSubject(line, today, language)
    if (outcome.kind === 'refused') {
      refused.push({ line: line.number, reason: outcome.reason })
      continue
    }
    withoutNotice += outcome.withoutNotice
    rows.set(outcome.subject.document, rowOf(outcome.subject))
  }
  return { rows: [...rows.values()], keptCount: lines.length - refused.length, refused, withoutNotice }
}
