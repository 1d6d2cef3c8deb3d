import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * Copies of what providers answered, each sealed under a key of its own, and since when none of a document may be used.
 * What is spent keeps the name of its source, which may be gone by then, and what of it nobody was billed for.
 */
export async function createSourceCopies(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('source_copy')
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('section', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('keep_until_ms', 'bigint', (column) => column.notNull())
    .addColumn('sealed_key', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('source_copy_of', ['client_id', 'source_id', 'document', 'section'])
    .execute()
  await sql`create index source_copy_over on source_copy (keep_until_ms)`.execute(db)
  await sql`create index source_copy_of_document on source_copy (document, at_ms)`.execute(db)
  await db.schema
    .createTable('source_copy_end')
    .addColumn('document', 'text', (column) => column.primaryKey())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await sql`create index source_copy_end_by_time on source_copy_end (at_ms)`.execute(db)
  await sql`alter table source_spending add column source_name text`.execute(db)
  await sql`alter table source_spending add column unbilled_calls bigint not null default 0`.execute(db)
  await sql`alter table source_spending add column unbilled_cents bigint not null default 0`.execute(db)
  await sql`update source_spending set source_name =
    (select name from declared_source where declared_source.id = source_spending.source_id)`.execute(db)
}
