import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Place } from './engines.ts'

/** Changes what is kept behind the service's back; `file` is where the embedded engine keeps it. */
export async function changeRows(
  place: Place,
  file: 'lastro.db' | 'trail.db',
  statement: string,
): Promise<void> {
  if (place.databaseUrl === undefined) {
    const db = new DatabaseSync(join(place.dataDirectory, file))
    db.exec(statement)
    return db.close()
  }
  const client = new pg.Client({ connectionString: place.databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}
