import type { TrailStore } from '../../features/trail/trail-store.ts'
import type { NotReady } from '../../http/health/readiness.ts'
import type { StoreFigures } from '../store.ts'
import type { OutageReason } from './outage-reason.ts'

export type CommitWatch = {
  readonly append: TrailStore['append']
  /** Why commits of the trail fail or have stalled. */
  readonly fault: () => NotReady | undefined
  /** Whether a commit succeeded recently. */
  readonly isCommitting: () => boolean
  readonly onCommit: StoreFigures['onCommit']
}

/** A commit takes milliseconds. */
const stalledMs = 2_000

/** After this long without requests since a failed commit, the next request tries again. */
const failureCountsMs = 5_000

/** A single record that cannot be written is its own fault; after this many in a row, nothing can be recorded. */
const faultsInRowMax = 4

/**
 * Watches the commits that queries wait for. As long as none succeeds, the wait is counted from the first of them: one
 * that failed and is retried stalls as much as one that hangs. The reason is that of the last commit that failed.
 */
export function watchCommits(
  append: TrailStore['append'],
  reasonOf: OutageReason,
  now: () => number = () => performance.now(),
): CommitWatch {
  const startsMs = new Set<{ readonly atMs: number }>()
  const listeners: Parameters<StoreFigures['onCommit']>[0][] = []
  let waitingSinceMs: number | undefined
  let failed: { readonly atMs: number; readonly reason: NotReady | undefined } | undefined
  let faultsInRow = 0
  let committedAtMs = Number.NEGATIVE_INFINITY
  const succeeded = () => {
    failed = undefined
    waitingSinceMs = startsMs.values().next().value?.atMs
  }
  return {
    append: async (environment, drafts) => {
      const start = { atMs: now() }
      startsMs.add(start)
      waitingSinceMs ??= start.atMs
      try {
        const billings = await append(environment, drafts)
        startsMs.delete(start)
        faultsInRow = 0
        committedAtMs = now()
        succeeded()
        for (const listener of listeners) listener(now() - start.atMs, drafts.length)
        return billings
      } catch (error) {
        startsMs.delete(start)
        const reason = reasonOf(error)
        if (reason === undefined) faultsInRow += 1
        if (reason !== undefined || faultsInRow > faultsInRowMax) failed = { atMs: now(), reason }
        else succeeded()
        throw error
      }
    },
    isCommitting: () => now() - committedAtMs < stalledMs,
    onCommit: (listener) => void listeners.push(listener),
    fault: () => {
      const nowMs = now()
      if (startsMs.size === 0 && (failed === undefined || nowMs - failed.atMs > failureCountsMs)) {
        waitingSinceMs = undefined
        failed = undefined
      }
      if (failed?.reason === 'disk_full') return 'disk_full'
      return waitingSinceMs !== undefined && nowMs - waitingSinceMs > stalledMs
        ? (failed?.reason ?? 'commits_stalled')
        : undefined
    },
  }
}
