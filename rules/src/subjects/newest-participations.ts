import type { DocumentNumber } from '../documents/document-number.ts'

/** A company in which a document is a partner, as a report shows it. */
export type Participation = {
  readonly companyDocument: DocumentNumber
  readonly companyName?: string
  readonly statusRegistration?: string
  readonly sinceDate?: string
  readonly capitalTotalValue?: string
}

/** Newest first, those without a date last, equals by company: so that a cut list loses the oldest. */
export const newestParticipations = (participations: readonly Participation[]): readonly Participation[] =>
  participations.toSorted(
    (a, b) => compare(b.sinceDate ?? '', a.sinceDate ?? '') || compare(a.companyDocument, b.companyDocument),
  )

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
