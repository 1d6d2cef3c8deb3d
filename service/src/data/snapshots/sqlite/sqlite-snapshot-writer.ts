import { chmodSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { SnapshotTable } from '../../data-set.ts'
import type { NewSnapshot, RecordBatch, SnapshotWriter, WriteProgress } from '../snapshot-writer.ts'
import { tableNames } from '../table-names.ts'
import { indexApart } from './index-apart.ts'
import { indexSnapshot } from './index-snapshot.ts'
import { rowNumber } from './row-number.ts'
import { form, inTransaction, opened, prepareFor, putMeta, takeMeta } from './sqlite-snapshot-file.ts'

export function beginSqliteSnapshot(path: string, snapshot: NewSnapshot): SnapshotWriter {
  const db = opened(path)
  chmodSync(path, 0o600)
  prepareFor(db)
  db.exec('begin')
  for (const { name, isUnsorted } of snapshot.tables) {
    const place = isUnsorted ? 'key integer not null, "order" integer not null' : 'id integer primary key'
    db.exec(`create table "${name}" (${place}, record ${isUnsorted ? 'blob' : 'text'} not null)`)
  }
  db.exec('create table domain (name text, code integer, text text, primary key (name, code)) without rowid')
  db.exec('create table meta (name text primary key, value text not null) without rowid')
  putMeta(db, 'form', form)
  putMeta(db, 'dataSet', snapshot.dataSet)
  putMeta(db, 'period', snapshot.period)
  putMeta(db, 'date', snapshot.date)
  putMeta(db, 'tables', tableNames(snapshot.tables))
  db.exec('commit')
  return writerOn(db, { path, ...snapshot }, undefined)
}

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
  return writerOn(db, { path, ...snapshot }, progress === undefined ? undefined : JSON.parse(progress))
}

function writerOn(
  db: DatabaseSync,
  { path, tables }: NewSnapshot & { readonly path: string },
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
      db.close()
      // Without an index to build it takes a moment.
      if (tables.some((one) => one.isUnsorted)) await indexApart({ path, tables })
      else indexSnapshot({ path, tables })
    },
    close: async () => {
      if (db.isOpen) db.close()
    },
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
  const records = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const width = inserts.isUnsorted ? 3 : 2
  const values: (number | bigint | string | Uint8Array)[] = []
  let start = 0
  for (let at = 0; at < count; at++) {
    const end = ends[at] as number
    const key = keys[at] as number
    const order = orders?.[at]
    if (inserts.isUnsorted) values.push(key, order ?? 0)
    else values.push(order === undefined ? key : rowNumber(key, order))
    values.push(inserts.isUnsorted ? bytes.subarray(start, end) : records.toString('latin1', start, end))
    start = end
    if (values.length < width * rowsAtOnce) continue
    inserts.several.run(...values)
    values.length = 0
  }
  for (let at = 0; at < values.length; at += width) inserts.one.run(...values.slice(at, at + width))
}
