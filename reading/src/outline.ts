import type { WithheldReason } from '@lastro/contract/clients/withheld-reasons.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { ColumnMeaning } from './section-readings.ts'

/** What is said of a thing: a label and its value, both ready to be shown. */
export type Fact = { readonly label: string; readonly value: string }

export type OutlineColumn = {
  readonly label: string
  readonly align: 'left' | 'right'
  readonly meaning?: ColumnMeaning
}

export type OutlineTable = {
  /** Told apart from the section's heading only where a section has several tables. */
  readonly caption: string | undefined
  readonly columns: readonly OutlineColumn[]
  /** As many cells a row as there are columns; an empty text is a value that is absent. */
  readonly rows: readonly (readonly string[])[]
  /** By row, whom it names: a document as a query takes it. Undefined where none is told, or only a part of it. */
  readonly documents?: readonly (string | undefined)[]
}

export type OutlineSection = {
  readonly id: SectionId
  readonly heading: string
  readonly coverage: 'complete' | 'partial' | 'none'
  /**
   * Set if coverage is `none`: says that this service has no data for the section, which then has no facts, tables or
   * notes.
   */
  readonly notCovered: string | undefined
  /** Set if coverage is `partial`: a badge that says what the section covers. */
  readonly partial: string | undefined
  readonly facts: readonly Fact[]
  readonly tables: readonly OutlineTable[]
  /** Sentences about the section: nothing on file, a list that is not whole, remarks, what is withheld. */
  readonly notes: readonly string[]
  /** The sentence that says why the section, or a part of it, could not be answered. */
  readonly notAvailable: string | undefined
  /** True when it was requested, is completely covered, was answered, and has nothing on file. */
  readonly isNothing: boolean
}

/** What the answer's JSON does not say of itself. */
export type ReportMeta = {
  readonly environment: 'production' | 'sandbox'
  readonly requestId: string
  readonly atMs: number
  /** Of the consultation's record; undefined where the reader has not been told it. */
  readonly checkCode?: string | undefined
  /** True when the caller's contract does not open addresses, phones and the mother's name. */
  readonly contactDataWithheld?: boolean | undefined
  /** Set if a saved report was reopened: the time, and why something was left out. */
  readonly reopened?:
    | {
        readonly atMs: number
        readonly withheld: readonly WithheldReason[]
        /** True for a report saved before coverage was recorded: its empty sections prove nothing. */
        readonly isCoverageUnknown?: boolean | undefined
      }
    | undefined
  /** `X-Report-Sources`: which sources answered each section, with the dates of their data. */
  readonly sources?: string | undefined
  /** `X-Report-Sections-Not-Covered`, parsed: requested sections for which this service has no data. */
  readonly notCovered?: readonly string[] | undefined
  /** `X-Report-Sections-Degraded`, taken apart. */
  readonly degradedSections?: readonly string[] | undefined
}
