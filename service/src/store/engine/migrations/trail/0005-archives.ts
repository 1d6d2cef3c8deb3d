import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * Which months have left for archives, where each lane goes on after them, and what was used in them: the counts that
 * bills are made from stay, and are held against the links that are here and this.
 */
export async function createArchives(db: Kysely<Tables>): Promise<void> {
  await sql`create table trail_archive (month text not null primary key, state text not null,
    holds_long_kept integer not null, manifest text not null)`.execute(db)
  await sql`create table trail_left (environment text not null, lane integer not null, number bigint not null,
    hash text not null, primary key (environment, lane))`.execute(db)
  await sql`create table trail_left_usage (environment text not null, client_id text not null, day text not null,
    product text not null, features text not null, billed bigint not null, unbilled bigint not null,
    cents bigint not null, primary key (environment, client_id, day, product, features))`.execute(db)
}
