import type { RehearsedCase } from '@lastro/rules/policies/rehearse.ts'

/** A caller waits no longer than for the slowest report. */
export const rehearsalMs = 10_000

/** What is held here answers at once; what does not is left out as it would be of a report that is late. */
export const reportDeadlineMs = 1_000

/** A report that was held against a draft: a query of the client's, or a line of the documents it sent. */
export type RehearsedReport = {
  readonly requestId?: string
  readonly line?: number
  readonly atMs: number
  readonly case: RehearsedCase
}

export type RehearsedAll = {
  readonly reports: readonly RehearsedReport[]
  /** Reports that could not be read. */
  readonly unread: number
  /** Whether everything that there is was looked at. */
  readonly isWhole: boolean
}
