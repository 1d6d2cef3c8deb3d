import { Worker } from 'node:worker_threads'
import type { CheckedPolicy } from '@lastro/rules/policies/check/check-policy.ts'
import { nestingFaults } from '@lastro/rules/policies/check/nesting-faults.ts'
import { readPolicy } from '@lastro/rules/policies/check/read-policy.ts'

/** `busy`: too many others are waiting. `too_long`: the check exceeded its time or memory limit. */
export type CheckApart = (sent: unknown) => Promise<CheckedPolicy | 'busy' | 'too_long'>

/** With one check at a time, a caller waits for at most this many others. */
const waitingCountMax = 4

/** Far more than any policy written by a person takes; a policy that takes longer is refused. */
export const checkTermMs = 10_000

/** A check that needs more than this would not end in time either. */
const memoryMbMax = 256

/** People save a few times in a row; after that the thread's memory is released. */
const usualIdleMs = 60_000

/** A thread that exits without an error may have ended before it took the check, so the check is tried again. */
const attemptCountMax = 2

type Options = {
  readonly termMs?: number
  readonly idleMs?: number
  readonly module?: URL
  /** For a command, which has nothing else to wait for: its process does not end during a check. */
  readonly keepsAlive?: boolean
}

/**
 * Checks policies on a separate thread, one at a time: a check examines many cases, and must not delay the reports
 * that this process is answering. Unless asked to, neither the thread nor a check in
 * progress keeps a stopping process alive.
 */
export function checkApart({
  termMs = checkTermMs,
  idleMs = usualIdleMs,
  module = checkThread,
  keepsAlive = false,
}: Options = {}): CheckApart {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()
  const end = () => {
    void thread?.terminate()
    thread = undefined
  }
  const check = async (sent: unknown): Promise<CheckedPolicy | 'too_long'> => {
    for (let attempt = 1; ; attempt += 1) {
      thread ??= startThread(module, (ended) => {
        if (thread === ended) thread = undefined
      })
      const checked = await checkedBy(thread, sent, { termMs, keepsAlive }).catch((error: unknown) => {
        end()
        throw error
      })
      if (checked === 'too_long') end()
      if (checked !== 'exited') return checked
      if (attempt === attemptCountMax)
        throw new Error('The thread that checks policies exited during a check')
    }
  }
  return async (sent) => {
    const faults = nestingFaults(sent)
    if (faults.length > 0) return { kind: 'faults', faults }
    if (waiting >= waitingCountMax) {
      // Reading the form takes a moment, so a malformed policy is refused without a second attempt.
      const read = readPolicy(sent)
      return read.kind === 'faults' ? read : 'busy'
    }
    waiting += 1
    clearTimeout(idle)
    const mine = turn.then(() => check(sent))
    turn = mine.catch(() => undefined)
    return mine.finally(() => {
      waiting -= 1
      // The idle time starts with the last check, so that it never ends a thread that is at work.
      if (waiting === 0) idle = setTimeout(end, idleMs).unref()
    })
  }
}

const checkThread = new URL('./check-thread.ts', import.meta.url)

function startThread(module: URL, onEnd: (thread: Worker) => void): Worker {
  const thread = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: memoryMbMax } })
  // A thread may break between two checks, when nothing else listens.
  thread.on('error', () => onEnd(thread)).on('exit', () => onEnd(thread))
  return thread
}

function checkedBy(
  thread: Worker,
  sent: unknown,
  { termMs, keepsAlive }: Required<Pick<Options, 'termMs' | 'keepsAlive'>>,
): Promise<CheckedPolicy | 'too_long' | 'exited'> {
  const { promise, resolve, reject } = Promise.withResolvers<CheckedPolicy | 'too_long' | 'exited'>()
  const term = setTimeout(() => resolve('too_long'), termMs)
  if (!keepsAlive) term.unref()
  const onError = (error: unknown) => (isOutOfMemory(error) ? resolve('too_long') : reject(error))
  const onExit = () => resolve('exited')
  thread.once('message', resolve).once('error', onError).once('exit', onExit)
  // Listening for a message takes a reference again.
  thread.unref()
  try {
    thread.postMessage(sent)
  } catch (error) {
    reject(error)
  }
  return promise.finally(() => {
    clearTimeout(term)
    thread.off('message', resolve).off('error', onError).off('exit', onExit)
  })
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
