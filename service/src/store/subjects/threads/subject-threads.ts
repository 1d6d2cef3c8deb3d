import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Line } from '../../../csv/read-lines.ts'
import { readBatch } from '../../../features/bureau/read-batch.ts'
import type { ReadingOfLines, SubjectBatch, SubjectLoad } from '../../../features/bureau/subject-store.ts'
import { rowOf } from '../subject-row.ts'
import { type BatchTold, batchOf, linesAsked } from './thread-messages.ts'

/** More threads than this find the one that writes busy. */
const threadCountMax = 8

/** One batch is read while the others lie ready, for as long as it takes to write what was read before. */
const batchesInFlight = 12

/** Who reads: so many threads, and of so many batches this one the last, which is the one that writes. */
export type ReadingShare = { readonly threadCount: number; readonly hereEvery: number }

/** Writing takes a core of its own, or half of one where there are but two, and then reads a quarter. */
export const readingShare = (coreCount: number): ReadingShare => ({
  threadCount: Math.min(coreCount - 1, threadCountMax),
  hereEvery: coreCount === 1 ? 1 : coreCount === 2 ? 4 : Infinity,
})

/** Little lives longer than a batch, and what is dead is soon free again. */
const youngMbMax = 8

/**
 * Reads batches on as many threads as there are cores, this one included. The first one is read here: a file that has
 * no more is kept before a thread would have started.
 */
export function subjectThreads(
  { threadCount, hereEvery } = readingShare(availableParallelism()),
  module = new URL('./subject-thread.ts', import.meta.url),
): SubjectLoad {
  const threads: SubjectThread[] = []
  let batches = 0
  return {
    readsAtOnceMax: threadCount === 0 ? 1 : batchesInFlight,
    read: async (lines, how) => {
      batches += 1
      if (batches === 1 || batches % hereEvery === 0) return readBatch(rowOf, lines, how)
      const at = batches % threadCount
      threads[at] ??= startThread(module)
      return threads[at].read(lines, how)
    },
    end: async () => {
      await Promise.all(threads.map((one) => one.end()))
    },
  }
}

type SubjectThread = {
  readonly read: (lines: readonly Line[], how: ReadingOfLines) => Promise<SubjectBatch>
  readonly end: () => Promise<unknown>
}

/** A thread, and what it was asked. Where it dies, that fails, and so does whatever it is asked later. */
function startThread(module: URL): SubjectThread {
  const waiting = new Map<number, PromiseWithResolvers<SubjectBatch>>()
  const worker = new Worker(module, { resourceLimits: { maxYoungGenerationSizeMb: youngMbMax } })
  let lastId = 0
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure ??= error
    for (const one of waiting.values()) one.reject(failure)
    waiting.clear()
  }
  worker.on('message', (told: BatchTold) => {
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
    end: () => worker.terminate(),
  }
}
