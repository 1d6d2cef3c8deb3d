import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** The process that holds an idempotency key, while it has no answer: a process that died loses its claims at once. */
export async function addClaimHolder(db: Kysely<Tables>): Promise<void> {
  await sql`alter table idempotency add column holder integer`.execute(db)
  await sql`create index idempotency_holder on idempotency (holder) where holder is not null`.execute(db)
}
