import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Who watches which document, where alerts go, the alerts themselves, and what became of each. */
export async function createAlerts(db: Kysely<Tables>): Promise<void> {
  await documents(db)
  await emails(db)
  await webhooks(db)
  await occurrences(db)
  await deliveries(db)
  // The events that wait to become alerts, in the order in which they were written.
  await sql`create index outbox_events on outbox (created_at_ms, id)
    where done_at_ms is null and topic in ('listing.received', 'listing.notice_queued', 'listing.notice_sent',
  'listing.notice_retried', 'listing.waiting', 'listing.published', 'listing.changed', 'listing.suspended',
  'listing.resumed', 'listing.released', 'listing.expired', 'listing.withdrawn', 'listing.refused', 'listing.held',
  'listing.paid', 'listing.release_reminded', 'listing.disputed', 'listing.dispute_overdue',
  'listing.dispute_rejected', 'listing.guarantor_added', 'registration.changed', 'partners.changed',
  'status.changed', 'public_debt.changed', 'sanction.added')`.execute(db)
  // What is done is forgotten in time.
  await sql`create index outbox_done on outbox (done_at_ms) where done_at_ms is not null`.execute(db)
}

async function documents(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('alert_document')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('register', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('events', 'text')
    .addColumn('label', 'text')
    .addColumn('until_day', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('request_key', 'text')
    .execute()
  // One for each client and document; and the way from a change to whoever watches, however many watch others.
  await db.schema
    .createIndex('alert_document_place')
    .unique()
    .on('alert_document')
    .columns(['document', 'register', 'client_id'])
    .execute()
  await db.schema
    .createIndex('alert_document_of_client')
    .on('alert_document')
    .columns(['client_id', 'created_at_ms', 'id'])
    .execute()
}

async function emails(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('alert_email')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('register', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('events', 'text')
    .addColumn('documents', 'text')
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('paused_reason', 'text')
    .addColumn('paused_detail', 'text')
    .addColumn('bounces', 'integer', (column) => column.notNull())
    .addColumn('confirmed_at_ms', 'bigint')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('request_key', 'text')
    .execute()
  await db.schema
    .createIndex('alert_email_place')
    .unique()
    .on('alert_email')
    .columns(['client_id', 'address'])
    .execute()
  // Links in e-mails, by their hash: to confirm an address, and to stop the e-mails.
  await db.schema
    .createTable('alert_email_token')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('email_id', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('alert_email_token_expiry')
    .on('alert_email_token')
    .column('expires_at_ms')
    .execute()
}

async function webhooks(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('webhook')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('register', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events', 'text')
    .addColumn('label', 'text')
    .addColumn('secrets', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('disabled_reason', 'text')
    .addColumn('disabled_at_ms', 'bigint')
    .addColumn('failing_since_ms', 'bigint')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('request_key', 'text')
    .execute()
  await db.schema
    .createIndex('webhook_of_client')
    .on('webhook')
    .columns(['client_id', 'created_at_ms', 'id'])
    .execute()
}

async function occurrences(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('occurrence')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('register', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('registration_id', 'text', (column) => column.notNull())
    .addColumn('label', 'text')
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('shown', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('recorded_at_ms', 'bigint')
    .execute()
  await db.schema
    .createIndex('occurrence_order')
    .unique()
    .on('occurrence')
    .columns(['client_id', 'document', 'sequence'])
    .execute()
  await db.schema
    .createIndex('occurrence_of_client')
    .on('occurrence')
    .columns(['client_id', 'created_at_ms', 'sequence', 'id'])
    .execute()
}

async function deliveries(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('delivery')
    .addColumn('occurrence_id', 'text', (column) => column.notNull())
    .addColumn('target_id', 'text', (column) => column.notNull())
    .addColumn('target_kind', 'text', (column) => column.notNull())
    .addColumn('register', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('is_digest', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('step', 'integer', (column) => column.notNull())
    .addColumn('due_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('claimed_until_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_status', 'integer')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('settled_at_ms', 'bigint')
    .addPrimaryKeyConstraint('delivery_key', ['occurrence_id', 'target_id'])
    .execute()
  // What waits to be sent, by when, to anyone and to one target; and what waits for the one before it.
  await sql`create index delivery_due on delivery (target_kind, due_at_ms) where state = 'pending'`.execute(
    db,
  )
  await sql`create index delivery_due_to_target on delivery (target_id, due_at_ms)
    where state = 'pending'`.execute(db)
  await sql`create index delivery_order on delivery (target_id, document, sequence)
    where state = 'pending'`.execute(db)
  // A sandbox client that moves its clock moves what waits in its register.
  await sql`create index delivery_in_register on delivery (register) where state = 'pending'`.execute(db)
  await db.schema
    .createTable('delivery_attempt')
    .addColumn('occurrence_id', 'text', (column) => column.notNull())
    .addColumn('target_id', 'text', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addColumn('excerpt', 'text')
    .addPrimaryKeyConstraint('delivery_attempt_key', ['occurrence_id', 'target_id', 'attempt'])
    .execute()
}
