import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { UntoldReason } from '@lastro/contract/operator/untold-reasons.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { Letter } from '@lastro/rules/listings/notices/notice.ts'
import type { ToldCorrection } from '@lastro/rules/listings/told-correction.ts'
import type { CorrectionsOf } from '../../trail/corrections-seen.ts'
import type { NewOccurrence } from '../alert-store.ts'

/** A correction that somebody has to tell by hand, and why. */
export type Untold = ToldCorrection & { readonly reason: UntoldReason }

export type CorrectionLetter = {
  readonly id: string
  readonly toldAtMs: number | undefined
  readonly letter: Letter
}

/** Who is to be told of a correction, and who was. */
export type CorrectionStore = {
  /**
   * One occurrence with its deliveries and, of a reader, its correction, in one commit. Told again it changes nothing.
   */
  readonly tellClient: (
    told: NewOccurrence,
    correction: ToldCorrection | undefined,
    machineMs: number,
  ) => Promise<void>
  readonly ofClient: CorrectionsOf
  /** A debtor's, as it stands now; one that was told stays so. */
  readonly keepForDebtor: (correction: ToldCorrection, letter?: Letter) => Promise<void>
  /** The e-mail to a debtor came back; `stale` when it was told in another way. */
  readonly mailReturned: (id: string) => Promise<'recorded' | 'unknown' | 'stale'>
  /** Letters to debtors that are in no lot yet. */
  readonly lettersWithoutLot: (limit: number) => Promise<readonly CorrectionLetter[]>
  readonly putInLot: (ids: readonly string[], lot: string) => Promise<void>
  readonly lettersInLot: (lot: string) => Promise<readonly CorrectionLetter[]>
  /**
   * What nobody has told and nobody is about to: no way, none that worked, or none in the time that the law gives.
   * The oldest first.
   */
  readonly untold: (page: {
    readonly environment: Environment
    readonly today: Day
    readonly after: { readonly createdAtMs: number; readonly id: string } | undefined
    readonly limit: number
  }) => Promise<readonly Untold[]>
  /** False when there is no such correction, or it was told before. */
  readonly told: (
    id: string,
    by: { readonly atMs: number; readonly by: 'letter' | 'operator'; readonly note: string },
  ) => Promise<boolean>
  /** Notes those whose occurrence was taken by a target; says how many. */
  readonly noteDelivered: () => Promise<number>
}
