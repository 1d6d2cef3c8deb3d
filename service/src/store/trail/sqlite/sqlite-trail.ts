import { Worker } from 'node:worker_threads'
import type { TrailStore } from '../../../features/trail/trail-store.ts'
import type { TrailRequest, TrailWorkerData } from './sqlite-trail-worker.ts'

type Answer = { id: number; answer: string; failure?: { message: string; errcode?: number } }
/** Little of what the thread makes outlives a commit, so a small room for it is swept as cheaply as a large one. */
const youngMb = 8

type Waiting = { readonly resolve: (answer: string) => void; readonly reject: (error: Error) => void }

export type SqliteTrail = Pick<TrailStore, 'append' | 'consultedBy' | 'ofDocument' | 'seal'> & {
  readonly close: () => Promise<void>
}

/** What the thread of the embedded trail does, asked from here. It is started when it is first needed. */
export function sqliteTrail(data: TrailWorkerData): SqliteTrail {
  let thread: TrailThread | undefined
  const ask = (asked: TrailRequest): Promise<string> => {
    thread ??= startThread(data, (ended) => {
      if (thread === ended) thread = undefined
    })
    return thread.ask(asked)
  }

  return {
    append: async (environment, drafts) =>
      JSON.parse(await ask({ kind: 'append', environment, drafts: JSON.stringify(drafts) })),
    consultedBy: async (environment, document, range) =>
      JSON.parse(await ask({ kind: 'consultedBy', environment, document, range })),
    ofDocument: async (environment, document, range) =>
      JSON.parse(await ask({ kind: 'ofDocument', environment, document, range })),
    seal: async (atMs, when) => JSON.parse(await ask({ kind: 'seal', atMs, when })),
    close: async () => {
      const running = thread
      thread = undefined
      await running?.end()
    },
  }
}

type TrailThread = {
  readonly ask: (asked: TrailRequest) => Promise<string>
  readonly end: () => Promise<unknown>
}

/** A thread, and what it was asked. Where it ends, that fails, and nothing that the next one is asked. */
function startThread(data: TrailWorkerData, onEnd: (thread: TrailThread) => void): TrailThread {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  const worker = new Worker(new URL('./sqlite-trail-worker.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
  })
  worker.on('message', ({ id, answer, failure }: Answer) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
    if (failure === undefined) one?.resolve(answer)
    else one?.reject(Object.assign(new Error(failure.message), { errcode: failure.errcode }))
  })
  const fail = (error: Error) => {
    onEnd(thread)
    for (const one of waiting.values()) one.reject(Object.assign(error, { errcode: cannotOpen }))
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that writes the trail has ended')))

  const thread: TrailThread = {
    ask: (asked) =>
      new Promise((resolve, reject) => {
        // A process that waits for an answer stays; one that waits for nothing may end.
        if (waiting.size === 0) worker.ref()
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, asked })
      }),
    end: () => worker.removeAllListeners('exit').terminate(),
  }
  return thread
}

/** SQLite's own number for a file that cannot be had: whoever asked is told that the store is out of reach. */
const cannotOpen = 14
