import type { SourceTerm } from '@lastro/contract/clients/client-contract.ts'
import type { Payer } from '@lastro/contract/operator/source-kinds.ts'
import type { DocumentType, SectionId } from '@lastro/contract/reports/sections.ts'
import type { SourceFault } from '@lastro/contract/reports/source-faults.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Occurrence } from '@lastro/rules/reports/merging/same-occurrence.ts'
import type { Awaitable } from '../../awaitable.ts'
import type { SourceTally } from './source-tally.ts'

/**
 * A source's answer to one section. `text` is the section's JSON, ready to go out. `asOf` is the date of the data;
 * `loadedOn` is the day on which data without a date was loaded. `isDoubtful` marks an answer that the source itself
 * does not consider final.
 */
export type SectionAnswer =
  | {
      readonly kind: 'found'
      readonly text: string
      readonly asOf?: Day
      readonly loadedOn?: Day
      /** There may be more: why it was not told. */
      readonly missing?: Missing
      readonly copy?: Copied
      readonly lapsed?: Lapsed
      readonly isDoubtful?: true
      /** The source has only part of the data. */
      readonly isPartial?: true
      /** The number of creditors, if only this service's own listings answer. */
      readonly creditors?: number
    }
  | {
      readonly kind: 'nothing'
      readonly asOf?: Day
      readonly loadedOn?: Day
      readonly copy?: Copied
      readonly lapsed?: Lapsed
      readonly isDoubtful?: true
      readonly isPartial?: true
      readonly creditors?: number
    }
  /** The source has no data of this kind for this document, so its silence means nothing. */
  | { readonly kind: 'uncovered' }
  | {
      readonly kind: 'failed'
      readonly code: SourceFault
      /** What was told is nothing that may be shown: what is ours may be, as a part. */
      readonly missing?: Missing
    }
  /** It has what it does not tell us: the section is absent, which says neither that there is something nor that there is not. */
  | { readonly kind: 'withheld' }

/**
 * `unlisted`: a source counts more than it lists, and our own listings may be among the rest. `unreadable`: a number
 * could not be read, so the sum is a lower bound.
 */
export type Missing = MissingSource | 'unlisted' | 'unreadable'

/**
 * Of a section that is put together from several sources: what this one tells that is past its five years. It is never
 * shown; it says how old a thing is that another source tells as younger.
 */
export type Lapsed = readonly Occurrence[]

/** A source of a union that did not answer, and why. */
export type MissingSource = { readonly source: string; readonly code: SourceFault }

/** That a stored copy answers: when the source said it, and with what it failed now, where it was asked. */
export type Copied = { readonly atMs: number; readonly fault?: SourceFault }

/** That something is on file, or nothing. */
export type ToldAnswer = Extract<SectionAnswer, { kind: 'found' | 'nothing' }>

export const isTold = (answer: SectionAnswer | undefined): answer is ToldAnswer =>
  answer?.kind === 'found' || answer?.kind === 'nothing'

/** What stands for an answer that is a copy; undefined of any other. */
export const copyIn = (answer: SectionAnswer | undefined): Copied | undefined =>
  isTold(answer) ? answer.copy : undefined

/** Whether an answer stands without being the last word: its source says so, or a copy answers for one that failed. */
export const isDoubtful = (answer: SectionAnswer | undefined): boolean =>
  isTold(answer) && (answer.isDoubtful === true || answer.copy?.fault !== undefined)

export type SectionAnswers = Readonly<Partial<Record<SectionId, SectionAnswer>>>

/** What providers answered to one query, by the name of the source: it was paid for, and is of its day. */
export type Bought = Readonly<Record<string, SectionAnswers>>

