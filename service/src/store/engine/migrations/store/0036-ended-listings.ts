import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * Listings that have ended, or may be hidden, by debtor: each new debt is compared with them. Engines use the index only
 * where a query repeats its condition word for word (`mayHaveEnded` in known-debts.ts).
 */
export async function indexEndedListings(db: Kysely<Tables>): Promise<void> {
  await sql`create index listing_ended on listing (document, register, creditor_document)
    where (state in ('released', 'withdrawn', 'expired', 'suspended') or paid_on is not null
      or answer_by is not null or principal_id is not null)`.execute(db)
}
