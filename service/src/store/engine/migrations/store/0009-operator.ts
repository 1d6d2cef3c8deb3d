import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** What the operator's own operations need: acts, versions of contracts, keys by their ends, failures of work. */
export async function createOperator(db: Kysely<Tables>): Promise<void> {
  await acts(db)
  await clients(db)
  await queue(db)
  await verifications(db)
  await people(db)
}

async function acts(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('operator_act')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('user_name', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('target', 'text')
    .addColumn('outcome', 'text')
    .addColumn('request_id', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('operator_act_order').on('operator_act').columns(['at_ms', 'id']).execute()
  await db.schema
    .createIndex('operator_act_of_user')
    .on('operator_act')
    .columns(['user_id', 'at_ms', 'id'])
    .execute()
}

async function clients(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('client')
    .addColumn('contract_version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await schema
    .alterTable('client')
    .addColumn('search_name', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('api_key').addColumn('hint', 'text').execute()
  await schema.createIndex('client_order').on('client').columns(['created_at_ms', 'id']).execute()
  for (const { id, name } of await db.selectFrom('client').select(['id', 'name']).execute()) {
    await db
      .updateTable('client')
      .set({ search_name: withoutCaseAndAccents(name) })
      .where('id', '=', id)
      .execute()
  }
}

/** As names were compared when this was released; later ways of comparing them need a migration of their own. */
const withoutCaseAndAccents = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

async function queue(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('last_error', 'text').execute()
  await db.schema.alterTable('outbox').addColumn('failed_at_ms', 'bigint').execute()
  // Deliveries in trouble are few among those that wait.
  await sql`create index delivery_trouble on delivery (due_at_ms, occurrence_id, target_id)
    where state = 'pending' and attempts > 0`.execute(db)
}

async function verifications(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('trail_verification')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('started_by', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('seen_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_ms', 'bigint')
    .addColumn('links_total', 'bigint', (column) => column.notNull())
    .addColumn('links', 'bigint', (column) => column.notNull())
    .addColumn('records', 'bigint', (column) => column.notNull())
    .addColumn('head', 'text')
    .addColumn('broken_number', 'bigint')
    .addColumn('broken_place', 'bigint')
    .addColumn('holds_expected', 'integer')
    .addColumn('besides', 'text')
    .execute()
  // One at a time, whichever process asks.
  await sql`create unique index trail_verification_running on trail_verification (state)
    where state = 'running'`.execute(db)
  await db.schema
    .createIndex('trail_verification_order')
    .on('trail_verification')
    .columns(['environment', 'started_at_ms'])
    .execute()
}

async function people(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex('user_account_order')
    .on('user_account')
    .columns(['created_at_ms', 'id'])
    .execute()
  // Few among very many.
  await sql`create index user_account_operators on user_account (created_at_ms, id)
    where roles = 'operator'`.execute(db)
}
