import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** What contracts have said about money and since when, and credits and debits besides usage. */
export async function createStatements(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('contract_terms')
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('set_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('terms', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('contract_terms_of_client', ['client_id', 'version'])
    .execute()
  await db.schema
    .createTable('account_entry')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('cents', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('user_name', 'text', (column) => column.notNull())
    .addColumn('reverses', 'text')
    .addColumn('request_key', 'text')
    .execute()
  await sql`create index account_entry_of_client on account_entry (client_id, at_ms, id)`.execute(db)
  await sql`create unique index account_entry_reversed on account_entry (reverses)
    where reverses is not null`.execute(db)
  await sql`create unique index account_entry_request on account_entry (request_key)
    where request_key is not null`.execute(db)
}
