import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Log } from '../http/health/log.ts'
import { gatherMetrics } from './gather-metrics.ts'
import type { Serving } from './serve.ts'

/** A worker that dies is replaced after this pause, so that one that cannot start does not spin. */
const replacePauseMs = 1_000

/** Several serving processes behind one port, each on its own core, over one store. */
export async function serveWithWorkers(count: number, log: Log): Promise<Serving> {
  let stopping = false
  gatherMetrics()
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return
    log.error({ worker: worker.id, code, signal }, 'a worker ended')
    setTimeout(() => {
      if (!stopping) cluster.fork()
    }, replacePauseMs)
  })
  const ports = await Promise.all(Array.from({ length: count }, () => listening(cluster.fork())))
  return {
    port: ports[0] ?? 0,
    stop: async () => {
      stopping = true
      const workers = Object.values(cluster.workers ?? {}).filter((one) => one !== undefined)
      const ends = workers.map((worker) => once(worker, 'exit'))
      for (const worker of workers) worker.process.kill('SIGTERM')
      await Promise.all(ends)
    },
  }
}

function listening(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('listening', (address) => resolve(address.port))
    worker.once('exit', () => reject(new WorkerFailed()))
  })
}

/** A worker has said why on the way out. */
export class WorkerFailed extends Error {}

export const isWorker = cluster.isWorker
