import { join } from 'node:path'
import { type BackupProgressInfo, backup, DatabaseSync } from 'node:sqlite'
import { BackupFault } from './backup-fault.ts'
import { syncFile } from './copy-files.ts'
import { fileNames } from './manifest.ts'

/** Readers wait only while a file is being recovered or set up. */
const readerTimeoutMs = 5_000

/** Pages copied at a time; between two such steps others may commit. */
const usualPagesAtOnce = 1_024

/**
 * Copies both files of the embedded store as they are at one moment, whoever writes meanwhile. Each is read inside a
 * transaction that is held from before the first page to after the last: without one, SQLite's backup begins again
 * whenever another process commits, and under writes it never ends. The trail's moment comes after the store's, so that
 * whatever the store holds of a query, the trail holds its record. Until a file is copied its log keeps growing.
 */
export async function copySqlite(
  from: string,
  to: string,
  { pagesAtOnce = usualPagesAtOnce, onStep = (_remainingPages: number): void => undefined } = {},
): Promise<void> {
  const held: Held[] = []
  try {
    for (const name of [fileNames.store, fileNames.trail]) held.push(hold(from, name))
    for (const { db, name } of held) {
      const progress = ({ remainingPages }: BackupProgressInfo) => onStep(remainingPages)
      await backup(db, join(to, name), { rate: pagesAtOnce, progress })
      db.close()
    }
  } finally {
    for (const { db } of held) if (db.isOpen) db.close()
  }
}

type Held = { readonly name: string; readonly db: DatabaseSync }

/** Opens a file and fixes what it says until it is closed: a transaction sees what was committed at its first read. */
function hold(directory: string, name: string): Held {
  const db = new DatabaseSync(join(directory, name), { timeout: readerTimeoutMs })
  db.exec('begin')
  db.prepare('select count(*) from sqlite_schema').get()
  return { name, db }
}

/** Has SQLite look at every page of a copy, and leaves it as one file without a log beside it. */
export function closeCopy(directory: string): void {
  for (const name of [fileNames.store, fileNames.trail]) {
    const path = join(directory, name)
    const db = new DatabaseSync(path)
    try {
      db.exec('pragma journal_mode = delete')
      const { quick_check: found } = db.prepare('pragma quick_check(1)').get() ?? {}
      if (found !== 'ok') throw new BackupFault('differs', name)
    } finally {
      db.close()
    }
    syncFile(path, 0o600)
  }
}
