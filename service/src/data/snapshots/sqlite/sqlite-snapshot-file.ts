import { DatabaseSync } from 'node:sqlite'

/** A report costs one page, which is copied whole: no larger than that of the system. */
const pageBytes = 4_096

/** More than one range changes, so that nothing is written before its commit. */
const cacheKib = 24 * 1024

/** Changes with what earlier services cannot read. In the first, records were bytes and not texts. */
export const form = '2'

/** Loses those that `packed-forms.ts` of any set can no longer read. */
export const formsRead: readonly string[] = ['1', form]

/** Each statement answers the number of the last row, which may be past what a number holds. */
export const opened = (path: string): DatabaseSync => new DatabaseSync(path, { readBigInts: true })

/**
 * A journal that holds the few old pages that a range changes: nearly all are new, so it costs little, and a file whose
 * writer was killed goes back to its last commit.
 */
export function prepareFor(db: DatabaseSync): void {
  db.exec(`pragma page_size = ${pageBytes}`)
  db.exec('pragma journal_mode = persist')
  db.exec('pragma synchronous = full')
  db.exec('pragma locking_mode = exclusive')
  db.exec(`pragma cache_size = -${cacheKib}`)
}

export function inTransaction(db: DatabaseSync, work: () => void): void {
  db.exec('begin')
  try {
    work()
    db.exec('commit')
  } catch (error) {
    // A full disk has rolled it back by itself.
    if (db.isTransaction) db.exec('rollback')
    throw error
  }
}

export function putMeta(db: DatabaseSync, name: string, value: string): void {
  db.prepare('insert or replace into meta (name, value) values (?, ?)').run(name, value)
}

/** Undefined too where the file was left before it had its tables. */
export function takeMeta(db: DatabaseSync, name: string): string | undefined {
  const isSetUp = db.prepare("select 1 from sqlite_schema where name = 'meta'").get() !== undefined
  if (!isSetUp) return undefined
  const row = db.prepare('select value from meta where name = ?').get(name)
  return row === undefined ? undefined : String(row.value)
}
