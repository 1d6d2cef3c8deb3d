import { type Kysely, sql } from 'kysely'
import type { Engine, Tables } from '../../tables.ts'

/** Batches, and the answer of each line for as long as its key is good. */
export async function createBatches(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('batch')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('register', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text')
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('claim', 'text', (column) => column.notNull())
    .addColumn('claimed_until_ms', 'bigint', (column) => column.notNull())
    .addColumn('key_expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('done_at_ms', 'bigint')
    .addColumn('has_lines', 'integer', (column) => column.notNull())
    .addColumn('last_line', 'integer', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('lines', 'integer', (column) => column.notNull())
    .addColumn('created', 'integer', (column) => column.notNull())
    .addColumn('refused', 'integer', (column) => column.notNull())
    .addColumn('invalid', 'integer', (column) => column.notNull())
    .execute()
  await sql`create unique index batch_key on batch (register, client_id, key) where key is not null`.execute(
    db,
  )
  await sql`create index batch_expiry on batch (key_expires_at_ms) where has_lines = 1`.execute(db)
  await db.schema
    .createTable('batch_line')
    .addColumn('batch_id', 'text', (column) => column.notNull().references('batch.id'))
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('batch_line_key', ['batch_id', 'line'])
    .modifyEnd(engine === 'sqlite' ? sql`without rowid` : sql``)
    .execute()
}
