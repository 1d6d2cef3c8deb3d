import type { TrailStore } from '../../features/trail/trail-store.ts'
import type { NotReady } from '../../http/health/readiness.ts'
import type { StoreFigures } from '../store.ts'

export type CommitWatch = {
  readonly append: TrailStore['append']
  /** Whether commits of the trail have not moved for too long, or found no room. */
  readonly fault: () => NotReady | undefined
  /** Whether a commit found no room, however long ago, and none has succeeded since. */
  readonly wasFull: () => boolean
  readonly onCommit: StoreFigures['onCommit']
}

/** A commit takes milliseconds. */
const stalledMs = 2_000

/** After a commit that failed, and with nobody asking, it is tried again by whoever asks next. */
const failureCountsMs = 5_000

/** One record that cannot be written is a fault of its own; so many in a row, and nothing can be recorded. */
const faultsInRowMax = 4

/**
 * Watches the commits that queries wait for. As long as none succeeds, the wait is counted from the first of them: one
 * that is given up and tried again stalls as much as one that hangs.
 */
export function watchCommits(
  append: TrailStore['append'],
  { isOutage, isFull }: Record<'isOutage' | 'isFull', (error: unknown) => boolean>,
  now: () => number = () => performance.now(),
): CommitWatch {
  const startsMs = new Set<{ readonly atMs: number }>()
  const listeners: Parameters<StoreFigures['onCommit']>[0][] = []
  let waitingSinceMs: number | undefined
  let failed: { readonly atMs: number; readonly isFull: boolean } | undefined
  let faultsInRow = 0
  let wasFull = false
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
        wasFull = false
        succeeded()
        for (const listener of listeners) listener(now() - start.atMs, drafts.length)
        return billings
      } catch (error) {
        startsMs.delete(start)
        if (!isOutage(error)) faultsInRow += 1
        wasFull ||= isFull(error)
        if (isOutage(error) || faultsInRow > faultsInRowMax) failed = { atMs: now(), isFull: isFull(error) }
        else succeeded()
        throw error
      }
    },
    wasFull: () => wasFull,
    onCommit: (listener) => void listeners.push(listener),
    fault: () => {
      const nowMs = now()
      const isOver = failed === undefined || nowMs - failed.atMs > failureCountsMs
      if (startsMs.size === 0 && isOver) {
        waitingSinceMs = undefined
        failed = undefined
      }
      if (failed?.isFull === true) return 'disk_full'
      return waitingSinceMs !== undefined && nowMs - waitingSinceMs > stalledMs
        ? 'commits_stalled'
        : undefined
    },
  }
}
