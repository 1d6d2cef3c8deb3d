import { Worker } from 'node:worker_threads'
import type { TrailStore } from '../../../features/trail/trail-store.ts'
import type { TrailRequest, TrailWorkerData } from './sqlite-trail-worker.ts'

type Answer = { id: number; answer: string; failure?: { message: string; errcode?: number } }
/** Little of what the thread makes outlives a commit, so a small room for it is swept as cheaply as a large one. */
const youngMb = 8

type Waiting = { readonly resolve: (answer: string) => void; readonly reject: (error: Error) => void }

export type SqliteTrail = Pick<TrailStore, 'append' | 'consultedBy' | 'ofDocument'> & {
  readonly close: () => Promise<void>
}

/** What the thread of the embedded trail does, asked from here. It is started when it is first needed. */
export function sqliteTrail({ path, fastRepeats }: TrailWorkerData): SqliteTrail {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  const failAll = (error: Error) => {
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
    worker = undefined
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./sqlite-trail-worker.ts', import.meta.url), {
      workerData: { path, fastRepeats } satisfies TrailWorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: youngMb },
    })
    started.on('message', ({ id, answer, failure }: Answer) => {
      const one = waiting.get(id)
      waiting.delete(id)
      if (waiting.size === 0) started.unref()
      if (failure === undefined) one?.resolve(answer)
      else one?.reject(Object.assign(new Error(failure.message), { errcode: failure.errcode }))
    })
    started.on('error', failAll)
    started.on('exit', () => failAll(new Error('The thread that writes the trail has ended')))
    return started
  }
  const ask = (asked: TrailRequest): Promise<string> =>
    new Promise((resolve, reject) => {
      worker ??= start()
      // A process that waits for an answer stays; one that waits for nothing may end.
      if (waiting.size === 0) worker.ref()
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, asked })
    })

  return {
    append: async (environment, drafts) =>
      JSON.parse(await ask({ kind: 'append', environment, drafts: JSON.stringify(drafts) })),
    consultedBy: async (environment, document, range) =>
      JSON.parse(await ask({ kind: 'consultedBy', environment, document, range })),
    ofDocument: async (environment, document, range) =>
      JSON.parse(await ask({ kind: 'ofDocument', environment, document, range })),
    close: async () => {
      const running = worker
      worker = undefined
      running?.removeAllListeners('exit')
      await running?.terminate()
    },
  }
}
