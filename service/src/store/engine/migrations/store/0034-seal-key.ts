import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Which key the secrets of this store are under, from the first start on: one row. */
export async function createSealKey(db: Kysely<Tables>): Promise<void> {
  await sql`create table seal_key (id integer primary key, mark text not null)`.execute(db)
}
