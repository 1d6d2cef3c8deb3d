import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** What people on file asked for, and a way to everything that is held of one of them. */
export async function createPersonRequests(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('person_request')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('listing_id', 'text')
    .addColumn('field', 'text')
    .addColumn('statement', 'text')
    .addColumn('identity', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('opened_by', 'text')
    .addColumn('opened_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('due_on', 'text', (column) => column.notNull())
    .addColumn('answer_by', 'text')
    .addColumn('overdue_at_ms', 'bigint')
    .addColumn('outcome', 'text')
    .addColumn('answer', 'text')
    .addColumn('answered_at_ms', 'bigint')
    .addColumn('answered_by', 'text')
    .execute()
  await db.schema
    .createIndex('person_request_of_document')
    .on('person_request')
    .columns(['document', 'opened_at_ms', 'id'])
    .execute()
  // Few among very many: what waits, by its deadline.
  await sql`create index person_request_open on person_request (due_on, id) where outcome is null`.execute(db)
  await sql`create index person_request_answered on person_request (due_on, id)
    where outcome is not null`.execute(db)
  // In every state, while a report reads only what may be shown.
  await sql`create index listing_of_document on listing (document, register, created_at_ms, id)`.execute(db)
}
