import type { Client } from 'pg'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { readDistribution } from './distribution.ts'
import { endedForeignKeys, keysByDocument, referenceTables, spreadTables } from './spread-tables.ts'

/** Where the rows of each table lie. */
export type Layout = {
  readonly spread: readonly string[]
  readonly reference: readonly string[]
  readonly onCoordinator: readonly string[]
  readonly shards: number
  readonly workers: number
}

export type Distributed = { readonly before: Layout; readonly after: Layout }

/**
 * Each statement is sent to every shard that it concerns, so few are faster; a worker that is added can be given whole
 * shards, so there are as many as twice the workers can take.
 */
const shardsForWorker = 2

/** Why a store was not spread, for whoever asked to be told in words. */
export class DistributionFault extends Error {
  readonly kind: DistributionFaultKind

  constructor(kind: DistributionFaultKind) {
    super(kind)
    this.kind = kind
  }
}

export type DistributionFaultKind =
  /** The server does not have Citus, or the database not its extension. */
  | 'no_extension'
  /** The coordinator does not know under which address workers reach it. */
  | 'no_coordinator'
  | 'no_workers'
  /** A server takes no two-phase commits: what is atomic would not stay so. */
  | 'no_prepared_transactions'
  /** Services or other commands are at work on it, with statements for one PostgreSQL. */
  | 'in_use'

export type DistributionDeps = {
  /** A connection of its own, on which a statement may take as long as it takes. */
  readonly connect: () => Promise<Client>
  /** Those of whoever asks: not another's. */
  readonly ownProcessIds: () => readonly number[]
}

/**
 * Spreads the store over the workers of a Citus, all of it or nothing: one transaction, which every node commits in two
 * phases. Where all is spread already nothing changes. Says where tables lay before and where they lie now.
 */
export async function distributeStore(
  { connect, ownProcessIds }: DistributionDeps,
  shardCount?: number,
): Promise<Distributed> {
  const client = await connect()
  try {
    await refuseUnprepared(client)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.migration])
    if (await isInUse(client, ownProcessIds())) throw new DistributionFault('in_use')
    const before = await readLayout(client)
    // One connection to each worker: what was made by one statement is seen by the next.
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    await client.query(`select set_config('citus.shard_count', $1, true)`, [
      String(shardCount ?? before.workers * shardsForWorker),
    ])
    await rekey(client)
    await spread(client)
    await spreadPublicData(client)
    for (const table of referenceTables)
      if (!(await isKnown(client, table))) await client.query('select create_reference_table($1)', [table])
    const after = await readLayout(client)
    await client.query('commit')
    return { before, after }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}

const hasCitus = `select 1 from pg_extension where extname = 'citus'`

async function refuseUnprepared(client: Client): Promise<void> {
  const { rows: found } = await client.query(hasCitus)
  if (found.length === 0) throw new DistributionFault('no_extension')
  const { rows: nodes } = await client.query<{ coordinators: number; workers: number }>(
    `select count(*) filter (where groupid = 0)::int as coordinators,
       count(*) filter (where groupid <> 0 and isactive and shouldhaveshards)::int as workers
     from pg_dist_node where noderole = 'primary'`,
  )
  if (nodes[0]?.coordinators !== 1) throw new DistributionFault('no_coordinator')
  if (nodes[0].workers === 0) throw new DistributionFault('no_workers')
  const { rows: allowed } = await client.query<{ count: string }>(
    `select result as count from run_command_on_all_nodes('show max_prepared_transactions') where success`,
  )
  if (allowed.some(({ count }) => Number(count) === 0))
    throw new DistributionFault('no_prepared_transactions')
}

/** Whoever opened the store before it was spread goes on with statements for one PostgreSQL, which Citus may refuse. */
async function isInUse(client: Client, own: readonly number[]): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name like 'lastro%'
       and pid <> pg_backend_pid() and pid <> all($1::int[])`,
    [own],
  )
  return rows.length > 0
}

async function rekey(client: Client): Promise<void> {
  for (const { table, key } of endedForeignKeys)
    await client.query(`alter table ${table} drop constraint if exists ${key}`)
  for (const { table, key, index } of keysByDocument) {
    if (await isKnown(client, table)) continue
    await client.query(`alter table ${table} drop constraint ${key}`)
    await client.query(`alter table ${table} add constraint ${key} primary key (document, id)`)
    await client.query(`create index if not exists ${index} on ${table} (id)`)
  }
}

async function spread(client: Client): Promise<void> {
  const [first, ...others] = spreadTables
  for (const table of spreadTables) {
    if (await isKnown(client, table)) continue
    await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
      table,
      'document',
      others.some((one) => one === table) ? first : 'none',
    ])
    await forgetLocalRows(client, table)
  }
}

/** Of each snapshot, the records by what they are found by; its few domains, and what it is searched by, stay whole. */
async function spreadPublicData(client: Client): Promise<void> {
  const distribution = await readDistribution(client)
  if (distribution === undefined) throw new Error('A store was spread and is not')
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
     where table_schema like 'data\\_%' and column_name = 'record' and table_name <> 'search'
     order by table_schema, table_name`,
  )
  for (const { name } of rows) {
    if (await isKnown(client, name)) continue
    await spreadRecords(client, name, distribution.shardCount)
    await forgetLocalRows(client, name)
  }
}

/** Makes a table of records of public data one that is spread. */
export async function spreadRecords(client: Client, table: string, shardCount: number): Promise<void> {
  await client.query(`select create_distributed_table($1, 'key', shard_count => $2)`, [table, shardCount])
}

/** What was copied to workers is still on the coordinator's disk, where nobody sees it: it goes too. */
export async function forgetLocalRows(client: Client, table: string): Promise<void> {
  if (await isKnown(client, table))
    await client.query('select truncate_local_data_after_distributing_table($1)', [table])
}

async function isKnown(client: Client, table: string): Promise<boolean> {
  const { rows: found } = await client.query(hasCitus)
  if (found.length === 0) return false
  const { rows } = await client.query('select 1 from pg_dist_partition where logicalrelid = $1::regclass', [
    table,
  ])
  return rows.length > 0
}

/** Of the tables that hold rows themselves; a partition goes with its table. */
async function readLayout(client: Client): Promise<Layout> {
  const { rows } = await client.query<{ name: string; method: string | null; model: string | null }>(
    `select oid::regclass::text as name, partmethod as method, repmodel as model
     from pg_class left join pg_dist_partition on logicalrelid = oid
     where relkind in ('r', 'p') and not relispartition
       and (relnamespace = 'public'::regnamespace or relnamespace::regnamespace::text like 'data\\_%')
     order by 1`,
  )
  const names = (isIt: (row: (typeof rows)[number]) => boolean) => rows.filter(isIt).map(({ name }) => name)
  const { rows: nodes } = await client.query<{ workers: number }>(
    `select count(*)::int as workers from pg_dist_node
     where groupid <> 0 and noderole = 'primary' and isactive and shouldhaveshards`,
  )
  return {
    spread: names(({ method }) => method === 'h'),
    reference: names(({ method, model }) => method === 'n' && model === 't'),
    onCoordinator: names(({ method, model }) => method !== 'h' && model !== 't'),
    shards: (await readDistribution(client))?.shardCount ?? 0,
    workers: nodes[0]?.workers ?? 0,
  }
}
