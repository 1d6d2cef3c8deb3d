import { dayAt } from '@lastro/rules/calendar/day.ts'
import { onEarliestDays } from '@lastro/rules/subjects/earliest-days.ts'
import { endOfTime } from '@lastro/rules/subjects/negative-items.ts'
import { readySubject } from '@lastro/rules/subjects/ready-sections.ts'
import type { SubjectRow } from '../../features/bureau/subject-store.ts'
import { factsOf, rowOf } from './subject-row.ts'

/** Whether a row shows something negative, now or later: only then what was kept before it is looked at. */
export const showsNegative = ({ validUntil }: SubjectRow): boolean => validUntil !== endOfTime

/** A row that takes the place of what was kept, made again where a debt in it would have got a later day. */
export function withKeptDays(kept: Uint8Array | undefined, row: SubjectRow, nowMs: number): SubjectRow {
  if (kept === undefined || !showsNegative(row) || Buffer.compare(kept, row.packed) === 0) return row
  const facts = onEarliestDays(factsOf(kept), factsOf(row.packed))
  if (facts === undefined) return row
  const { document, partners } = row
  const ready = readySubject(document, facts, { today: dayAt(nowMs), wholeLists: false })
  return { ...rowOf({ document, facts, partners: [], ...ready }), partners }
}
