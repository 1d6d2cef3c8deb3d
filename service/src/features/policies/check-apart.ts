import { Worker } from 'node:worker_threads'
import type { CheckedPolicy } from '@lastro/rules/policies/check/check-policy.ts'
import { nestingFaults } from '@lastro/rules/policies/check/nesting-faults.ts'
import { readPolicy } from '@lastro/rules/policies/check/read-policy.ts'

/** `busy`: others wait already. `too_long`: it took longer than a policy may. */
export type CheckApart = (sent: unknown) => Promise<CheckedPolicy | 'busy' | 'too_long'>

/** Whoever comes when so many wait is told to come again: none waits for long. */
const waitingCountMax = 4

/** Far more than any policy that people write takes; what takes longer is refused, not trusted. */
export const checkTermMs = 10_000

/** A check that wants more is one that will not end. */
const memoryMbMax = 256

/** People save a few times in a row; then its memory is given back. */
const idleMs = 60_000

type Options = { readonly termMs?: number; readonly module?: URL }

/**
 * Checks policies on a thread of their own, one at a time: a check looks through many cases, and whoever asks for a
 * report meanwhile does not wait for it. The thread holds up no process that stops.
 */
export function checkApart({ termMs = checkTermMs, module = checkThread }: Options = {}): CheckApart {
  let thread: Worker | undefined
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()
  const idle = setTimeout(() => end(), idleMs).unref()
  const end = () => {
    void thread?.terminate()
    thread = undefined
  }
  const check = async (sent: unknown) => {
    thread ??= startThread(module, (ended) => {
      if (thread === ended) thread = undefined
    })
    const checked = await checkedBy(thread, sent, termMs).catch((error: unknown) => {
      end()
      throw error
    })
    if (checked === 'too_long') end()
    else idle.refresh()
    return checked
  }
  return async (sent) => {
    const faults = nestingFaults(sent)
    if (faults.length > 0) return { kind: 'faults', faults }
    if (waiting >= waitingCountMax) {
      // Its form is read in a moment, and whoever has it wrong need not come again to hear so.
      const read = readPolicy(sent)
      return read.kind === 'faults' ? read : 'busy'
    }
    waiting += 1
    const mine = turn.then(() => check(sent))
    turn = mine.catch(() => undefined)
    return mine.finally(() => {
      waiting -= 1
    })
  }
}

const checkThread = new URL('./check-thread.ts', import.meta.url)

function startThread(module: URL, onEnd: (thread: Worker) => void): Worker {
  const thread = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: memoryMbMax } })
  thread.unref()
  // Whoever waits for a check hears of it too.
  thread.on('error', () => onEnd(thread)).on('exit', () => onEnd(thread))
  return thread
}

function checkedBy(thread: Worker, sent: unknown, termMs: number): Promise<CheckedPolicy | 'too_long'> {
  const { promise, resolve, reject } = Promise.withResolvers<CheckedPolicy | 'too_long'>()
  const term = setTimeout(() => resolve('too_long'), termMs)
  const onError = (error: unknown) => (isOutOfMemory(error) ? resolve('too_long') : reject(error))
  const onExit = () => reject(new Error('The thread that checks policies has ended'))
  thread.once('message', resolve).once('error', onError).once('exit', onExit)
  try {
    thread.postMessage(sent)
  } catch (error) {
    // What cannot be sent is told like what broke later, so that nobody is left listening.
    reject(error)
  }
  return promise.finally(() => {
    clearTimeout(term)
    thread.off('message', resolve).off('error', onError).off('exit', onExit)
  })
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
