import { type Kysely, sql } from 'kysely'
import type { Engine, Tables } from '../../tables.ts'

/** What the operator has to look at in any state, mailboxes by address, and the events of notices that came back. */
export async function keepReviews(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema.alterTable('listing').addColumn('review', 'text').execute()
  await db.schema.alterTable('listing').addColumn('mailbox', 'text').execute()
  const fact = (path: readonly string[]) =>
    engine === 'postgres'
      ? sql.raw(`facts::json #>> '{${path.join(',')}}'`)
      : sql.raw(`json_extract(facts, '$.${path.join('.')}')`)
  await sql`update listing set mailbox = lower(${fact(['contact', 'email'])}),
    review = case when state = 'received' then ${fact(['review'])} end`.execute(db)
  await sql`create index listing_to_review on listing (register, created_at_ms, id)
    where review is not null`.execute(db)
  // Whether an address was given for two documents is asked of its first and last.
  await sql`create index listing_mailbox on listing (register, mailbox, document)
    where mailbox is not null and state <> 'refused'`.execute(db)
  await sql`drop index outbox_events`.execute(db)
  await sql`create index outbox_events on outbox (created_at_ms, id)
    where done_at_ms is null and topic in ('listing.received', 'listing.notice_queued', 'listing.notice_sent',
  'listing.notice_retried', 'listing.waiting', 'listing.published', 'listing.changed', 'listing.suspended',
  'listing.resumed', 'listing.released', 'listing.expired', 'listing.withdrawn', 'listing.refused', 'listing.held',
  'listing.paid', 'listing.release_reminded', 'listing.disputed', 'listing.dispute_overdue',
  'listing.dispute_rejected', 'listing.guarantor_added', 'registration.changed', 'partners.changed',
  'status.changed', 'public_debt.changed', 'sanction.added',
  'listing.notice_failed', 'listing.notice_returned', 'listing.reviewed')`.execute(db)
}
