import { dayAt } from '@lastro/rules/calendar/day.ts'
import { onEarliestDays } from '@lastro/rules/subjects/earliest-days.ts'
import { readySubject } from '@lastro/rules/subjects/ready-sections.ts'
import type { SubjectRow } from '../../features/bureau/subject-store.ts'
import { factsOf, rowOf } from './subject-row.ts'

/** Of two rows of a document the last, with no debt on a later day than the first tells. */
export function lastOfEach(rows: readonly SubjectRow[], nowMs: number): readonly SubjectRow[] {
  const last = new Map<string, SubjectRow>()
  for (const row of rows) last.set(row.document, withKeptDays(last.get(row.document)?.packed, row, nowMs))
  return [...last.values()]
}

/** A row that takes the place of what was kept, made again where a debt in it would have got a later day. */
export function withKeptDays(kept: Uint8Array | undefined, row: SubjectRow, nowMs: number): SubjectRow {
  if (kept === undefined || !row.hasDebts || Buffer.compare(kept, row.packed) === 0) return row
  const facts = onEarliestDays(factsOf(kept), factsOf(row.packed))
  if (facts === undefined) return row
  const { document, partners } = row
  const ready = readySubject(document, facts, { today: dayAt(nowMs), wholeLists: false })
  return { ...rowOf({ document, facts, partners: [], ...ready }), partners }
}
