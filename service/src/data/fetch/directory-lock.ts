import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FetchFault } from './fetch-fault.ts'

/**
 * Lets one process at a time work in a directory. The lock is SQLite's, on a file of its own: the system takes it
 * away from a process that dies, which no file with a number in it can promise.
 */
export function lockDirectory(directory: string): { readonly release: () => void } {
  const lock = new DatabaseSync(join(directory, '.fetch.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new FetchFault('directory_busy', directory)
  }
  return { release: () => lock.close() }
}
