import { parentPort, workerData } from 'node:worker_threads'
import type { Indexed } from './index-apart.ts'
import { type IndexTask, indexSnapshot } from './index-snapshot.ts'

/** The thread of `index-apart.ts`. */

const tell = (indexed: Indexed): void => parentPort?.postMessage(indexed)

const { path, tables }: IndexTask = workerData
try {
  indexSnapshot({ path, tables })
  tell({ kind: 'done' })
} catch (error) {
  const { message, errcode } = error as Error & { readonly errcode?: number }
  tell({ kind: 'failed', message, errcode })
}
