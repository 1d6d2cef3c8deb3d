import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * Lanes and the seals that tie them together. A link's number holds its lane, so that the tables of links and of
 * documents stay as they are. What was counted and owned in the chain of before stays where it is, and lanes have
 * tables beside it: nothing that was written is touched, and an earlier release goes on writing its chain.
 */
export async function createLanes(db: Kysely<Tables>): Promise<void> {
  await sql`create table trail_lane (environment text not null, lane integer not null, number bigint not null,
    hash text not null, primary key (environment, lane))`.execute(db)
  await sql`create table trail_seal (number bigint not null primary key, at_ms bigint not null,
    previous text not null, heads text not null, hash text not null)`.execute(db)
  await sql`create table trail_lane_owner (environment text not null, owner text not null,
    last_at_ms bigint not null, number bigint not null,
    primary key (environment, owner, last_at_ms, number))`.execute(db)
  await sql`create table usage_lane (environment text not null, client_id text not null, day text not null,
    product text not null, features text not null, lane integer not null, billed bigint not null,
    unbilled bigint not null, cents bigint not null,
    primary key (environment, client_id, day, product, features, lane))`.execute(db)
  await sql`create index usage_lane_of_day on usage_lane (environment, day)`.execute(db)
  const counts = sql`environment, client_id, day, product, features, billed, unbilled, cents`
  await sql`create view usage_of_lanes as select ${counts} from usage_day
    union all select ${counts} from usage_lane`.execute(db)
}
