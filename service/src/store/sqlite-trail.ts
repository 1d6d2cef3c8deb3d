import { Worker } from 'node:worker_threads'
import { type Billing, draftRow } from '../trail/consultation.ts'
import type { TrailStore } from '../trail/trail-store.ts'

type Answer = { id: number; billings?: string; failure?: { message: string; errcode?: number } }
type Waiting = { readonly resolve: (billings: Billing[]) => void; readonly reject: (error: Error) => void }

/** The writing side of the embedded trail: a thread that is started when the first record comes. */
export function sqliteTrailWriter(path: string): {
  append: TrailStore['append']
  close: () => Promise<void>
} {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  const failAll = (error: Error) => {
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
    worker = undefined
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./sqlite-trail-worker.ts', import.meta.url), { workerData: { path } })
    started.on('message', ({ id, billings, failure }: Answer) => {
      const one = waiting.get(id)
      waiting.delete(id)
      if (failure === undefined) one?.resolve((billings ?? '').split(',') as Billing[])
      else one?.reject(Object.assign(new Error(failure.message), { errcode: failure.errcode }))
    })
    started.on('error', failAll)
    started.on('exit', () => failAll(new Error('The thread that writes the trail has ended')))
    started.unref()
    return started
  }

  return {
    append: (environment, drafts) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, environment, drafts: JSON.stringify(drafts.map(draftRow)) })
      }),
    close: async () => {
      const running = worker
      worker = undefined
      running?.removeAllListeners('exit')
      await running?.terminate()
    },
  }
}
