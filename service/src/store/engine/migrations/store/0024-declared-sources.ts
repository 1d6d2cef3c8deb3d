import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Providers that the operator declares, and the credentials by which each is paid, sealed. */
export async function createDeclaredSources(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('declared_source')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('sections', 'text')
    .addColumn('concurrency_max', 'integer', (column) => column.notNull())
    .addColumn('client_concurrency_max', 'integer', (column) => column.notNull())
    .addColumn('timeout_ms', 'integer', (column) => column.notNull())
    .addColumn('price_cents', 'bigint', (column) => column.notNull())
    .addColumn('monthly_budget_cents', 'bigint')
    .addColumn('is_enabled', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('source_credential')
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('source_credential_of', ['source_id', 'client_id'])
    .execute()
}
