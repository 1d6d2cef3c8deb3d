import { Worker } from 'node:worker_threads'
import type { Text } from '@lastro/contract/text.ts'
import { DataFault } from '../../data-fault.ts'
import type { MergedRange } from '../merge-range.ts'
import type { ReadFile, ReadTask } from '../read-file.ts'
import type { KeyRange, Spill } from '../spill/spill.ts'

/** What a thread is started with. */
export type ThreadData = { readonly dataSet: string; readonly isSearchable: boolean }

export type ThreadTask =
  | { readonly kind: 'read'; readonly task: ReadTask }
  | { readonly kind: 'spills'; readonly spills: readonly Spill[] }
  | { readonly kind: 'merge'; readonly range: KeyRange }

export type ThreadAnswer =
  | { readonly kind: 'progress'; readonly rows: number; readonly bytes: number }
  | { readonly kind: 'read'; readonly result: ReadFile }
  | { readonly kind: 'ready' }
  | { readonly kind: 'merged'; readonly result: MergedRange }
  | { readonly kind: 'failed'; readonly message: string; readonly code?: string; readonly text?: Text }

export type ThreadPool = {
  readonly read: (task: ReadTask) => Promise<ReadFile>
  /** Before the first merge: where the parts are. */
  readonly share: (spills: readonly Spill[]) => Promise<void>
  readonly merge: (range: KeyRange) => Promise<MergedRange>
  /** Ends every thread; what is under way fails with this. */
  readonly stop: (error: Error) => Promise<void>
}

/** Rows leave little behind; what they leave is collected sooner, and all threads together stay within 512 MB. */
const youngMbMax = 8

/** Threads that take tasks as they become free. One that dies fails all that is under way, and what comes later. */
export function threadPool(
  dataSet: string,
  count: number,
  onProgress: (rows: number, bytes: number) => void,
  isSearchable = false,
): ThreadPool {
  let broken: Error | undefined
  const waiting: Waiting[] = []
  const threads = Array.from({ length: count }, () => {
    const worker = new Worker(new URL('./import-thread.ts', import.meta.url), {
      workerData: { dataSet, isSearchable } satisfies ThreadData,
      resourceLimits: { maxYoungGenerationSizeMb: youngMbMax },
    })
    const thread: Thread = { worker, current: undefined }
    worker.on('message', (answer: ThreadAnswer) => {
      if (answer.kind === 'progress') return onProgress(answer.rows, answer.bytes)
      const { current } = thread
      thread.current = undefined
      if (answer.kind === 'failed') current?.reject(errorOf(answer))
      else current?.resolve(answer)
      next()
    })
    worker.on('error', fail)
    worker.on('exit', (code) => fail(new Error(`a thread of the import ended with code ${code}`)))
    return thread
  })

  function fail(error: Error): void {
    broken ??= error
    const left = [...threads.flatMap(({ current }) => current ?? []), ...waiting.splice(0)]
    for (const thread of threads) thread.current = undefined
    for (const one of left) one.reject(broken)
  }

  function next(): void {
    for (const thread of threads) {
      if (thread.current !== undefined) continue
      const one = waiting.shift()
      if (one === undefined) return
      give(thread, one)
    }
  }

  const run = (task: ThreadTask): Promise<ThreadAnswer> =>
    new Promise((resolve, reject) => {
      if (broken !== undefined) return reject(broken)
      waiting.push({ task, resolve, reject })
      next()
    })

  return {
    read: async (task) => {
      const answer = await run({ kind: 'read', task })
      if (answer.kind !== 'read') throw new Error('a thread answers what it was asked')
      return answer.result
    },
    share: async (spills) => {
      await Promise.all(
        threads.map(
          (thread) =>
            new Promise((resolve, reject) =>
              broken === undefined
                ? give(thread, { task: { kind: 'spills', spills }, resolve, reject })
                : reject(broken),
            ),
        ),
      )
    },
    merge: async (range) => {
      const answer = await run({ kind: 'merge', range })
      if (answer.kind !== 'merged') throw new Error('a thread answers what it was asked')
      return answer.result
    },
    stop: async (error) => {
      fail(error)
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}

type Waiting = {
  readonly task: ThreadTask
  readonly resolve: (answer: ThreadAnswer) => void
  readonly reject: (error: Error) => void
}

type Thread = { readonly worker: Worker; current: Waiting | undefined }

function give(thread: Thread, one: Waiting): void {
  thread.current = one
  thread.worker.postMessage(one.task)
}

function errorOf({ message, code, text }: Extract<ThreadAnswer, { kind: 'failed' }>): Error {
  if (text !== undefined) return new DataFault(text)
  return Object.assign(new Error(message), code !== undefined && { code })
}
