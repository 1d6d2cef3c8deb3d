import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Line } from '../../../csv/read-lines.ts'
import { readBatch } from '../../../features/bureau/read-batch.ts'
import type { ReadingOfLines, SubjectBatch, SubjectLoad } from '../../../features/bureau/subject-store.ts'
import { rowsAside } from '../sorting/rows-aside.ts'
import { rowOf } from '../subject-row.ts'
import { type BatchTold, batchOf, linesAsked } from './thread-messages.ts'

/** More threads than this find the one that hands out the lines busy. */
const threadCountMax = 8

/** So many are under way that nobody who reads runs out of them, nor this thread while another starts. */
const batchesInFlight = 24

/** Little lives longer than a batch, and what is dead is soon free again. */
const youngMbMax = 8

/** Whoever reads batches, one after the other. */
type Reader = {
  readonly read: (lines: readonly Line[], how: ReadingOfLines) => Promise<SubjectBatch>
  /** How many batches would come before the next. */
  readonly waitingCount: () => number
  readonly end: () => Promise<unknown>
}

/**
 * Reads batches on as many threads as there are cores, this one included: each goes to whoever has the least to read.
 * The first one is read here: a file that has no more is kept before a thread would have started.
 */
export function subjectThreads(
  asideDirectory: string,
  threadCount = Math.min(availableParallelism() - 1, threadCountMax),
  module = new URL('./subject-thread.ts', import.meta.url),
): Omit<SubjectLoad, 'generation'> {
  const here = readHere()
  const readers = [here]
  const aside = rowsAside(asideDirectory)
  let hasBegun = false
  const nextReader = (): Reader => {
    if (!hasBegun) {
      hasBegun = true
      return here
    }
    if (readers.length <= threadCount) readers.unshift(startThread(module))
    return readers.reduce((least, one) => (one.waitingCount() < least.waitingCount() ? one : least))
  }
  return {
    readsAtOnceMax: threadCount === 0 ? 1 : batchesInFlight,
    read: (lines, how) => nextReader().read(lines, how),
    aside,
    end: async () => {
      aside.end()
      await Promise.all(readers.map((one) => one.end()))
    },
  }
}

/** This thread, which hears the others between two batches. */
function readHere(): Reader {
  let waitingCount = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    read: (lines, how) => {
      waitingCount += 1
      const reading = last.then(async () => {
        await nextTurn()
        waitingCount -= 1
        return readBatch(rowOf, lines, how)
      })
      last = reading
      return reading
    },
    waitingCount: () => waitingCount,
    end: async () => undefined,
  }
}

/** A thread, and what it was asked. Where it dies, that fails, and so does whatever it is asked later. */
function startThread(module: URL): Reader {
  const waiting = new Map<number, PromiseWithResolvers<SubjectBatch>>()
  const worker = new Worker(module, { resourceLimits: { maxYoungGenerationSizeMb: youngMbMax } })
  let lastId = 0
  let hasAnswered = false
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure ??= error
    for (const one of waiting.values()) one.reject(failure)
    waiting.clear()
  }
  worker.on('message', (told: BatchTold) => {
    hasAnswered = true
    waiting.get(told.id)?.resolve(batchOf(told))
    waiting.delete(told.id)
  })
  worker.on('error', (cause) => fail(new Error('A thread that reads lines has failed', { cause })))
  worker.on('messageerror', (cause) => fail(new Error('A thread that reads lines was misheard', { cause })))
  worker.on('exit', () => fail(new Error('A thread that reads lines has ended')))
  return {
    read: (lines, how) => {
      if (failure !== undefined) return Promise.reject(failure)
      const asked = Promise.withResolvers<SubjectBatch>()
      lastId += 1
      waiting.set(lastId, asked)
      const message = linesAsked(lastId, lines, how)
      worker.postMessage(message, [message.bytes])
      return asked.promise
    },
    // Until it has started, one is enough.
    waitingCount: () => (hasAnswered || waiting.size === 0 ? waiting.size : batchesInFlight),
    end: () => worker.terminate(),
  }
}
