import { existsSync, mkdirSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeForOwner } from '../../../store/engine/directory-lock.ts'
import type { SnapshotEngine } from '../snapshot-writer.ts'
import { openSqliteSnapshot } from './sqlite-snapshot-reader.ts'
import { beginSqliteSnapshot, resumeSqliteSnapshot } from './sqlite-snapshot-writer.ts'

/** A file for each snapshot, beside the store and never in it. */
export function sqliteSnapshots(directory: string): SnapshotEngine {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const pathOf = (location: string) => join(directory, `${location}.sqlite`)
  return {
    lock: async () => lockFile(join(directory, 'import.lock')),
    begin: async (snapshot) => beginSqliteSnapshot(pathOf(snapshot.location), snapshot),
    resume: async (snapshot) => {
      const path = pathOf(snapshot.location)
      return existsSync(path) ? resumeSqliteSnapshot(path, snapshot) : undefined
    },
    open: async ({ location }) => openSqliteSnapshot(pathOf(location)),
    discard: async (location) => {
      for (const ending of ['', '-journal']) await rm(`${pathOf(location)}${ending}`, { force: true })
    },
    sizeBytes: async (location) => (await stat(pathOf(location))).size,
    close: async () => undefined,
  }
}

/** The lock is the operating system's own, so it dies with the process, however that ends. */
function lockFile(path: string): (() => Promise<void>) | undefined {
  makeForOwner(path)
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined
    throw error
  }
  return async () => lock.close()
}

const sqliteBusy = 5
