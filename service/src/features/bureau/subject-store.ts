import type { DocumentType, SectionId } from '@lastro/contract/reports/sections.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { KeptSections } from '@lastro/rules/subjects/kept-sections.ts'
import type {
  BureauSection,
  LoadedSections,
  LoadMark,
  LoadOfLines,
  RowSection,
} from '@lastro/rules/subjects/loaded-sections.ts'
import type { Participation } from '@lastro/rules/subjects/newest-participations.ts'
import type { ReadySection } from '@lastro/rules/subjects/ready-sections.ts'
import type { Line } from '../../csv/read-lines.ts'

/** A subject to keep: the facts, the sections made ready from them, and whose partners it names. */
export type KeptSubject = {
  readonly document: DocumentNumber
  readonly facts: Subject
  /** The same facts as the JSON they came in, where that needs no other form. */
  readonly factsText?: Uint8Array
  readonly sections: readonly ReadySection[]
  /** The last day on which these sections are right, and all there is to show. */
  readonly validUntil: Day
  readonly partners: readonly {
    readonly document: DocumentNumber
    readonly participation: LoadedParticipation
  }[]
  /** The load that brought each section; if absent, the facts count as loaded by an earlier release. */
  readonly loaded?: LoadedSections
}

/** A participation with the mark of the load that brought it; without a mark if an earlier release did. */
export type LoadedParticipation = Participation & { readonly loaded?: string }

/** Facts with the loads that brought them, read at one moment. */
export type SubjectFacts = { readonly facts: Subject; readonly loaded: LoadedSections }

/** What was loaded of a document, with those of its sections that reports show on a day. */
export type CoveredFacts = Pick<SubjectFacts, 'facts'> & { readonly covered: ReadonlySet<RowSection> }

/** The same as it lies in the store, which makes it so. */
export type SubjectRow = Pick<KeptSubject, 'document' | 'validUntil'> & {
  /** The sections that most reports are made of, in UTF-8. */
  readonly sections: Uint8Array
  /** The sections that few reports show, and the facts. */
  readonly packed: Uint8Array
  /** Whether a debt or a cheque is in the facts, shown or not: then the days told before are looked at. */
  readonly hasDebts: boolean
  readonly partners: readonly PartnerRow[]
}

/** A partner of a company, with the participation as JSON. */
export type PartnerRow = { readonly document: DocumentNumber; readonly participation: string }

export type SubjectStore = {
  /** What is kept ready, with at least the sections wanted. The embedded engine has it at hand. */
  readonly readSections: (
    document: DocumentNumber,
    wanted: readonly SectionId[],
  ) => KeptSections | undefined | Promise<KeptSections | undefined>
  readonly readFacts: (document: DocumentNumber) => Promise<Subject | undefined>
  readonly readSubject: (document: DocumentNumber) => Promise<SubjectFacts | undefined>
  /** The same with those of its sections that are covered on a day: what is not covered is in no report. */
  readonly readCovered: (document: DocumentNumber, today: Day) => Promise<CoveredFacts | undefined>
  readonly readParticipations: (document: DocumentNumber) => Promise<readonly Participation[]>
  /** The same with the load that brought each; undefined if an earlier release did. */
  readonly readLoadedParticipations: (
    document: DocumentNumber,
  ) => Promise<readonly { readonly participation: Participation; readonly mark: LoadMark | undefined }[]>
  /** Whether anything was ever loaded; by another process, as of some seconds ago. */
  readonly hasSubjects: () => boolean
  /** Gives the load the next number. */
  readonly startLoad: (nowMs: number) => Promise<SubjectLoad>
  /**
   * Replaces the sections that each row contains and writes the events of the changes, atomically. Keeps a section that
   * a later load brought, and skips one that a later load has begun to clear. If a document has two rows, the last one
   * counts, section by section. No debt gets a later day than was ever reported for it.
   */
  readonly saveSubjects: (subjects: readonly SubjectRow[], nowMs: number) => Promise<void>
  /**
   * Clears the data of older loads in the sections that this one declares, for every document that it omits or whose
   * line does not contain the section. Once this starts, older loads can no longer write these sections.
   */
  readonly clearStale: (load: StaleBefore, nowMs: number) => Promise<void>
  /** The sections that a load that started later has begun to clear. */
  readonly clearedAfter: (load: StaleBefore) => Promise<readonly CoveredType[]>
  /**
   * Processes a page of watched documents in order: writes the events of what dates alone have changed since the last
   * check, and rebuilds the sections, in one commit. `next` is the start of the next page; undefined at the end.
   */
  readonly recordLapses: (page: {
    readonly nowMs: number
    readonly after: string
    readonly limit: number
  }) => Promise<{ readonly count: number; readonly next: string | undefined }>
  readonly countSubjects: () => Promise<number>
}

/** A section, for the documents of a type. */
export type CoveredType = { readonly section: BureauSection; readonly documentType: DocumentType }

/** What a load declares. `onCleared` receives the number of subjects that lost a section so far. */
export type StaleBefore = {
  readonly generation: number
  readonly day: Day
  readonly covers: readonly CoveredType[]
  readonly onCleared?: (count: number) => void
}

/** What makes rows of lines, several batches at once, and lays them aside until they are kept. */
export type SubjectLoad = {
  readonly generation: number
  readonly read: (lines: readonly Line[], how: ReadingOfLines) => Promise<SubjectBatch>
  /** So many batches keep everything busy that can read; more would only lie in memory. */
  readonly readsAtOnceMax: number
  readonly aside: RowsAside
  /** Ends what it has started. */
  readonly end: () => Promise<void>
}

/** Rows that wait to be kept in the order of the store, where one after the other costs the least. */
export type RowsAside = {
  readonly add: (rows: readonly SubjectRow[]) => void
  /** Whether they take as much of the disk as they may: then they are kept before there are more. */
  readonly isFull: () => boolean
  /**
   * All that were laid aside, so many at a time as are kept in one commit; none is left after the last. Rows of a
   * document come one after the other, in the order of their lines.
   */
  readonly commits: () => Iterable<readonly SubjectRow[]>
}

export type ReadingOfLines = {
  readonly today: Day
  readonly load: LoadOfLines
  readonly language: Language
  /** Whether lines are first held against the fast validator; what comes of them is the same. */
  readonly isFast: boolean
}

/** What became of some lines. Lines = rows + refused. */
export type SubjectBatch = {
  /** One for each line kept, in their order. */
  readonly rows: readonly SubjectRow[]
  readonly refused: readonly { readonly line: number; readonly reason: string }[]
  /** Debts and cheques in the lines kept that nobody may read, for want of a notice. */
  readonly withoutNotice: number
}
