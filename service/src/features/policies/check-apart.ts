import { Worker } from 'node:worker_threads'
import type { CheckedPolicy } from '@lastro/rules/policies/check/check-policy.ts'

/** `busy`: too many are being checked here. `too_long`: it took longer than a policy may. */
export type CheckApart = (sent: unknown) => Promise<CheckedPolicy | 'busy' | 'too_long'>

/** As many as leave a machine of two cores its answers; whoever comes then is told to come again. */
const atOnceMax = 2

/** Far more than any policy that people write takes; what takes longer is refused, not trusted. */
export const checkTermMs = 10_000

/** A check that wants more is one that will not end. */
const memoryMbMax = 256

/**
 * Checks policies on a thread each: the check looks through many cases, and whoever asks for a report meanwhile does not
 * wait for it. A check holds up no process that stops.
 */
export function checkApart({
  termMs = checkTermMs,
  module = new URL('./check-thread.ts', import.meta.url),
} = {}): CheckApart {
  let atOnce = 0
  return async (sent) => {
    if (atOnce >= atOnceMax) return 'busy'
    atOnce += 1
    try {
      return await checkedOn(module, sent, termMs)
    } finally {
      atOnce -= 1
    }
  }
}

function checkedOn(module: URL, sent: unknown, termMs: number): Promise<CheckedPolicy | 'too_long'> {
  const { promise, resolve, reject } = Promise.withResolvers<CheckedPolicy | 'too_long'>()
  const thread = new Worker(module, {
    workerData: sent,
    resourceLimits: { maxOldGenerationSizeMb: memoryMbMax },
  })
  thread.unref()
  const term = setTimeout(() => resolve('too_long'), termMs)
  thread.on('message', resolve)
  thread.on('error', (error) => (isOutOfMemory(error) ? resolve('too_long') : reject(error)))
  thread.on('exit', () => reject(new Error('The thread that checks a policy has ended')))
  return promise.finally(() => {
    clearTimeout(term)
    void thread.terminate()
  })
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
