import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { SourceFault } from '@lastro/contract/reports/source-faults.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { SourceTally } from './source-tally.ts'

/** What a source says of one section. `text` is the section's JSON, ready to go out. */
export type SectionAnswer =
  | { readonly kind: 'found'; readonly text: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; readonly code: SourceFault }

export type SectionAnswers = Readonly<Partial<Record<SectionId, SectionAnswer>>>

/**
 * A source's answer to everything it was asked as the one text that `assembleReport` would make of it, for a reader
 * who may see it all. It goes out as it is, and is taken apart only where something is added or left out.
 */
export type ReadyReport = {
  readonly text: string
  /** The length of the text in UTF-8. */
  readonly bytes: number
  /** False when the source knows that no listing names the document, so that none need be looked for. */
  readonly mayBeListed: boolean
  readonly answers: () => SectionAnswers
}

/** Section by section, or ready to go out. */
export type Answered = SectionAnswers | ReadyReport

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
  readonly ask: (question: Question) => Answered | Promise<Answered>
  /** Where its answers are counted. */
  readonly tally?: SourceTally
}

export const nothing: SectionAnswer = { kind: 'nothing' }

export const failed = (code: SourceFault): SectionAnswer => ({ kind: 'failed', code })

/** The same answer for each of these sections. */
export function answerAll(sections: readonly SectionId[], answer: SectionAnswer): SectionAnswers {
  return Object.fromEntries(sections.map((section) => [section, answer]))
}
