import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Answers kept for their Idempotency-Key, and how much each client has asked lately. */
export async function createLimits(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('idempotency')
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('claim', 'text', (column) => column.notNull())
    .addColumn('claimed_until_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addPrimaryKeyConstraint('idempotency_key', ['environment', 'client_id', 'key'])
    .execute()
  await db.schema.createIndex('idempotency_expiry').on('idempotency').column('expires_at_ms').execute()
  await db.schema
    .createTable('rate_window')
    .addColumn('client_id', 'text', (column) => column.primaryKey())
    .addColumn('step', 'bigint', (column) => column.notNull())
    .addColumn('taken', 'text', (column) => column.notNull())
    .execute()
}
