import type { Log } from './log.ts'
import type { NotReady } from './readiness.ts'

export type RefusalReason = NotReady | 'overloaded'

export type RefusalLog = {
  /** A request was refused, for a reason that is not its caller's fault. */
  readonly refused: (reason: RefusalReason) => void
}

type RefusalLogDeps = {
  readonly log: Pick<Log, 'warn' | 'info'>
  /** Whether a query could be recorded again. */
  readonly notReady: () => Promise<NotReady | undefined>
}

const everyMs = 1_000

type Refusals = { sinceLine: number; total: number }

/**
 * Logs refused requests: one line a second for each reason, with the number of requests that it stands for, and one line
 * when they end. A fault under load would otherwise fill the disk with lines that all say the same.
 */
export function refusalLog({ log, notReady }: RefusalLogDeps): RefusalLog {
  const ongoing = new Map<RefusalReason, Refusals>()
  let isScheduled = false

  const lookAt = async (reason: RefusalReason, refusals: Refusals): Promise<void> => {
    const { sinceLine, total } = refusals
    if (sinceLine > 0) {
      refusals.sinceLine = 0
      log.warn({ reason, refused: sinceLine }, 'requests are refused')
      return
    }
    if (reason !== 'overloaded' && (await notReady()) !== undefined) return
    // One may have been refused during the check.
    if (refusals.sinceLine > 0) return
    ongoing.delete(reason)
    log.info({ reason, refused: total }, 'requests are answered again')
  }
  const look = async (): Promise<void> => {
    await Promise.all([...ongoing].map(([reason, refusals]) => lookAt(reason, refusals)))
    isScheduled = false
    schedule()
  }
  const schedule = (): void => {
    if (ongoing.size === 0 || isScheduled) return
    isScheduled = true
    setTimeout(() => void look(), everyMs).unref()
  }

  return {
    refused: (reason) => {
      const known = ongoing.get(reason)
      if (known !== undefined) {
        known.sinceLine += 1
        known.total += 1
        return
      }
      ongoing.set(reason, { sinceLine: 0, total: 1 })
      log.warn({ reason, refused: 1 }, 'requests are refused')
      schedule()
    },
  }
}
