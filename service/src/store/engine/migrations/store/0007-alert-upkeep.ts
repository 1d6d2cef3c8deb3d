import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** When a delivery ended, by the machine's clock, so that old ones are found; and counts of what may be asked how often. */
export async function createAlertUpkeep(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('delivery').addColumn('ended_at_ms', 'bigint').execute()
  // A sandbox settles by its own clock, which may be years ahead.
  await sql`update delivery set ended_at_ms =
      case when register = ${'production'} then coalesce(settled_at_ms, created_at_ms) else created_at_ms end
    where state <> 'pending'`.execute(db)
  await sql`create index delivery_ended on delivery (ended_at_ms) where ended_at_ms is not null`.execute(db)
  await db.schema.alterTable('alert_email').addColumn('bounce_reported_at_ms', 'bigint').execute()
  await db.schema
    .createTable('allowance')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('taken', 'integer', (column) => column.notNull())
    .addColumn('ends_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('allowance_end').on('allowance').column('ends_at_ms').execute()
}
