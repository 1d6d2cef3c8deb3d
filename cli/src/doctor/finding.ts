import type { Text } from '@lastro/contract/text.ts'
import type { NotReady } from '@lastro/service/http/health/readiness.ts'

/** What was looked at, how it is, and where it is not well what to do. */
export type Finding = {
  readonly of: Looked
  /** `mend`: something does not work. `look`: it works, and somebody should know. */
  readonly state: 'well' | 'look' | 'mend'
  /** The reason that `/readyz` gives for the same fault. */
  readonly reason?: NotReady
  readonly text: Text
}

export type Looked = 'settings' | 'store' | 'disk' | 'mail' | 'clock' | 'sources' | 'coverage'
