import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { spreadRecords } from '../../../store/engine/distributed/distribute-store.ts'
import { type Distribution, readDistribution } from '../../../store/engine/distributed/distribution.ts'
import { searchTable } from '../../search/search-table.ts'
import type { NewSnapshot, RecordBatch, SnapshotWriter, WriteProgress } from '../snapshot-writer.ts'
import { tableNames } from '../table-names.ts'
import { copyBytes } from './copy-bytes.ts'
import { schemaOf } from './schema-of.ts'

export type Connect = () => Promise<pg.Client>

/** Streams that copy side by side: as many as keep a database of a few cores busy. */
const streamCount = 3

/** Changes with what readers of any set can no longer read. */
export const form = '1'

export async function beginPostgresSnapshot(
  connect: Connect,
  snapshot: NewSnapshot,
): Promise<SnapshotWriter> {
  const { clients, distribution } = await connectedAll(connect)
  const schema = schemaOf(snapshot.location)
  const tables = snapshot.tables.map(
    ({ name, hasOrder }) =>
      `create table ${schema}."${name}" (key bigint not null, ${hasOrder ? '"order" bigint not null, ' : ''}record bytea not null);`,
  )
  const [first] = clients
  await first.query(`begin;
    create schema ${schema};
    create table ${schema}.domain (name text, code bigint, text text not null, primary key (name, code));
    create table ${schema}.meta (name text primary key, value text not null);
    ${tables.join('\n')}`)
  if (distribution !== undefined) {
    for (const { name } of snapshot.tables)
      if (name !== searchTable.name)
        await spreadRecords(first, `${schema}."${name}"`, distribution.shardCount)
  }
  const { dataSet, period, date } = snapshot
  const facts = { form, dataSet, period, date, tables: tableNames(snapshot.tables) }
  for (const [name, value] of Object.entries(facts)) await putMeta(first, schema, name, value)
  await first.query('commit')
  return writerOn(clients, snapshot, undefined)
}

/** Goes on after the last range that was committed; undefined where the schema was never set up. */
export async function resumePostgresSnapshot(
  connect: Connect,
  snapshot: NewSnapshot,
): Promise<SnapshotWriter | undefined> {
  const { clients } = await connectedAll(connect)
  const schema = schemaOf(snapshot.location)
  const [first] = clients
  const { rows } = await first.query('select 1 from information_schema.tables where table_schema = $1', [
    schema,
  ])
  const meta = rows.length === 0 ? new Map<string, string>() : await takeMeta(first, schema)
  const isOurs =
    meta.get('form') === form &&
    meta.get('date') === snapshot.date &&
    meta.get('tables') === tableNames(snapshot.tables)
  if (!isOurs) {
    await endAll(clients)
    return undefined
  }
  const progress = meta.get('progress')
  return writerOn(clients, snapshot, progress === undefined ? undefined : JSON.parse(progress))
}

export async function takeMeta(
  client: Pick<pg.Client, 'query'>,
  schema: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select name, value from ${schema}.meta`,
  )
  return new Map(rows.map(({ name, value }) => [name, value]))
}

type Clients = readonly [pg.Client, ...pg.Client[]]

type Connected = { readonly clients: Clients; readonly distribution: Distribution | undefined }

/**
 * What is lost by a crash of the server is lost with its progress: only the end waits for the disk. Over several
 * servers it would not be lost with it, so there every commit waits.
 */
async function connectedAll(connect: Connect): Promise<Connected> {
  const first = await connect()
  const clients: Clients = [first, ...(await Promise.all(Array.from({ length: streamCount - 1 }, connect)))]
  const distribution = await readDistribution(first)
  if (distribution === undefined)
    for (const client of clients) await client.query('set synchronous_commit = off')
  return { clients, distribution }
}

const endAll = async (clients: Clients): Promise<void> => {
  await Promise.all(clients.map((client) => client.end()))
}

function writerOn(
  clients: Clients,
  snapshot: NewSnapshot,
  progress: WriteProgress | undefined,
): SnapshotWriter {
  const schema = schemaOf(snapshot.location)
  const [first] = clients
  let writes = 0
  let committed: Promise<void> = Promise.resolve()
  return {
    progress,
    writesAtOnce: clients.length,
    // Copied side by side, committed one after the other: progress never stands for what is not there.
    write: (batches, reached) => {
      const client = clients[writes++ % clients.length] as pg.Client
      const before = committed
      const copied = copyAll(client, schema, batches)
      committed = Promise.allSettled([before, copied]).then(async (both) => {
        const failed = both.find((one) => one.status === 'rejected')
        if (failed !== undefined) {
          await client.query('rollback')
          throw failed.reason
        }
        await putMeta(client, schema, 'progress', JSON.stringify(reached))
        await client.query('commit')
      })
      return committed
    },
    writeDomains: async (domains) => {
      await first.query(`begin; truncate ${schema}.domain`)
      const insert = `insert into ${schema}.domain (name, code, text) select $1, * from unnest($2::bigint[], $3::text[])`
      for (const [name, texts] of domains)
        await first.query(insert, [name, [...texts.keys()], [...texts.values()]])
      await first.query('commit')
    },
    finish: async () => {
      await Promise.all(
        snapshot.tables.map((table, at) => indexed(clients[at % clients.length] as pg.Client, schema, table)),
      )
      await first.query('set synchronous_commit = on; begin')
      await putMeta(first, schema, 'finished', 'yes')
      await first.query('commit')
    },
    close: () => endAll(clients),
  }
}

async function copyAll(client: pg.Client, schema: string, batches: readonly RecordBatch[]): Promise<void> {
  await client.query('begin')
  for (const batch of batches) {
    if (batch.count === 0) continue
    const into = client.query(copyFrom(`copy ${schema}."${batch.table}" from stdin (format binary)`))
    // It tells of a failure twice, and of the second nobody would be listening.
    into.on('error', () => undefined)
    await pipeline([copyBytes(batch)], into)
  }
}

async function indexed(
  client: pg.Client,
  schema: string,
  { name, hasOrder }: NewSnapshot['tables'][number],
): Promise<void> {
  await client.query("set maintenance_work_mem = '256MB'")
  // One that was stopped at this point goes on from here: some tables may have theirs.
  const { rows: has } = await client.query(
    "select 1 from pg_constraint where conrelid = cast($1 as regclass) and contype = 'p'",
    [`${schema}."${name}"`],
  )
  if (has.length === 0)
    await client.query(`alter table ${schema}."${name}" add primary key (key${hasOrder ? ', "order"' : ''})`)
  await client.query(`analyze ${schema}."${name}"`)
}

const putMeta = async (client: pg.Client, schema: string, name: string, value: string): Promise<void> => {
  await client.query(
    `insert into ${schema}.meta (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, value],
  )
}
