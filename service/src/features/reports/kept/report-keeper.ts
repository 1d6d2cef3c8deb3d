import { setTimeout as wait } from 'node:timers/promises'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import type { KeptReport, KeptReportId, KeptReportStore, SealedReport } from './kept-report.ts'
import { sealReport } from './seal-report.ts'

export type ReportToKeep = KeptReportId &
  Pick<SealedReport, 'atMs' | 'askedBy' | 'keepUntilMs'> & { readonly report: KeptReport }

export type ReportKeeper = {
  /** Takes a report that has just been answered. Nothing is sealed or written before its answer is on its way. */
  readonly keep: (report: ReportToKeep) => void
  /** Writes what waits; resolves when nothing does. */
  readonly flush: () => Promise<void>
  /** What was not kept since the start, by why. */
  readonly lost: () => Readonly<Record<LostReason, number>>
}

/** `full`: more came than could be written. `failed`: the store took none, however often it was asked. */
export type LostReason = 'full' | 'failed'

type KeeperDeps = {
  readonly store: Pick<KeptReportStore, 'keep'>
  readonly seal: Seal
  /** Told of what is not kept; never given a document. */
  readonly onLost: (reason: LostReason, count: number, error?: unknown) => void
}

/** Long enough that reports share a commit, short enough that whoever reloads a page finds its report. */
const lingerMs = 50

/** One statement holds so many: what it writes stays within a few megabytes. */
const batchCountMax = 100

/** What may wait in memory, by the length of its texts: some ten thousand reports. */
const waitingLengthMax = 64 * 1024 * 1024

/** A store that is gone for longer than these pauses take has answered no query meanwhile. */
const pausesMs = [100, 500, 1_000, 2_000, 5_000]

/**
 * Keeps reports behind the backs of those who asked. What waits is bounded, and what does not fit or cannot be written
 * is counted and told. It lies in memory until then: a process that dies takes up to a batch along.
 */
export function reportKeeper(deps: KeeperDeps): ReportKeeper {
  const lost: Record<LostReason, number> = { full: 0, failed: 0 }
  let waiting: ReportToKeep[] = []
  let waitingLength = 0
  let writing: Promise<void> | undefined

  const lose = (reason: LostReason, count: number, error?: unknown) => {
    lost[reason] += count
    deps.onLost(reason, count, error)
  }
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      await wait(lingerMs)
      const batch = waiting.slice(0, batchCountMax)
      waiting = waiting.slice(batchCountMax)
      await write(deps, batch).catch((error: unknown) => lose('failed', batch.length, error))
      waitingLength -= batch.reduce((sum, one) => sum + one.report.body.length, 0)
    }
    writing = undefined
  }
  return {
    keep: (report) => {
      const { length } = report.report.body
      if (waitingLength + length > waitingLengthMax) return lose('full', 1)
      waiting.push(report)
      waitingLength += length
      writing ??= drain()
    },
    flush: async () => writing,
    lost: () => ({ ...lost }),
  }
}

async function write({ store, seal }: KeeperDeps, batch: readonly ReportToKeep[]): Promise<void> {
  const sealed = batch.map(({ report, ...id }) => ({ ...id, ...sealReport(seal, id, report) }))
  for (const pauseMs of pausesMs) {
    try {
      return await store.keep(sealed)
    } catch {
      await wait(pauseMs)
    }
  }
  await store.keep(sealed)
}
