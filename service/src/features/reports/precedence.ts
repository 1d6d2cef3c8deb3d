import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { OccurrenceKind } from '@lastro/rules/reports/merging/same-occurrence.ts'

/**
 * Which sources answer a section, the first before the second, and what becomes of it when several have something:
 * - `first`: the first of them is shown.
 * - `newest`: the one whose data is newest is shown; what tells no date stands by its place in the order.
 * - `united`: what all of them have is shown, the same thing once.
 * - `occurrences`: united as well, for negative data: the same debt, cheque or protest once, for five years, and none
 *   that has a listing here.
 */
export type Precedence = { readonly sources: readonly string[] } & (
  | ({ readonly rule: 'first' } & WithSpecialStatus)
  | ({ readonly rule: 'newest'; readonly datedBy: MemberPath } & WithSpecialStatus)
  | { readonly rule: 'united'; readonly sameBy: readonly string[]; readonly newestBy: string }
  | { readonly rule: 'occurrences'; readonly kind: OccurrenceKind }
)

/**
 * The most serious special status that any source states is shown, whichever source is chosen. The sources listed here
 * publish it for every company they know, so if they answered without one, there is none.
 */
type WithSpecialStatus = { readonly specialStatusBy?: readonly string[] }

/** Whether several sources' lists become one, so that each has to come whole. */
export const isUnited = (precedence: Precedence | undefined): boolean =>
  precedence?.rule === 'united' || precedence?.rule === 'occurrences'

/** The members that lead to a leaf of a section: `companyData`, `informationUpdateDate`. */
export type MemberPath = readonly string[]

export type PrecedenceTable = Readonly<Partial<Record<SectionId, Precedence>>>

/** What no table speaks of is shown as the first source has it, in the order in which the sources are listed. */
export const noPrecedence: Precedence = { rule: 'first', sources: [] }
