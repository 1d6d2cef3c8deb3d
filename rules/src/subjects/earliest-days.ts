import type { Subject } from '@lastro/contract/reports/subject.ts'
import { matchOccurrences } from '../reports/merging/match-occurrences.ts'
import type { Occurrence, OccurrenceKind } from '../reports/merging/same-occurrence.ts'

/**
 * What is loaded in the place of what was known, with each debt and cheque on the earliest day that either tells: a
 * later one gives it no new five years (CDC art. 43 §1). Undefined where none has moved. A protest on another day is
 * another protest.
 */
export function onEarliestDays(before: Subject, after: Subject): Subject | undefined {
  const negativeItems = moved('debt', before.negativeItems, after.negativeItems)
  const cheques = moved('cheque', before.cheques, after.cheques)
  if (negativeItems === undefined && cheques === undefined) return undefined
  return {
    ...after,
    ...(negativeItems !== undefined && { negativeItems }),
    ...(cheques !== undefined && { cheques }),
  }
}

type Dated = Occurrence & { readonly occurrenceDate: string }

function moved<Item extends Dated>(
  kind: OccurrenceKind,
  before: readonly Item[] = [],
  after: readonly Item[] = [],
): Item[] | undefined {
  if (before.length === 0 || after.length === 0) return undefined
  const days = new Map<string, string>()
  for (const { told } of matchOccurrences(kind, [before, after])) {
    const [was, is] = [told.get(0), told.get(1)]
    if (was?.occurrenceDate === undefined || is?.occurrenceDate === undefined) continue
    if (was.occurrenceDate < is.occurrenceDate) days.set(JSON.stringify(is), was.occurrenceDate)
  }
  // By what they say: of rows that are told twice only one is matched.
  return days.size === 0
    ? undefined
    : after.map((one) => ({ ...one, occurrenceDate: days.get(JSON.stringify(one)) ?? one.occurrenceDate }))
}
