import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './sqlite-dialect.ts'

/**
 * Creates a file that only its owner can read, even in a directory open to others. SQLite gives the files it creates
 * next to another file the same mode.
 */
export const makeForOwner = (path: string): void => closeSync(openSync(path, 'a', 0o600))

export class DirectoryInUse extends Error {}

/**
 * Holds a data directory for one service. The lock is the operating system's own, on a file of its own, so
 * it dies with the process, however that ends; commands do not take it and work beside the service.
 */
export function lockDirectory(dataDirectory: string): () => void {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const path = join(dataDirectory, 'service.lock')
  makeForOwner(path)
  // Earlier releases made it readable by everyone.
  chmodSync(path, 0o600)
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    throw isBusy(error) ? new DirectoryInUse(dataDirectory) : error
  }
  return () => lock.close()
}
