import type { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import { BackupFault } from '../backup/backup-fault.ts'
import type { Tables } from '../engine/tables.ts'

/** The types of a table's columns, by their names, as PostgreSQL calls them. */
export type Columns = ReadonlyMap<string, string>

export type MoveTarget = { readonly tx: Transaction<Tables>; readonly tables: ReadonlyMap<string, Columns> }

export async function targetTables(db: Kysely<Tables>): Promise<ReadonlyMap<string, Columns>> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select table_name as "table", column_name as "column", udt_name as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    -- Views say what tables hold, and some come with extensions.
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name, ordinal_position`.execute(
    db,
  )
  const tables = Map.groupBy(rows, (one) => one.table)
  return new Map(
    [...tables].map(([name, columns]) => [name, new Map(columns.map((one) => [one.column, one.type]))]),
  )
}

/** A statement carries so many rows, or so many bytes, whichever comes first. */
const rowsAtOnceMax = 1_000
const bytesAtOnceMax = 4 * 1024 * 1024

export type Row = Readonly<Record<string, unknown>>

/** Copies a table that both engines keep alike. A column that the other lacks is not dropped in silence. */
export async function copyTable(from: DatabaseSync, name: string, target: MoveTarget): Promise<number> {
  return writeRows(from.prepare(`select * from "${name}"`).iterate(), name, target)
}

/** Writes rows into a table, whole columns at a time. */
export async function writeRows(rows: Iterable<Row>, name: string, target: MoveTarget): Promise<number> {
  let batch: Row[] = []
  let bytes = 0
  let written = 0
  const flush = async () => {
    if (batch.length > 0) await insert(batch, name, target)
    written += batch.length
    batch = []
    bytes = 0
  }
  for (const row of rows) {
    batch.push(row)
    for (const value of Object.values(row)) bytes += sizeOf(value)
    if (batch.length >= rowsAtOnceMax || bytes >= bytesAtOnceMax) await flush()
  }
  await flush()
  return written
}

const sizeOf = (value: unknown): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 8

async function insert(rows: readonly Row[], name: string, { tx, tables }: MoveTarget): Promise<void> {
  const types = tables.get(name)
  const columns = Object.keys(rows[0] ?? {})
  const missing = types === undefined ? name : columns.find((column) => !types.has(column))
  if (missing !== undefined) throw new BackupFault('differs', `${name} ${missing}`)
  const names = columns.map((one) => `"${one}"`).join(', ')
  const arrays = columns.map((one, at) => `$${at + 1}::${types?.get(one)}[]`).join(', ')
  const values = columns.map((one) => rows.map((row) => asParameter(row[one])))
  await tx.executeQuery(
    CompiledQuery.raw(`insert into "${name}" (${names}) select * from unnest(${arrays})`, values),
  )
}

/** The driver writes a Buffer as bytes, and any other array as an array. */
const asParameter = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
