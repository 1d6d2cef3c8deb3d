import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** How often the log is carried back to the file: the changes of a second to one page are one write. */
const carryEveryMs = 1_000

/** Should that not be done, for whatever reason, the commit that makes the log this long carries it back itself. */
const logPagesMax = 20_000

/**
 * Keeps the log of a database short without holding up its writer: carrying it back within a commit would keep every
 * query waiting that is under way. A thread does so while the writer goes on; the little that came meanwhile the
 * writer carries back itself, for only then can the log begin anew.
 */
export class SqliteLog {
  readonly #carrier: Worker
  #isCarrying = false
  #carriedAtMs = performance.now()

  constructor(db: DatabaseSync, path: string) {
    db.exec(`pragma wal_autocheckpoint = ${logPagesMax}`)
    const carry = db.prepare('pragma wal_checkpoint(passive)')
    this.#carrier = new Worker(new URL('./sqlite-log-worker.ts', import.meta.url), {
      workerData: { path },
      resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
    })
    this.#carrier.on('message', () => {
      this.#isCarrying = false
      try {
        carry.get()
      } catch {
        // What could not be carried back stays in the log.
      }
      this.#carriedAtMs = performance.now()
    })
    // Without it the limit above holds.
    this.#carrier.on('error', () => undefined)
    // Last: to listen to a thread is to wait for it.
    this.#carrier.unref()
  }

  /** To be told after each commit. */
  grew(): void {
    if (this.#isCarrying || performance.now() - this.#carriedAtMs < carryEveryMs) return
    this.#isCarrying = true
    this.#carrier.postMessage('carry')
  }
}
