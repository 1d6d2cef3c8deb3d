import { type Kysely, sql } from 'kysely'
import type { Engine, Tables } from '../../tables.ts'

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
  if (engine === 'postgres') await postgresIndex(db)
  else await sqliteIndex(db)
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
}

/**
 * Finding consultations by document, and where each chain stands: writers lock that in turn. Billed ones come
 * first for each document, so that looking for a repeat reads few rows however popular it is.
 */
async function postgresIndex(db: Kysely<Tables>): Promise<void> {
  await sql`create table consultation (environment text not null, document text not null,
    billed integer not null, at_ms bigint not null, number bigint not null, place integer not null,
    client_id text not null, query text not null, key text not null, outcome text not null,
    primary key (environment, document, billed, at_ms, number, place))`.execute(db)
  await sql`create table trail_head (environment text primary key, number bigint not null,
    hash text not null)`.execute(db)
  for (const environment of ['production', 'sandbox']) {
    await sql`insert into trail_head values (${environment}, 0, ${'0'.repeat(64)})`.execute(db)
  }
}

/**
 * The same for the embedded engine, which fills it behind the chain and says how far it has come. Rows are
 * whole numbers, for the narrower they are the more share a page; names stand in a table of their own.
 */
async function sqliteIndex(db: Kysely<Tables>): Promise<void> {
  await sql`create table consultation (environment integer not null, document integer not null,
    billed integer not null, at_ms integer not null, number integer not null, place integer not null,
    client integer not null, query integer not null, answered integer not null, key text not null,
    primary key (environment, document, billed, at_ms, number, place)) without rowid`.execute(db)
  await sql`create table trail_name (id integer primary key, name text not null unique)`.execute(db)
  await sql`create table trail_indexed (environment text primary key, number integer not null)`.execute(db)
}
