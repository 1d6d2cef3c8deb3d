import { copyIn, isDoubtful, type SectionAnswer } from '../source.ts'
import { settleOccurrences, toldBy } from './settle-occurrences.ts'
import type { FoundAnswer, Settled, SettledFor } from './settled.ts'

/** A section of debts as its one source tells it, without those that have a listing here; undefined of no debts. */
export function withoutOurs(
  answer: SectionAnswer | undefined,
  view: SettledFor,
): Pick<Settled, 'answer' | 'isDoubtful'> | undefined {
  if (answer?.kind !== 'found') return undefined
  const left = settleOccurrences({ kind: 'debt' }, [{ source: '', answer }], view)
  const settled = isDoubtful(answer) ? { ...left, isDoubtful: true } : left
  const copy = copyIn(answer)
  return copy === undefined || settled.answer.kind === 'failed'
    ? settled
    : { ...settled, answer: { ...settled.answer, copy } as SectionAnswer }
}

/** Whether a list is shorter than what it counts. */
export function isCut(answer: SectionAnswer | undefined): boolean {
  if (answer?.kind !== 'found') return false
  const { list } = toldBy({ source: '', answer } satisfies FoundAnswer)
  return Number(list.summary.count ?? 0) > list.items.length
}
