import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { test } from 'vitest'
import { newPlace } from '../../../testing/engines.ts'
import { isEvent } from './fan-out.ts'

const waiting = (index = '') => `select * from outbox ${index} where done_at_ms is null and ${isEvent}
  order by created_at_ms, length(id), id limit 100`

test('on sqlite, the index of events has the condition of the query that reads them', async () => {
  const place = await newPlace('sqlite')
  await (await place.open()).close()
  const db = new DatabaseSync(join(place.dataDirectory, 'lastro.db'), { readOnly: true })
  // SQLite refuses to prepare a query that names an index whose condition does not follow from the query's own.
  const plan = db.prepare(`explain query plan ${waiting('indexed by outbox_events')}`).all()
  db.close()
  assert.match(String(plan[0]?.detail), /using index outbox_events/i)
})

test('on postgres, the index of events has the condition of the query that reads them', async () => {
  const place = await newPlace('postgres')
  await (await place.open()).close()
  const client = new pg.Client({ connectionString: place.databaseUrl })
  await client.connect()
  // An empty table is read whole unless told otherwise; only an index whose condition fits can be used at all.
  await client.query('set enable_seqscan = off')
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${waiting()}`)
  await client.end()
  assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /using outbox_events/)
})