/** For whom a provider is asked, and on which terms of its contract. */
export type Asker = {
  readonly clientId: string
  readonly terms: readonly SourceTerm[]
  /** The query that it is asked for. */
  readonly requestId: string
  /**
   * `call`: it is called, and a copy stands in where it fails. `repeat`: its client has paid for the same query, which
   * a copy answers where there is one. `copies`: nobody pays, and it is not called.
   */
  readonly mode: 'call' | 'repeat' | 'copies'
  /** With `repeat`: when the client last paid for the same query. */
  readonly paidAtMs?: number
  /** With `copies`: none that is older, but for those that the same query left. */
  readonly copiedSinceMs?: number
  /** With `copies`: what was bought before, each of its day, which answers where no copy does. */
  readonly bought?: Bought
  /** Where calls and what they cost are counted. */
  readonly costs?: CallCosts
}

/** What the calls for one query have come to so far. What is taken back is counted off. */
export type CallCosts = { readonly add: (of: CountedCall, calls: 1 | -1) => void }

/** A call to a source as it is counted: for which month, by whose credentials, and at what price. */
export type CountedCall = {
  readonly sourceId: string
  readonly source: string
  readonly month: string
  readonly paidBy: Payer
  readonly priceCents: number
}

export type Question = {
  readonly document: DocumentNumber
  /** Only sections that the source covers. */
  readonly sections: readonly SectionId[]
  readonly wholeLists: boolean
  /**
   * Those of the sections that are put together from several sources: their lists come whole, with what has `lapsed`
   * beside them, and are cut later.
   */
  readonly united: readonly SectionId[]
  /** False when the report leaves out what needs the scope `contact-data`: a source may save itself the work. */
  readonly contactData: boolean
  readonly today: Day
  /** Who asks; undefined where it is nobody with a contract, and a provider that charges is left alone. */
  readonly asker?: Asker | undefined
  /** Takes what is to stand for an answer that comes too late. */
  readonly standIn?: (answers: SectionAnswers) => void
  /** Fires when the deadline has passed: whatever is still under way may stop. */
  readonly signal: AbortSignal
}

/** How fast work that can wait may ask: none of it before a time, where its provider rests. */
export type Pace = {
  /** Questions of one batch at once. */
  readonly atOnceMax: number
  /** Questions of all batches at once: one where it has to be seen whether the provider is back. */
  readonly inAllMax: number
  readonly restsUntilMs: number
}

/** A source's declaration that it has one section for a document type. `until` is the last day on which that holds. */
export type DeclaredCoverage = {
  readonly extent: 'complete' | 'partial'
  readonly asOf?: Day | undefined
  readonly until?: Day | undefined
}

/** Where report sections come from. It answers every section asked, or fails in the ones it cannot. */
export type Source = {
  readonly name: string
  /** What it can answer now about this type of document. The set is the same object until that changes. */
  readonly covers: (type: DocumentType) => ReadonlySet<SectionId>
  /**
   * The coverage for every document of this type; undefined if the source has the section at most for single documents,
   * which its answers then state.
   */
  readonly declares: (type: DocumentType, section: SectionId, today: Day) => DeclaredCoverage | undefined
  readonly ask: (question: Question) => Awaitable<SectionAnswers>
  /** How fast work that can wait may ask it; one without a pace has its answers at hand. */
  readonly pace?: () => Pace
  /** Where its answers are counted. */
  readonly tally?: SourceTally
}

/** Always has the same sections for every document, as of the day of the query. */
export function coversAlways(sections: Iterable<SectionId>): Pick<Source, 'covers' | 'declares'> {
  const all: ReadonlySet<SectionId> = new Set(sections)
  return { covers: () => all, declares: (_type, section) => (all.has(section) ? complete : undefined) }
}

const complete: DeclaredCoverage = { extent: 'complete' }

export const nothing: SectionAnswer = { kind: 'nothing' }

export const withheld: SectionAnswer = { kind: 'withheld' }

export const uncovered: SectionAnswer = { kind: 'uncovered' }

export const failed = (code: SourceFault): SectionAnswer => ({ kind: 'failed', code })

/** The same answer for each of these sections. */
export function answerAll(sections: readonly SectionId[], answer: SectionAnswer): SectionAnswers {
  return Object.fromEntries(sections.map((section) => [section, answer]))
}
