import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BackupFault } from '../backup/backup-fault.ts'
import { DirectoryInUse, lockDirectory } from '../engine/directory-lock.ts'

type SourceFile = 'lastro.db' | 'trail.db'

/** The embedded store that is moved. */
export type MovedStore = {
  readonly db: (file: SourceFile) => DatabaseSync
  /** In the order in which they were made: whatever a row refers to comes before it. */
  readonly tables: readonly { readonly file: SourceFile; readonly name: string }[]
  readonly close: () => void
}

/** A command that writes right now is waited for. */
const busyTimeoutMs = 10_000

/** Holds it so that nobody writes until it is closed: the service by its lock, commands by those of the files. */
export function openSource(dataDirectory: string): MovedStore {
  const unlock = lockedForMoving(dataDirectory)
  const files = new Map<SourceFile, DatabaseSync>()
  const close = () => {
    for (const db of files.values()) db.close()
    unlock()
  }
  try {
    for (const file of ['lastro.db', 'trail.db'] as const) {
      const options = { timeout: busyTimeoutMs, readBigInts: true }
      files.set(file, new DatabaseSync(join(dataDirectory, file), options))
      files.get(file)?.exec('begin immediate')
    }
  } catch (error) {
    close()
    throw error
  }
  const db = (file: SourceFile) => files.get(file) as DatabaseSync
  const tables = [...files.keys()].flatMap((file) => tablesIn(db(file)).map((name) => ({ file, name })))
  return { db, tables, close }
}

function lockedForMoving(dataDirectory: string): () => void {
  try {
    return lockDirectory(dataDirectory)
  } catch (error) {
    throw error instanceof DirectoryInUse ? new BackupFault('in_use', dataDirectory) : error
  }
}

const tablesIn = (db: DatabaseSync): string[] =>
  db
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by rowid",
    )
    .all()
    .map(({ name }) => String(name))
