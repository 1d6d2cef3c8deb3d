import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Carries the log of a database back to its file when it is told to, and says when that is done. It takes tens of
 * milliseconds, in which whoever writes goes on writing; what came meanwhile is carried back in a second turn, which
 * is short.
 */
const { path } = workerData as { path: string }
const db = new DatabaseSync(path, { timeout: 0 })
const carryBack = db.prepare('pragma wal_checkpoint(passive)')

parentPort?.on('message', () => {
  try {
    carryBack.get()
    carryBack.get()
  } catch {
    // A disk that is full or slow now may not be in a second. Until then the log keeps what it has.
  }
  parentPort?.postMessage('done')
})
