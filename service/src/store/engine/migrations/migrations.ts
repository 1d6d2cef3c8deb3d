import { type Kysely, sql } from 'kysely'
import { createBatches } from '../../listings/batches.ts'
import type { Engine, Tables } from '../tables.ts'
import { createAlerts } from './alert-tables.ts'
import { createAlertUpkeep } from './alert-upkeep-tables.ts'
import { createListings } from './listing-tables.ts'
import { createOperator } from './operator-tables.ts'
import { createTrail, createTrailOwners, indexUsageByDay } from './trail-tables.ts'
import { createUsers } from './user-tables.ts'

/** Brings an empty or older store to today's tables, all of it or nothing. Running it again changes nothing. */
export async function migrate(
  db: Kysely<Tables>,
  engine: Engine,
  migrations: Migrations = storeMigrations,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Several may start at once: SQLite's transaction holds the write lock, PostgreSQL needs to be told.
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx)
    await tx.schema
      .createTable('migration')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .execute()
    const applied = await tx.selectFrom('migration').select('name').execute()
    for (const [name, change] of Object.entries(migrations)) {
      if (applied.some((one) => one.name === name)) continue
      await change(tx, engine)
      await tx.insertInto('migration').values({ name }).execute()
    }
  })
}

/** Any number that nothing else in the database locks. */
const migrationLock = 5_291_078_203

/** Only ever added to: what has been released is never edited. */
type Migrations = Readonly<Record<string, (db: Kysely<Tables>, engine: Engine) => Promise<void>>>

const storeMigrations: Migrations = {
  '0001_clients': clients,
  '0002_subjects': subjects,
  '0003_limits': limits,
  '0004_listings': createListings,
  '0005_batches': createBatches,
  '0006_alerts': createAlerts,
  '0007_alert_upkeep': createAlertUpkeep,
  '0008_users': createUsers,
  '0009_operator': createOperator,
}

export const trailMigrations: Migrations = {
  trail_0001: createTrail,
  trail_0002_owners: createTrailOwners,
  trail_0003_usage_of_day: indexUsageByDay,
}

async function clients(db: Kysely<Tables>): Promise<void> {
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

/** Keyed by document first, so that they can be spread by document later. */
async function subjects(db: Kysely<Tables>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') await sqliteSubjectTables(db)
  else {
    await sql`create table subject (document text primary key, valid_until text not null,
      sections text not null, more_sections text not null, facts bytea not null)`.execute(db)
  }
  await db.schema
    .createTable('participation')
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('company_document', 'text', (column) => column.notNull())
    .addColumn('participation', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('participation_key', ['document', 'company_document'])
    .modifyEnd(engine === 'sqlite' ? sql`without rowid` : sql``)
    .execute()
  await db.schema
    .createIndex('participation_in_company')
    .on('participation')
    .column('company_document')
    .execute()
}

async function limits(db: Kysely<Tables>): Promise<void> {
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

/** What most reports are made of lies close together; what few need lies apart, under the same key. */
async function sqliteSubjectTables(db: Kysely<Tables>): Promise<void> {
  await sql`create table subject (key integer primary key, valid_until text not null,
    sections text not null)`.execute(db)
  await sql`create table subject_more (key integer primary key, sections text not null,
    facts blob not null)`.execute(db)
}
