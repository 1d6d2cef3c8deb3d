import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** The policy that goes with a watched document, what it said last, and the event that says it has changed its mind. */
export async function addWatchedPolicies(db: Kysely<Tables>): Promise<void> {
  await sql`alter table alert_document add column policy text`.execute(db)
  await sql`alter table alert_document add column decided text`.execute(db)
  await sql`alter table alert_document add column decided_count integer not null default 0`.execute(db)
  await sql`drop index outbox_events`.execute(db)
  await sql`create index outbox_events on outbox (created_at_ms, id)
    where done_at_ms is null and topic in ('listing.received', 'listing.notice_queued', 'listing.notice_sent',
  'listing.notice_retried', 'listing.waiting', 'listing.published', 'listing.changed', 'listing.suspended',
  'listing.resumed', 'listing.released', 'listing.expired', 'listing.withdrawn', 'listing.refused', 'listing.held',
  'listing.paid', 'listing.release_reminded', 'listing.disputed', 'listing.dispute_overdue',
  'listing.dispute_rejected', 'listing.guarantor_added', 'registration.changed', 'partners.changed',
  'status.changed', 'public_debt.changed', 'sanction.added',
  'listing.notice_failed', 'listing.notice_returned', 'listing.reviewed', 'listing.lifted', 'negative.added',
  'negative.removed', 'sanction.removed', 'decision.changed')`.execute(db)
}
