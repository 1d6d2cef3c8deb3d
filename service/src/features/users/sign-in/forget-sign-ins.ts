import { sessionIdleMaxMs } from '../sessions/read-session.ts'
import type { UserStore } from '../user-store.ts'
import { pauseLimits } from './sign-in-pauses.ts'

/** Earlier releases recorded the addresses from which a user signed in; those records are deleted at this age. */
const addressKeptMs = 90 * 24 * 60 * 60_000

/** Deletes expired sessions, attempts that no longer count, and old addresses. */
export const forgetSignIns = (users: Pick<UserStore, 'forgetSessions'>, nowMs: number): Promise<void> =>
  users.forgetSessions({
    endedBeforeMs: nowMs,
    unusedSinceMs: nowMs - sessionIdleMaxMs,
    pausesBeforeMs: nowMs - pauseLimits.memoryMs,
    addressesBeforeMs: nowMs - addressKeptMs,
  })
