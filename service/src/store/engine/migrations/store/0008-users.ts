import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Who signs in, their sessions, the tries that are counted, and from where they have come before. */
export async function createUsers(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('user_account')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('roles', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.references('client.id'))
    .addColumn('language', 'text')
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('totp_sealed', 'text')
    .addColumn('totp_pending', 'text')
    .addColumn('totp_pending_until_ms', 'bigint')
    .addColumn('totp_used_step', 'bigint', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('disabled_at_ms', 'bigint')
    .execute()
  await db.schema.createIndex('user_account_of_client').on('user_account').column('client_id').execute()
  await db.schema
    .createTable('user_session')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id'))
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ends_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('user_session_of_user').on('user_session').column('user_id').execute()
  await db.schema
    .createTable('sign_in_tries')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('last_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('paused_until_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sign_in_tries_time').on('sign_in_tries').column('last_at_ms').execute()
  await db.schema
    .createTable('user_address')
    .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('last_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('user_address_key', ['user_id', 'address'])
    .execute()
}
