import { chmodSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { SnapshotTable } from '../../data-set.ts'
import type { NewSnapshot, RecordBatch, SnapshotWriter, WriteProgress } from '../snapshot-writer.ts'
import { tableNames } from '../table-names.ts'
import { rowNumber } from './row-number.ts'

/** A report costs one page; a larger one wastes less at its end. */
const pageBytes = 8_192

/** More than one range changes, so that nothing is written before its commit. */
const cacheKib = 24 * 1024

export function beginSqliteSnapshot(path: string, snapshot: NewSnapshot): SnapshotWriter {
  const db = opened(path)
  chmodSync(path, 0o600)
  prepareFor(db)
  db.exec('begin')
  for (const { name, isUnsorted } of snapshot.tables) {
    const place = isUnsorted ? 'key integer not null, "order" integer not null' : 'id integer primary key'
    db.exec(`create table "${name}" (${place}, record blob not null)`)
  }
  db.exec('create table domain (name text, code integer, text text, primary key (name, code)) without rowid')
  db.exec('create table meta (name text primary key, value text not null) without rowid')
  putMeta(db, 'form', form)
  putMeta(db, 'dataSet', snapshot.dataSet)
  putMeta(db, 'period', snapshot.period)
  putMeta(db, 'date', snapshot.date)
  putMeta(db, 'tables', tableNames(snapshot.tables))
  db.exec('commit')
  return writerOn(db, snapshot, undefined)
}

/** Each statement answers the number of the last row, which may be past what a number holds. */
const opened = (path: string): DatabaseSync => new DatabaseSync(path, { readBigInts: true })

/** Goes on after the last range that was committed; undefined where the file was never set up. */
export function resumeSqliteSnapshot(path: string, snapshot: NewSnapshot): SnapshotWriter | undefined {
  const db = opened(path)
  const isOurs =
    takeMeta(db, 'form') === form &&
    takeMeta(db, 'date') === snapshot.date &&
    takeMeta(db, 'tables') === tableNames(snapshot.tables)
  if (!isOurs) {
    db.close()
    return undefined
  }
  prepareFor(db)
  const progress = takeMeta(db, 'progress')
  return writerOn(db, snapshot, progress === undefined ? undefined : JSON.parse(progress))
}

/** Changes with what `packed-forms.ts` of any set can no longer read. */
export const form = '1'

/**
 * A journal that holds the few old pages that a range changes: nearly all are new, so it costs little, and a file whose
 * writer was killed goes back to its last commit.
 */
function prepareFor(db: DatabaseSync): void {
  db.exec(`pragma page_size = ${pageBytes}`)
  db.exec('pragma journal_mode = persist')
  db.exec('pragma synchronous = full')
  db.exec('pragma locking_mode = exclusive')
  db.exec(`pragma cache_size = -${cacheKib}`)
}

function writerOn(
  db: DatabaseSync,
  { tables }: NewSnapshot,
  progress: WriteProgress | undefined,
): SnapshotWriter {
  const inserts = new Map(tables.map((table) => [table.name, insertsInto(db, table)]))
  return {
    progress,
    writesAtOnce: 1,
    write: (batches, reached) =>
      inTransaction(db, () => {
        for (const batch of batches) insertAll(inserts.get(batch.table), batch)
        putMeta(db, 'progress', JSON.stringify(reached))
      }),
    writeDomains: (domains) =>
      inTransaction(db, () => {
        db.exec('delete from domain')
        const insert = db.prepare('insert into domain (name, code, text) values (?, ?, ?)')
        for (const [name, texts] of domains) for (const [code, text] of texts) insert.run(name, code, text)
      }),
    finish: async () => {
      inTransaction(db, () => {
        for (const { name, isUnsorted } of tables) {
          if (isUnsorted)
            db.exec(`create unique index if not exists "${name}_place" on "${name}" (key, "order")`)
        }
        putMeta(db, 'finished', 'yes')
      })
      db.exec('pragma journal_mode = delete')
    },
    close: async () => db.close(),
  }
}

/** So many rows with one statement cost three fifths of as many statements. */
const rowsAtOnce = 16

type Inserts = {
  readonly one: StatementSync
  readonly several: StatementSync
  /** Key and order as they are, in the place of the one number that rows are kept by. */
  readonly isUnsorted: boolean
}

function insertsInto(db: DatabaseSync, { name, ...table }: SnapshotTable): Inserts {
  const isUnsorted = table.isUnsorted === true
  const [columns, row] = isUnsorted ? ['key, "order", record', '(?, ?, ?)'] : ['id, record', '(?, ?)']
  const prepared = (rows: number): StatementSync => {
    const values = Array.from({ length: rows }, () => row).join(', ')
    return db.prepare(`insert into "${name}" (${columns}) values ${values}`)
  }
  return { one: prepared(1), several: prepared(rowsAtOnce), isUnsorted }
}

function insertAll(inserts: Inserts | undefined, batch: RecordBatch): void {
  if (inserts === undefined) throw new Error(`a snapshot has no table ${batch.table}`)
  const { count, keys, orders, ends, bytes } = batch
  const width = inserts.isUnsorted ? 3 : 2
  const values: (number | bigint | Uint8Array)[] = []
  let start = 0
  for (let at = 0; at < count; at++) {
    const end = ends[at] as number
    const key = keys[at] as number
    const order = orders?.[at]
    if (inserts.isUnsorted) values.push(key, order ?? 0)
    else values.push(order === undefined ? key : rowNumber(key, order))
    values.push(bytes.subarray(start, end))
    start = end
    if (values.length < width * rowsAtOnce) continue
    inserts.several.run(...values)
    values.length = 0
  }
  for (let at = 0; at < values.length; at += width) inserts.one.run(...values.slice(at, at + width))
}

function inTransaction(db: DatabaseSync, work: () => void): void {
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

function putMeta(db: DatabaseSync, name: string, value: string): void {
  db.prepare('insert or replace into meta (name, value) values (?, ?)').run(name, value)
}

/** Undefined too where the file was left before it had its tables. */
export function takeMeta(db: DatabaseSync, name: string): string | undefined {
  const isSetUp = db.prepare("select 1 from sqlite_schema where name = 'meta'").get() !== undefined
  if (!isSetUp) return undefined
  const row = db.prepare('select value from meta where name = ?').get(name)
  return row === undefined ? undefined : String(row.value)
}
