import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Listings, their history and notices, the outbox, and the clocks of sandbox clients. */
export async function createListings(db: Kysely<Tables>): Promise<void> {
  await listings(db)
  await history(db)
  await notices(db)
  await outbox(db)
  await db.schema
    .createTable('sandbox_clock')
    .addColumn('client_id', 'text', (column) => column.primaryKey())
    .addColumn('offset_ms', 'bigint', (column) => column.notNull())
    .execute()
}

async function listings(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('listing')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('register', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('principal_id', 'text')
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('creditor_document', 'text')
    .addColumn('contract_id', 'text')
    .addColumn('section', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('is_active', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('due_date', 'text', (column) => column.notNull())
    .addColumn('publish_on', 'text')
    .addColumn('expires_on', 'text', (column) => column.notNull())
    .addColumn('paid_on', 'text')
    .addColumn('answer_by', 'text')
    .addColumn('next_due_on', 'text')
    .addColumn('facts', 'text', (column) => column.notNull())
    .execute()
  // Of two equal debts that arrive at once, one loses here, whichever process it came through.
  await sql`create unique index listing_place on listing (register, creditor_document, document, contract_id)
    where is_active = 1 and principal_id is null`.execute(db)
  await sql`create unique index listing_guarantor_place on listing (principal_id, document)
    where is_active = 1 and principal_id is not null`.execute(db)
  // What a report reads: only what may be shown is in it.
  await sql`create index listing_readable on listing (document, register)
    where state in ('waiting', 'published')`.execute(db)
  await sql`create index listing_due on listing (register, next_due_on)
    where next_due_on is not null`.execute(db)
  await sql`create index listing_review on listing (register, created_at_ms, id)
    where state = 'received'`.execute(db)
  await db.schema.createIndex('listing_of_principal').on('listing').column('principal_id').execute()
  await db.schema
    .createIndex('listing_of_client')
    .on('listing')
    .columns(['client_id', 'created_at_ms', 'id'])
    .execute()
}

async function history(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('listing_history')
    .addColumn('listing_id', 'text', (column) => column.notNull().references('listing.id'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('on_day', 'text', (column) => column.notNull())
    .addColumn('change', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('cause', 'text')
    .addPrimaryKeyConstraint('listing_history_key', ['listing_id', 'version'])
    .execute()
}

async function notices(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('notice')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('listing_id', 'text', (column) => column.notNull().references('listing.id'))
    .addColumn('register', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('sent_at_ms', 'bigint')
    .addColumn('settled_on', 'text')
    .addColumn('proof', 'text')
    .addColumn('notice', 'text')
    .addColumn('sha256', 'text')
    .addColumn('lot', 'text')
    .execute()
  await db.schema.createIndex('notice_of_listing').on('notice').column('listing_id').execute()
  await sql`create index notice_letters on notice (lot, id) where channel = 'letter' and status = 'sent'`.execute(
    db,
  )
}

async function outbox(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('register', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('due_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('claimed_until_ms', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('done_at_ms', 'bigint')
    .execute()
  // Rows that wait for a listener yet to come do not slow down those that are worked on.
  await sql`create index outbox_due on outbox (topic, due_at_ms, id) where done_at_ms is null`.execute(db)
}
