import cluster, { type Worker } from 'node:cluster'
import type { Figures } from '../../http/health/metrics.ts'
import { metricsOfWorkers, type WorkerMetrics } from '../../http/health/metrics-of-workers.ts'

/** A worker that is too busy to answer within this time is left out of the page. */
const answerTimeoutMs = 3_000

/** What passes between a worker and the process that started it, either way. */
type Message =
  | { readonly metrics: 'of all'; readonly id: number }
  | { readonly metrics: 'of yours'; readonly id: number }
  | { readonly metrics: 'figures'; readonly id: number; readonly figures: Figures }
  | { readonly metrics: 'page'; readonly id: number; readonly text: string }

/** In a worker: any of them may be asked for `/metrics`, and answers for all. */
export function metricsFromAll(own: () => Promise<Figures>): () => Promise<string> {
  const waiting = new Map<number, (text: string) => void>()
  let lastId = 0
  process.on('message', (message: Message) => {
    if (message.metrics === 'of yours') {
      void own().then((figures) => send({ metrics: 'figures', id: message.id, figures }))
    } else if (message.metrics === 'page') {
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

/** In the process that started the workers: asks each of them, and answers the one that wants to know. */
export function collectMetrics(): void {
  const awaited = new Map<number, (figures: Figures) => void>()
  let lastId = 0
  const ask = (worker: Worker): Promise<WorkerMetrics | undefined> =>
    new Promise((resolve) => {
      const id = ++lastId
      const end = (of: WorkerMetrics | undefined) => {
        clearTimeout(timer)
        awaited.delete(id)
        resolve(of)
      }
      const timer = setTimeout(() => end(undefined), answerTimeoutMs)
      awaited.set(id, (figures) => end({ worker: worker.id, figures }))
      sendTo(worker, { metrics: 'of yours', id })
    })
  cluster.on('message', (asker, message: Message) => {
    if (message.metrics === 'figures') awaited.get(message.id)?.(message.figures)
    if (message.metrics !== 'of all') return
    const workers = Object.values(cluster.workers ?? {}).filter((one) => one !== undefined)
    void Promise.all(workers.map(ask)).then(async (all) => {
      const text = await metricsOfWorkers(all.filter((one) => one !== undefined))
      sendTo(asker, { metrics: 'page', id: message.id, text })
    })
  })
}

const send = (message: Message): void => {
  if (process.connected) process.send?.(message)
}

/** One that has just died needs no answer. */
const sendTo = (worker: Worker, message: Message): void => {
  if (worker.isConnected()) worker.send(message)
}
