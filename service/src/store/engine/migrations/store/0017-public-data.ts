import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'

/** The snapshots of public data that there are, and which of each set is served. The data itself is beside the store. */
export async function createPublicData(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('data_snapshot')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('data_set', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('date', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('seen_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('imported_at_ms', 'bigint')
    .addColumn('progress', 'text')
    .addColumn('accounting', 'text')
    .addColumn('size_bytes', 'bigint')
    .execute()
  await db.schema
    .createTable('data_served')
    .addColumn('data_set', 'text', (column) => column.primaryKey())
    .addColumn('snapshot_id', 'text', (column) => column.notNull().references('data_snapshot.id'))
    .execute()
}
