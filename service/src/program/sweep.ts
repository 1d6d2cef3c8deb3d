import type { Clock } from '../clock.ts'
import { batchLinesOver } from '../features/listings/batches/refused-lines.ts'
import { forgetSignIns } from '../features/users/sign-in/forget-sign-ins.ts'
import type { OutageLog } from '../http/health/refusal-log.ts'
import type { Store } from '../store/store.ts'

export type SweepDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly logFailure: OutageLog
}

/** A token stays known for a day after it died, so that its holder hears "expired" and not "invalid". */
const deadTokenKeptMs = 24 * 60 * 60_000

/** What was told stays in the outbox for a month, for whoever asks why. */
const doneKeptMs = 30 * 24 * 60 * 60_000

/** Destroys whatever is over. Each kind by itself: what cannot be destroyed in this round holds up nothing else. */
export async function sweep({ store, clock, logFailure }: SweepDeps): Promise<void> {
  for (const [what, destroy] of Object.entries(sweepings)) {
    try {
      await destroy(store, clock.nowMs())
    } catch (error) {
      logFailure(error, {}, `${what} were not swept out`)
    }
  }
}

const sweepings: Readonly<Record<string, (store: Store, nowMs: number) => Promise<unknown>>> = {
  tokens: ({ clients }, nowMs) => clients.forgetTokens(nowMs - deadTokenKeptMs),
  'keys of idempotency': ({ idempotency }, nowMs) => idempotency.forget(nowMs),
  'lines of batches': ({ batches }, nowMs) => batches.forget(batchLinesOver(nowMs)),
  'done jobs': ({ outbox }, nowMs) => outbox.forget(nowMs - doneKeptMs),
  'tokens of e-mails': ({ alerts }, nowMs) => alerts.emails.forgetTokens(nowMs),
  sessions: ({ users }, nowMs) => forgetSignIns(users, nowMs),
  'sessions of people on file': ({ personSessions }, nowMs) => personSessions.forget(nowMs),
  'kept reports': ({ keptReports }, nowMs) => keptReports.destroy(nowMs),
  'batches of queries': ({ queryBatches }, nowMs) => queryBatches.destroy(nowMs),
  'copies of sources': ({ sourceCopies }, nowMs) => sourceCopies.destroy(nowMs),
  decisions: ({ decisions }, nowMs) => decisions.destroy(nowMs),
}
