import { parentPort, workerData } from 'node:worker_threads'
import type { Indexed } from './index-apart.ts'
import { type IndexTask, indexSnapshot } from './index-snapshot.ts'

/** The thread of `index-apart.ts`. */

const post = (indexed: Indexed): void => parentPort?.postMessage(indexed)

const { path, tables }: IndexTask = workerData
try {
  indexSnapshot({ path, tables })
  post({ kind: 'done' })
} catch (error) {
  const { message, errcode } = error as Error & { readonly errcode?: number }
  post({ kind: 'failed', message, errcode })
}
