import type { Participation } from './subject-store.ts'

/** Newest first, those without a date last, equals by company: so that a cut list loses the oldest. */
export const newestParticipations = (participations: readonly Participation[]): readonly Participation[] =>
  participations.toSorted(
    (a, b) => compare(b.sinceDate ?? '', a.sinceDate ?? '') || compare(a.companyDocument, b.companyDocument),
  )

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
