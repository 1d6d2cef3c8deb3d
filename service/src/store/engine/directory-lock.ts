import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './sqlite-dialect.ts'

export class DirectoryInUse extends Error {}

/**
 * Holds a data directory for one service. The lock is the operating system's own, on a file of its own, so
 * it dies with the process, however that ends; commands do not take it and work beside the service.
 */
export function lockDirectory(dataDirectory: string): () => void {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(dataDirectory, 'service.lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    throw isBusy(error) ? new DirectoryInUse(dataDirectory) : error
  }
  return () => lock.close()
}
