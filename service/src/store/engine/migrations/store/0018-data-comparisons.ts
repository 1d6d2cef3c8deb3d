import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** How far those who watch companies were told of public data, and the event of a sanction that is over. */
export async function createDataComparisons(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('data_comparison')
    .addColumn('data_set', 'text', (column) => column.primaryKey())
    .addColumn('told_id', 'text', (column) => column.notNull())
    .addColumn('told_date', 'text', (column) => column.notNull())
    .addColumn('next_id', 'text')
    .addColumn('next_date', 'text')
    .addColumn('after_document', 'text', (column) => column.notNull())
    .execute()
  await sql`drop index outbox_events`.execute(db)
  await sql`create index outbox_events on outbox (created_at_ms, id)
    where done_at_ms is null and topic in ('listing.received', 'listing.notice_queued', 'listing.notice_sent',
  'listing.notice_retried', 'listing.waiting', 'listing.published', 'listing.changed', 'listing.suspended',
  'listing.resumed', 'listing.released', 'listing.expired', 'listing.withdrawn', 'listing.refused', 'listing.held',
  'listing.paid', 'listing.release_reminded', 'listing.disputed', 'listing.dispute_overdue',
  'listing.dispute_rejected', 'listing.guarantor_added', 'registration.changed', 'partners.changed',
  'status.changed', 'public_debt.changed', 'sanction.added',
  'listing.notice_failed', 'listing.notice_returned', 'listing.reviewed', 'listing.lifted', 'negative.added',
  'negative.removed', 'sanction.removed')`.execute(db)
}
