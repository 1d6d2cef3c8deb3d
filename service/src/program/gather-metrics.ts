import cluster, { type Worker } from 'node:cluster'
import { metricsOfWorkers, type WorkerMetrics } from '../http/health/metrics-of-workers.ts'

/** A worker that is too busy to tell its figures within this time is left out of the page. */
const tellTimeoutMs = 1_000

/** What passes between a worker and the process that started it, either way. */
type Message =
  | { readonly metrics: 'of all'; readonly id: number }
  | { readonly metrics: 'of yours'; readonly id: number }
  | { readonly metrics: 'told'; readonly id: number; readonly text: string }

/** In a worker: any of them may be asked for `/metrics`, and answers for all. */
export function metricsFromAll(own: () => Promise<string>): () => Promise<string> {
  const waiting = new Map<number, (text: string) => void>()
  let lastId = 0
  process.on('message', (message: Message) => {
    if (message.metrics === 'of yours') {
      void own().then((text) => send({ metrics: 'told', id: message.id, text }))
    } else if (message.metrics === 'told') {
      waiting.get(message.id)?.(message.text)
      waiting.delete(message.id)
    }
  })
  return () =>
    new Promise((resolve) => {
      waiting.set(++lastId, resolve)
      send({ metrics: 'of all', id: lastId })
    })
}

/** In the process that started the workers: asks each of them, and tells the one that wants to know. */
export function gatherMetrics(): void {
  const told = new Map<number, (text: string) => void>()
  let lastId = 0
  const ask = (worker: Worker): Promise<WorkerMetrics | undefined> =>
    new Promise((resolve) => {
      const id = ++lastId
      const end = (of: WorkerMetrics | undefined) => {
        clearTimeout(timer)
        told.delete(id)
        resolve(of)
      }
      const timer = setTimeout(() => end(undefined), tellTimeoutMs)
      told.set(id, (text) => end({ worker: worker.id, text }))
      tell(worker, { metrics: 'of yours', id })
    })
  cluster.on('message', (asker, message: Message) => {
    if (message.metrics === 'told') told.get(message.id)?.(message.text)
    if (message.metrics !== 'of all') return
    const workers = Object.values(cluster.workers ?? {}).filter((one) => one !== undefined)
    void Promise.all(workers.map(ask)).then((all) => {
      const text = metricsOfWorkers(all.filter((one) => one !== undefined))
      tell(asker, { metrics: 'told', id: message.id, text })
    })
  })
}

const send = (message: Message): void => {
  if (process.connected) process.send?.(message)
}

/** One that has just died needs no answer. */
const tell = (worker: Worker, message: Message): void => {
  if (worker.isConnected()) worker.send(message)
}
