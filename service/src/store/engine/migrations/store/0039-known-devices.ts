import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** The count that every known device of a user carries; when it grows, they are strangers again. */
export async function addDeviceEpoch(db: Kysely<Tables>): Promise<void> {
  await sql`alter table user_account add column device_epoch integer not null default 0`.execute(db)
}
