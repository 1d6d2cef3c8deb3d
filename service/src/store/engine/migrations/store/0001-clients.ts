import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Clients, their keys and tokens, and what happens once in the life of an installation. */
export async function createClients(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('client')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('contract', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at_ms', 'bigint')
    .execute()
  await db.schema
    .createTable('api_key')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('client.id'))
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint')
    .execute()
  await db.schema.createIndex('api_key_of_client').on('api_key').column('client_id').execute()
  await db.schema
    .createTable('token_family')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('client.id'))
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at_ms', 'bigint')
    .execute()
  await token(db, 'access_token', 'revoked_at_ms')
  await token(db, 'refresh_token', 'used_at_ms')
  await db.schema
    .createTable('milestone')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('reached_at_ms', 'bigint', (column) => column.notNull())
    .execute()
}

async function token(db: Kysely<Tables>, name: string, endedColumn: string): Promise<void> {
  await db.schema
    .createTable(name)
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('family_id', 'text', (column) => column.notNull().references('token_family.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn(endedColumn, 'bigint')
    .execute()
  await db.schema.createIndex(`${name}_expiry`).on(name).column('expires_at_ms').execute()
  await db.schema.createIndex(`${name}_of_family`).on(name).column('family_id').execute()
}
