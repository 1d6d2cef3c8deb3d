/** Why a query could not be recorded now, and so not answered. */
export type NotReady =
  | 'store_unavailable'
  | 'disk_full'
  | 'read_only'
  | 'commits_stalled'
  | 'synchronous_commit_off'

/** Undefined where a query could be recorded. May fail, which says that the store is out of reach. */
export type RecordingCheck = () => Promise<NotReady | undefined>

/** A balancer asks every few seconds; a store that takes longer than this is not ready. */
const checkTimeoutMs = 2_000

/** The check with an end, one at a time however many ask. */
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
  const timer = setTimeout(() => resolve('commits_stalled'), checkTimeoutMs)
  const checked = check().catch((): NotReady => 'store_unavailable')
  const found = await Promise.race([checked, late])
  clearTimeout(timer)
  return found
}
