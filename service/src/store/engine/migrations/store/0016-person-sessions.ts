import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Signing in of people on file: what is under way, and what goes on. Secrets are kept as hashes. */
export async function createPersonSessions(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('person_sign_in')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('ends_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('person_session')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('identity', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('last_used_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ends_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('person_sign_in_end').on('person_sign_in').column('ends_at_ms').execute()
  await db.schema.createIndex('person_session_end').on('person_session').column('ends_at_ms').execute()
}
