import { sessionIdleMaxMs } from '../sessions/read-session.ts'
import type { UserStore } from '../user-store.ts'
import { pauseLimits } from './sign-in-pauses.ts'

/** Who has not signed in from somewhere for this long is a stranger there again. */
const addressKeptMs = 90 * 24 * 60 * 60_000

/** Sweeps out sessions that are over, tries that no longer count, and addresses long unused. */
export const forgetSignIns = (users: Pick<UserStore, 'forgetSessions'>, nowMs: number): Promise<void> =>
  users.forgetSessions({
    endedBeforeMs: nowMs,
    unusedSinceMs: nowMs - sessionIdleMaxMs,
    pausesBeforeMs: nowMs - pauseLimits.memoryMs,
    addressesBeforeMs: nowMs - addressKeptMs,
  })
