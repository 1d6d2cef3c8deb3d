import type { SnapshotTable } from '../../data-set.ts'
import { inTransaction, opened, prepareFor, putMeta } from './sqlite-snapshot-file.ts'

export type IndexTask = { readonly path: string; readonly tables: readonly SnapshotTable[] }

/** Builds what is still to be built, and makes the whole durable: it can be opened from now on. */
export function indexSnapshot({ path, tables }: IndexTask): void {
  const db = opened(path)
  try {
    prepareFor(db)
    inTransaction(db, () => {
      for (const { name, isUnsorted } of tables) {
        if (isUnsorted)
          db.exec(`create unique index if not exists "${name}_place" on "${name}" (key, "order")`)
      }
      putMeta(db, 'finished', 'yes')
    })
    db.exec('pragma journal_mode = delete')
  } finally {
    db.close()
  }
}
