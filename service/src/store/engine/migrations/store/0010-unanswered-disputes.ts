import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** A dispute without an answer ends its listing: those that are open are looked at when their answer is due. */
export async function endUnansweredDisputes(db: Kysely<Tables>): Promise<void> {
  await sql`update listing set next_due_on = answer_by
            where answer_by is not null and is_active = 1 and next_due_on > answer_by`.execute(db)
}
