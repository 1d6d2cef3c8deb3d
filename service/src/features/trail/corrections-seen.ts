import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import type { ToldCorrection } from '@lastro/rules/listings/told-correction.ts'

/** A correction as the client that was shown the error sees it. */
export type CorrectionSeen = Pick<ToldCorrection, 'listingId' | 'wrongVersions' | 'toldAtMs'> & {
  readonly occurrenceId: string
  readonly data: OccurrenceData
}

/** The corrections of these listings that a client is told of. */
export type CorrectionsOf = (of: {
  readonly register: string
  readonly clientId: string
  readonly listingIds: readonly string[]
}) => Promise<readonly CorrectionSeen[]>
