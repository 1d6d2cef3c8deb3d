import type { Log } from './log.ts'
import type { NotReady } from './readiness.ts'

export type RefusalReason = NotReady | 'overloaded'

export type RefusalLog = {
  /** Reports a request refused for a reason that is not the caller's fault. */
  readonly refused: (reason: RefusalReason) => void
}

type RefusalLogDeps = {
  readonly log: Pick<Log, 'warn' | 'info'>
  /** Whether a query could be recorded again. */
  readonly notReady: () => Promise<NotReady | undefined>
}

/** Logs refused requests: one line a second for each reason, and one line when they end. */
export function refusalLog({ log, notReady }: RefusalLogDeps): RefusalLog {
  const isOver = async (reason: RefusalReason) => reason === 'overloaded' || (await notReady()) === undefined
  const tally = countedLines<RefusalReason>({
    isOver,
    ongoing: (reason, refused) => log.warn({ reason, refused }, 'requests are refused'),
    over: (reason, refused) => log.info({ reason, refused }, 'requests are answered again'),
  })
  return { refused: tally }
}

/** Told of an error of work that no request waits for, with what its line says. */
export type OutageLog = (error: unknown, of: object, text: string) => void

type OutageLogDeps = RefusalLogDeps & {
  /** Why the store refuses; undefined where the error is a fault of ours. */
  readonly outageReason: (error: unknown) => NotReady | undefined
}

/**
 * Logs failures of background work. What an outage causes is one line a second for each reason, without a stack, and
 * one line when it has ended; whatever else fails is logged in full.
 */
export function outageLog({ log, notReady, outageReason }: OutageLogDeps): OutageLog {
  const failedFor = countedLines<NotReady>({
    isOver: async () => (await notReady()) === undefined,
    ongoing: (reason, failed) => log.warn({ reason, failed }, 'background work fails and is tried again'),
    over: (reason, failed) => log.info({ reason, failed }, 'background work goes on again'),
  })
  return (error, of, text) => {
    const reason = outageReason(error)
    if (reason === undefined) log.warn({ ...of, err: error }, text)
    else failedFor(reason)
  }
}

const everyMs = 1_000

type Events = { sinceLine: number; total: number }

type CountedLinesDeps<Reason> = {
  readonly isOver: (reason: Reason) => Promise<boolean>
  /** The number of events that a line stands for, or of all of them when they end. */
  readonly ongoing: (reason: Reason, count: number) => void
  readonly over: (reason: Reason, count: number) => void
}

/** A fault under load would otherwise fill the disk with lines that all say the same. */
function countedLines<Reason extends string>({
  isOver,
  ongoing: logOngoing,
  over,
}: CountedLinesDeps<Reason>): (reason: Reason) => void {
  const ongoing = new Map<Reason, Events>()
  let isScheduled = false

  const lookAt = async (reason: Reason, events: Events): Promise<void> => {
    const { sinceLine, total } = events
    if (sinceLine > 0) {
      events.sinceLine = 0
      logOngoing(reason, sinceLine)
      return
    }
    if (!(await isOver(reason))) return
    // One may have come during the check.
    if (events.sinceLine > 0) return
    ongoing.delete(reason)
    over(reason, total)
  }
  const look = async (): Promise<void> => {
    await Promise.all([...ongoing].map(([reason, events]) => lookAt(reason, events)))
    isScheduled = false
    schedule()
  }
  const schedule = (): void => {
    if (ongoing.size === 0 || isScheduled) return
    isScheduled = true
    setTimeout(() => void look(), everyMs).unref()
  }

  return (reason) => {
    const known = ongoing.get(reason)
    if (known !== undefined) {
      known.sinceLine += 1
      known.total += 1
      return
    }
    ongoing.set(reason, { sinceLine: 0, total: 1 })
    logOngoing(reason, 1)
    schedule()
  }
}
