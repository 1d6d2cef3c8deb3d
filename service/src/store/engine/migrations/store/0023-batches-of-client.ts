import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** A client's batches in the order in which they are listed: a page is read as such, however many there are of others. */
export async function indexBatchesOfClient(db: Kysely<Tables>): Promise<void> {
  await sql`create index batch_of_client on batch (register, client_id, created_at_ms, id)`.execute(db)
}
