import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Reports that are kept for the clients that paid for them, each sealed under a key of its own. */
export async function createKeptReports(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('kept_report')
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('asked_by', 'text', (column) => column.notNull())
    .addColumn('keep_until_ms', 'bigint', (column) => column.notNull())
    .addColumn('sealed_key', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('kept_report_of_client', ['client_id', 'environment', 'request_id'])
    .execute()
  await sql`create index kept_report_over on kept_report (keep_until_ms)`.execute(db)
}
