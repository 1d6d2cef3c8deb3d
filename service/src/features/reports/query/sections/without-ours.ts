import { copyIn, isDoubtful, type SectionAnswer } from '../../source.ts'
import { combineOccurrences, toldBy } from './combine-occurrences.ts'
import type { Combined, CombinedFor, FoundAnswer } from './combined.ts'

/** A section of debts as its one source tells it, without those that have a listing here; undefined of no debts. */
export function withoutOurs(
  answer: SectionAnswer | undefined,
  view: CombinedFor,
): Pick<Combined, 'answer' | 'isDoubtful'> | undefined {
  if (answer?.kind !== 'found') return undefined
  const left = combineOccurrences({ kind: 'debt' }, [{ source: '', answer }], view)
  const combined = isDoubtful(answer) ? { ...left, isDoubtful: true } : left
  const copy = copyIn(answer)
  return copy === undefined || combined.answer.kind === 'failed'
    ? combined
    : { ...combined, answer: { ...combined.answer, copy } as SectionAnswer }
}

/** Whether a list is shorter than what it counts. */
export function isCut(answer: SectionAnswer | undefined): boolean {
  if (answer?.kind !== 'found') return false
  const { list } = toldBy({ source: '', answer } satisfies FoundAnswer)
  return Number(list.summary.count ?? 0) > list.items.length
}
