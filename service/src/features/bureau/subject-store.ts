import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { KeptSections } from '@lastro/rules/subjects/kept-sections.ts'
import type { Participation } from '@lastro/rules/subjects/newest-participations.ts'
import type { ReadySection } from '@lastro/rules/subjects/ready-sections.ts'

/** A subject as it is kept: the facts, the sections made ready from them, and whose partners it names. */
export type KeptSubject = {
  readonly document: DocumentNumber
  readonly facts: Subject
  readonly sections: readonly ReadySection[]
  /** The last day on which these sections are right, and all there is to show. */
  readonly validUntil: Day
  readonly partners: readonly { readonly document: DocumentNumber; readonly participation: Participation }[]
}

export type SubjectStore = {
  /** What is kept ready, with at least the sections wanted. The embedded engine has it at hand. */
  readonly readSections: (
    document: DocumentNumber,
    wanted: readonly SectionId[],
  ) => KeptSections | undefined | Promise<KeptSections | undefined>
  readonly readFacts: (document: DocumentNumber) => Promise<Subject | undefined>
  readonly readParticipations: (document: DocumentNumber) => Promise<readonly Participation[]>
  /** Puts each subject in the place of what was kept of it before, with the events of what changed, all or none. */
  readonly saveSubjects: (subjects: readonly KeptSubject[], nowMs: number) => Promise<void>
  readonly countSubjects: () => Promise<number>
}
