import type { Pool } from 'pg'

/** How a store is spread over the workers of a Citus; undefined where it lies in one PostgreSQL. */
export type Distribution = { readonly shardCount: number }

type Asking = Pick<Pool, 'query'>

/**
 * Asked once, when a store or its public data is opened: statements that Citus refuses have a second text, and a
 * service that is running while its store is spread has to be started again.
 */
export async function readDistribution(database: Asking): Promise<Distribution | undefined> {
  const { rows: known } = await database.query<{ has: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null and to_regclass('subject') is not null as has`,
  )
  if (known[0]?.has !== true) return undefined
  const { rows } = await database.query<{ shards: string | number }>(
    `select count(*) as shards from pg_dist_shard where logicalrelid = to_regclass('subject')`,
  )
  const shardCount = Number(rows[0]?.shards ?? 0)
  return shardCount === 0 ? undefined : { shardCount }
}
