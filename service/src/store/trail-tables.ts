import { type Kysely, sql } from 'kysely'
import type { Engine, Tables } from './tables.ts'

/** The trail's tables. SQLite keeps them in a file of their own, so that loading data never holds up a query. */
export async function createTrail(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('trail_link')
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('first_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('records', 'text', (column) => column.notNull())
    .addColumn('record_hashes', engine === 'sqlite' ? 'blob' : 'bytea', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('trail_link_key', ['environment', 'number'])
    .execute()
  await db.schema
    .createIndex('trail_link_time')
    .on('trail_link')
    .columns(['environment', 'last_at_ms'])
    .execute()
  // Billed ones first for each document, so that looking for a repeat reads few rows however popular it is.
  await db.schema
    .createTable('consultation')
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('billed', 'integer', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('consultation_key', [
      'environment',
      'document',
      'billed',
      'at_ms',
      'number',
      'place',
    ])
    .modifyEnd(engine === 'sqlite' ? sql`without rowid` : sql``)
    .execute()
  await db.schema
    .createTable('usage_day')
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('product', 'text', (column) => column.notNull())
    .addColumn('features', 'text', (column) => column.notNull())
    .addColumn('billed', 'bigint', (column) => column.notNull())
    .addColumn('unbilled', 'bigint', (column) => column.notNull())
    .addColumn('cents', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_day_key', ['environment', 'client_id', 'day', 'product', 'features'])
    .execute()
  if (engine === 'postgres') await createHead(db)
}

/** Where each chain stands. Writers lock it in turn; SQLite's own write lock does that for the embedded engine. */
async function createHead(db: Kysely<Tables>): Promise<void> {
  await sql`create table trail_head (environment text primary key, number bigint not null, hash text not null)`.execute(
    db,
  )
  for (const environment of ['production', 'sandbox']) {
    await sql`insert into trail_head values (${environment}, 0, ${'0'.repeat(64)})`.execute(db)
  }
}
