import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Place } from './engines.ts'

/** Every row that a store holds, by table, as text in an order of its own, so that two stores can be compared. */
export async function allRows({
  databaseUrl,
  dataDirectory,
}: Pick<Place, 'databaseUrl' | 'dataDirectory'>): Promise<Record<string, readonly string[]>> {
  return databaseUrl === undefined ? sqliteRows(dataDirectory) : postgresRows(databaseUrl)
}

function sqliteRows(dataDirectory: string): Record<string, readonly string[]> {
  const tables: Record<string, readonly string[]> = {}
  for (const file of ['lastro.db', 'trail.db']) {
    const db = new DatabaseSync(join(dataDirectory, file), { readBigInts: true })
    const names = db.prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
    )
    for (const name of names.all().map((row) => String(row.name))) {
      const rows = db.prepare(`select * from "${name}"`).all()
      tables[`${file} ${name}`] = rows.map(rowText).toSorted()
    }
    db.close()
  }
  return tables
}

async function postgresRows(databaseUrl: string): Promise<Record<string, readonly string[]>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows: names } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const tables: Record<string, readonly string[]> = {}
  for (const { name } of names) {
    const { rows } = await client.query<Record<string, unknown>>(`select * from "${name}"`)
    tables[name] = rows.map(rowText).toSorted()
  }
  await client.end()
  return tables
}

const rowText = (row: Record<string, unknown>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])))

const plain = (value: unknown): unknown =>
  typeof value === 'bigint'
    ? String(value)
    : value instanceof Uint8Array
      ? Buffer.from(value).toString('hex')
      : value
