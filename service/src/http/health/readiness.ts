/** Why a query could not be recorded now, and so not answered. */
export type NotReady =
  | 'store_unavailable'
  | 'connections_exhausted'
  | 'disk_full'
  | 'read_only'
  | 'commits_stalled'
  | 'synchronous_commit_off'

/**
 * Undefined if a query could be recorded. `ifLate` receives a function that gives the reason if the check does not
 * finish in time, since that depends on the step that hangs.
 */
export type RecordingCheck = (ifLate?: (reason: () => NotReady) => void) => Promise<NotReady | undefined>

/** A balancer asks every few seconds; a store that takes longer than this is not ready. */
const checkTimeoutMs = 2_000

/** The check with a time limit, shared by concurrent callers. `/readyz`, the metric and `lastro doctor` use it. */
export function readiness(check: RecordingCheck): () => Promise<NotReady | undefined> {
  let checking: Promise<NotReady | undefined> | undefined
  return () => {
    checking ??= inTime(check).finally(() => {
      checking = undefined
    })
    return checking
  }
}

async function inTime(check: RecordingCheck): Promise<NotReady | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<NotReady>()
  let lateReason = (): NotReady => 'commits_stalled'
  const timer = setTimeout(() => resolve(lateReason()), checkTimeoutMs)
  const checked = check((reason) => {
    lateReason = reason
  }).catch((): NotReady => 'store_unavailable')
  const found = await Promise.race([checked, late])
  clearTimeout(timer)
  return found
}
