import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * What loads of the bureau declared to cover, and the number of each load. What a load wrote carries its number, and
 * `bureau_floor` the oldest load whose data of a section still counts, so that loads that overlap end alike.
 */
export async function createBureauCoverage(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('bureau_coverage')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('section', 'text', (column) => column.notNull())
    .addColumn('document_type', 'text', (column) => column.notNull())
    .addColumn('extent', 'text', (column) => column.notNull())
    .addColumn('as_of', 'text', (column) => column.notNull())
    .addColumn('until_day', 'text', (column) => column.notNull())
    .addColumn('generation', 'bigint', (column) => column.notNull())
    .addColumn('declared_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('declared_by', 'text', (column) => column.notNull())
    .addColumn('shortened_at_ms', 'bigint')
    .addColumn('shortened_by', 'text')
    .addColumn('withdrawn_at_ms', 'bigint')
    .addColumn('withdrawn_by', 'text')
    .addColumn('reminded_at_ms', 'bigint')
    .execute()
  await db.schema
    .createTable('bureau_load')
    .addColumn('generation', 'bigint', (column) => column.primaryKey())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('bureau_floor')
    .addColumn('section', 'text', (column) => column.notNull())
    .addColumn('document_type', 'text', (column) => column.notNull())
    .addColumn('generation', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('bureau_floor_key', ['section', 'document_type'])
    .execute()
  await sql`alter table participation add column generation bigint not null default 0`.execute(db)
}
