import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { faultText } from './fault-text.ts'
import type { JobFault, OutboxRow, OutboxStore } from './outbox.ts'

/** What a handler says of a row: it is done, or it should come again. */
export type Handled = 'done' | 'later'
export type Handler = (row: OutboxRow) => Promise<Handled>

/** Something to do every so often, such as what has fallen due; says how much it did. */
export type Chore = { readonly name: string; readonly run: () => Promise<number> }

/** Something with a queue of its own: does some of what is due and says how much, and is asked again until nothing is. */
export type Work = { readonly name: string; readonly run: () => Promise<number> }

export type RunnerDeps = {
  readonly outbox: OutboxStore
  readonly handlers: Readonly<Record<string, Handler>>
  readonly chores: readonly Chore[]
  /** Each goes its own way, so that one whose callees are slow holds up no other. */
  readonly works?: readonly Work[]
  readonly clock: Clock
  readonly onError: (what: string, error: unknown) => void
  /** Whether no new work may start now, because the store accepts none. */
  readonly isPaused?: () => Promise<boolean>
}

export type Runner = {
  /** Does what is due now, once; says how many rows and chores it worked on. */
  readonly runOnce: () => Promise<number>
  readonly start: () => void
  /** Takes nothing new, and waits a while for what is under way; what is not done by then comes again. */
  readonly stop: () => Promise<void>
}

/** Often enough that a notice leaves within seconds, seldom enough to cost nothing. */
const pauseMs = 1_000

/** Dates change once a day; a minute's delay is nobody's loss, since readers go by dates. */
const choreEveryMs = 60_000

/** Longer than any handler may take: past it, whoever held the row is taken to have died. */
export const claimMs = 300_000

/** Worked on side by side, so that one that is slow holds up no other past its claim; few, to share what there is. */
const claimCount = 8

/** As long as a request under way may take; a mail server's whole patience is longer than a stop should be. */
const stopGraceMs = 10_000

/** The first pause after a failure; it doubles with each, up to an hour. */
const retryPauseMs = 5_000
const retryPauseMaxMs = 60 * 60_000

/** One row for all chores of all processes. */
const choreRow = { id: 'chores', topic: 'chores', register: '', clientId: '', payload: {} }

/** Claims what is due and hands it to whoever knows its topic. It knows no feature. */
export function runner({
  outbox,
  handlers,
  chores,
  works = [],
  clock,
  onError,
  isPaused = async () => false,
}: RunnerDeps): Runner {
  const topics = Object.keys(handlers)
  let stopped = false

  const work = async (row: OutboxRow): Promise<void> => {
    let fault: JobFault | undefined
    try {
      const handled = await handlers[row.topic]?.(row)
      if (handled === 'done') return await outbox.done(row.id, clock.nowMs())
    } catch (error) {
      onError(row.topic, error)
      fault = { atMs: clock.nowMs(), text: faultText(error) }
    }
    await outbox.retry(row.id, clock.nowMs() + pauseAfter(row.attempts), fault)
  }
  const drain = async (): Promise<number> => {
    let count = 0
    while (!stopped && !(await isPaused())) {
      const nowMs = clock.nowMs()
      const rows = await outbox.claim({
        topics,
        nowMs,
        claimedUntilMs: nowMs + claimMs,
        limit: claimCount,
      })
      await Promise.all(rows.map(work))
      count += rows.length
      if (rows.length < claimCount) break
    }
    return count
  }
  const doChores = async (): Promise<number> => {
    let count = 0
    for (const { name, run } of chores) {
      try {
        count += await run()
      } catch (error) {
        onError(name, error)
      }
    }
    return count
  }
  /** A chore is a row of its own that is never done, so that of several processes one does it at a time. */
  const addChores = async (): Promise<void> => {
    const nowMs = clock.nowMs()
    await outbox.add([{ ...choreRow, createdAtMs: nowMs, dueAtMs: nowMs }])
  }
  const takeChores = async (): Promise<void> => {
    const nowMs = clock.nowMs()
    const claim = { topics: [choreRow.topic], nowMs, claimedUntilMs: nowMs + claimMs, limit: 1 }
    for (const { id } of await outbox.claim(claim)) {
      await doChores()
      await outbox.retry(id, clock.nowMs() + choreEveryMs)
    }
  }
  let isAdded = false
  const round = async (): Promise<void> => {
    if (await isPaused()) return
    if (!isAdded) await addChores()
    isAdded = true
    await takeChores()
    await drain()
  }
  const workThrough = async ({ name, run }: Work): Promise<number> => {
    let count = 0
    try {
      while (!stopped && !(await isPaused())) {
        const done = await run()
        if (done === 0) break
        count += done
      }
    } catch (error) {
      onError(name, error)
    }
    return count
  }
  /** One does what the one before it left: events become deliveries, and deliveries are sent. */
  const workThroughAll = async (): Promise<number> => {
    let count = 0
    for (const work of works) count += await workThrough(work)
    return count
  }
  const loops = [
    loop(() => round().catch((error: unknown) => onError('outbox', error))),
    ...works.map((work) => loop(() => workThrough(work))),
  ]

  return {
    runOnce: async () => (await doChores()) + (await drain()) + (await workThroughAll()),
    start: () => {
      for (const { start } of loops) start()
    },
    stop: async () => {
      stopped = true
      await Promise.all(loops.map(({ stop }) => stop()))
    },
  }
}

/** Does the same again and again with pauses; `stop` waits for what is under way. */
function loop(run: () => Promise<unknown>): {
  readonly start: () => void
  readonly stop: () => Promise<void>
} {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let stopped = false
  const start = () => {
    if (stopped) return
    timer = setTimeout(() => {
      running = run().finally(start)
    }, pauseMs)
    timer.unref()
  }
  return {
    start,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await Promise.race([running, wait(stopGraceMs, undefined, { ref: false })])
    },
  }
}

export const pauseAfter = (attempts: number): number =>
  Math.min(retryPauseMs * 2 ** Math.max(0, attempts - 1), retryPauseMaxMs)
