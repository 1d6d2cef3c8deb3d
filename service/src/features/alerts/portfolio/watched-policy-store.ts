import type { PolicyOutcome } from '@lastro/contract/alerts/alerts.ts'
import type { SectionCoverages } from '@lastro/rules/policies/decide-again.ts'
import type { NewOccurrence, Watcher } from '../alert-store.ts'

/** What a policy said of a watched document. */
export type WatchedOutcome = PolicyOutcome & {
  /** Sections that the policy reads and that did not answer in full. */
  readonly failedSections: readonly string[]
  /** The coverage of each section it is based on; absent in outcomes saved before coverage existed. */
  readonly coverage?: SectionCoverages
}

export type WatchedPolicy = {
  readonly watcher: Watcher
  /** Undefined until it has run for the first time. */
  readonly decided: WatchedOutcome | undefined
  /** Another one each time that it has run, or that another policy was chosen. */
  readonly decidedCount: number
}

export type WatchedPolicyStore = {
  /** By the id of the registration. Undefined when it is gone. */
  readonly find: (registrationId: string) => Promise<WatchedPolicy | undefined>
  /**
   * Keeps what it says now, with the occurrence that tells of it, in one commit. False when it has run meanwhile, or
   * the registration changed its policy or is gone: then nothing is written.
   */
  readonly keep: (
    of: { readonly registrationId: string; readonly decidedCount: number },
    decided: WatchedOutcome,
    told: NewOccurrence | undefined,
    machineMs: number,
  ) => Promise<boolean>
}
