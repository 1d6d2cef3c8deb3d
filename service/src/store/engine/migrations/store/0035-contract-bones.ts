import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Contracts that look alike have their signs in common, all but zeros: one lookup finds them, whichever zeros differ. */
export async function indexContractBones(db: Kysely<Tables>): Promise<void> {
  await sql`create index listing_debt_bones on listing
    (document, register, replace(contract_joined, '0', ''), creditor_document)`.execute(db)
}
