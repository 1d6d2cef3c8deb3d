import type { DocumentType, SectionId } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'

/**
 * What an operator declared with a load: that the bureau has one section for every document of a type, wholly or in
 * part. The latest declaration for a section and type is the one that counts.
 */
export type BureauCoverage = {
  readonly id: string
  readonly section: SectionId
  readonly documentType: DocumentType
  readonly extent: 'complete' | 'partial'
  /** The day of the data. */
  readonly asOf: Day
  /** The last day on which it holds; from the next day on the section is not covered. */
  readonly until: Day
  readonly declaredAtMs: number
  readonly declaredBy: string
  readonly withdrawnAtMs: number | undefined
}

/** What holds now, in memory: the query path asks it once for each section. */
export type CurrentBureauCoverage = {
  readonly of: (type: DocumentType, section: SectionId, today: Day) => BureauCoverage | undefined
}
