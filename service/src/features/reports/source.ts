import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { SourceFault } from '@lastro/contract/reports/source-faults.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Awaitable } from '../../http/route.ts'
import type { SourceTally } from './source-tally.ts'

/** What a source says of one section. `text` is the section's JSON, ready to go out. */
export type SectionAnswer =
  | { readonly kind: 'found'; readonly text: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; readonly code: SourceFault }

export type SectionAnswers = Readonly<Partial<Record<SectionId, SectionAnswer>>>

export type Question = {
  readonly document: DocumentNumber
  /** Only sections that the source covers. */
  readonly sections: readonly SectionId[]
  readonly wholeLists: boolean
  readonly today: Day
  /** Fires when the deadline has passed: whatever is still under way may stop. */
  readonly signal: AbortSignal
}

/** Where report sections come from. It answers every section asked, or fails in the ones it cannot. */
export type Source = {
  readonly name: string
  readonly covers: ReadonlySet<SectionId>
  readonly ask: (question: Question) => Awaitable<SectionAnswers>
  /** Where its answers are counted. */
  readonly tally?: SourceTally
}

export const nothing: SectionAnswer = { kind: 'nothing' }

export const failed = (code: SourceFault): SectionAnswer => ({ kind: 'failed', code })

/** The same answer for each of these sections. */
export function answerAll(sections: readonly SectionId[], answer: SectionAnswer): SectionAnswers {
  return Object.fromEntries(sections.map((section) => [section, answer]))
}
