import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { StoreLocation } from '../../service/src/store/open-store.ts'

type Row = Readonly<Record<string, string | number | null>>

/** Reads what the service left, by nothing of its own. The trail is a file of its own on SQLite. */
export async function leftRows<Name extends string>(
  { dataDirectory, databaseUrl }: StoreLocation,
  queries: Readonly<Record<Name, { readonly from?: 'trail'; readonly sql: string }>>,
): Promise<Readonly<Record<Name, readonly Row[]>>> {
  const asked = Object.entries(queries) as [Name, { readonly from?: 'trail'; readonly sql: string }][]
  const rows: [Name, readonly Row[]][] = []
  if (databaseUrl === undefined) {
    for (const [name, { from, sql }] of asked) {
      const file = from === 'trail' ? 'trail.db' : 'lastro.db'
      const db = new DatabaseSync(join(dataDirectory, file), { readOnly: true })
      rows.push([name, db.prepare(sql).all() as Row[]])
      db.close()
    }
  } else {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    for (const [name, { sql }] of asked) rows.push([name, (await client.query(sql)).rows])
    await client.end()
  }
  return Object.fromEntries(rows) as Record<Name, readonly Row[]>
}
