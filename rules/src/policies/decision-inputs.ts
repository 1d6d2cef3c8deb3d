import type { SentValues } from '@lastro/contract/policies/sent-values.ts'
import type { DocumentType } from '@lastro/contract/reports/sections.ts'
import type { Day } from '../calendar/day.ts'

/** Everything that a decision rests on besides its policy. Kept, it gives the same decision again. */
export type DecisionInputs = {
  readonly documentType: DocumentType
  /** `result.report` as it was answered. */
  readonly report: Readonly<Record<string, unknown>>
  /** `X-Report-Sections-Degraded`, taken apart. */
  readonly degradedSections: readonly string[]
  /** `X-Report-Sections-Not-Covered`, parsed; absent if the report names none. */
  readonly notCoveredSections?: readonly string[]
  /** Who answered each section, by its name in `X-Report-Sources`. */
  readonly sources?: Readonly<Record<string, string>>
  readonly sent: SentValues
  readonly today: Day
}

/** Parses the value of a header that lists sections. */
export const sectionsIn = (header: string | undefined): readonly string[] =>
  (header ?? '').split(',').flatMap((name) => name.trim() || [])

/** The input member for `X-Report-Sections-Not-Covered`; empty if no section is named. */
export const notCoveredIn = (sections: readonly string[]): Pick<DecisionInputs, 'notCoveredSections'> =>
  sections.length === 0 ? {} : { notCoveredSections: sections }

/** `X-Report-Sources` taken apart: `listingP=bureau, partner=bureau+receita@2026-10-11`. */
export const sourcesIn = (header: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    header.split(', ').flatMap((entry) => {
      const [section, source] = entry.split('=')
      return section && source ? [[section, source]] : []
    }),
  )
