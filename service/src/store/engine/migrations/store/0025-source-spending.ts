import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'

/** What calls to providers cost in each month, by source, payer and client; a client of no name is all of them. */
export async function createSourceSpending(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('source_spending')
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('paid_by', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .addColumn('cents', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('source_spending_of', ['source_id', 'month', 'paid_by', 'client_id'])
    .execute()
}
