import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Log } from '../http/health/log.ts'
import { collectMetrics } from './metrics/collect-metrics.ts'
import type { Serving } from './serve.ts'

/** A worker that dies is replaced after this pause, so that one that cannot start does not spin. */
const replacePauseMs = 1_000

/** Several serving processes behind one port, each on its own core, over one store. */
export async function serveWithWorkers(
  count: number,
  { log, onDeath }: { readonly log: Log; readonly onDeath: (pid: number) => void },
): Promise<Serving> {
  let stopping = false
  collectMetrics()
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return
    log.error({ worker: worker.id, code, signal }, 'a worker ended')
    if (worker.process.pid !== undefined) onDeath(worker.process.pid)
    setTimeout(() => {
      if (!stopping) cluster.fork()
    }, replacePauseMs)
  })
  // A worker that stops alone leaves its callers to the others.
  cluster.on('message', (worker, message) => {
    if (message === closedMessage && !stopping) notifyAllClosed(worker)
  })
  const ports = await Promise.all(Array.from({ length: count }, () => listening(cluster.fork())))
  return {
    port: ports[0] ?? 0,
    stop: async () => {
      stopping = true
      const workers = Object.values(cluster.workers ?? {}).filter((one) => one !== undefined)
      const ends = workers.map((worker) => once(worker, 'exit'))
      const closed = workers.map(closedByWorker)
      for (const worker of workers) worker.process.kill('SIGTERM')
      await Promise.all(closed)
      for (const worker of workers) notifyAllClosed(worker)
      await Promise.all(ends)
    },
  }
}

/** One that has ended meanwhile needs no word: that it cannot be told is no fault. */
function notifyAllClosed(worker: Worker): void {
  worker.send(allClosedMessage, () => undefined)
}

function listening(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('listening', (address) => resolve(address.port))
    worker.once('exit', () => reject(new WorkerFailed()))
  })
}

const closedMessage = 'lastro: closed'
const allClosedMessage = 'lastro: all closed'

/** Resolves when the worker has closed its listening socket, or has ended. */
function closedByWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.on('message', (message) => message === closedMessage && resolve())
    worker.once('exit', () => resolve())
  })
}

/** In a worker: says that it listens no more, and resolves when none does. */
export function allWorkersClosed(): Promise<void> {
  return new Promise((resolve) => {
    process.on('message', (message) => message === allClosedMessage && resolve())
    process.send?.(closedMessage)
  })
}

/** A worker has said why on the way out. */
export class WorkerFailed extends Error {}

export const isWorker = cluster.isWorker
