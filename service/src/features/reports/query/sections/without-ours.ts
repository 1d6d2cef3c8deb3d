import { isDoubtful, type SectionAnswer } from '../../source.ts'
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
  if (combined.answer.kind === 'failed') return combined
  const { copy, asOf, loadedOn, isPartial } = answer
  const more = {
    ...(copy !== undefined && { copy }),
    ...(asOf !== undefined && { asOf }),
    ...(loadedOn !== undefined && { loadedOn }),
    ...(isPartial && { isPartial }),
  }
  return { ...combined, answer: { ...combined.answer, ...more } as SectionAnswer }
}

/** Whether a list is shorter than what it counts. */
export function isCut(answer: SectionAnswer | undefined): boolean {
  if (answer?.kind !== 'found') return false
  const { list } = toldBy({ source: '', answer } satisfies FoundAnswer)
  return Number(list.summary.count ?? 0) > list.items.length
}
