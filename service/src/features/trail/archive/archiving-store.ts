import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Month } from '@lastro/rules/calendar/month.ts'
import type { UsageLine } from '@lastro/rules/trail/billing.ts'
import type { Link } from '@lastro/rules/trail/chain.ts'
import type { MonthManifest } from './month-manifest.ts'

/** A month whose archive is known to the store. */
export type ArchivedMonth = {
  readonly month: Month
  /** While it leaves, some of its records may still be here: whoever archives goes on with it first. */
  readonly state: 'leaving' | 'archived'
  /** Whether records that are kept for fifteen years are still here. */
  readonly holdsLongKept: boolean
  /** Undefined where the row is not what was written. */
  readonly manifest: MonthManifest | undefined
}

/** How months leave the store. Each step is a commit, and each may be done again. */
export type ArchivingStore = {
  /**
   * From here on the store goes on from where the archive ends. Both chains, all lanes, the seals and what was used
   * are one commit. False where the month is known already.
   */
  readonly begin: (
    manifest: MonthManifest,
    usage: Readonly<Record<Environment, readonly UsageLine[]>>,
  ) => Promise<boolean>
  /** Records that were kept longer leave as well. */
  readonly beginLongKept: (month: Month) => Promise<void>
  /** Takes links away with all that stands beside them; of a link with something to stay, that stays. */
  readonly remove: (
    environment: Environment,
    links: readonly { readonly link: Link; readonly left: Link | undefined }[],
  ) => Promise<void>
  readonly removeSeals: (upTo: number) => Promise<void>
  readonly end: (month: Month) => Promise<void>
}
