import pg from 'pg'
import type { SnapshotEngine } from '../snapshot-writer.ts'
import { openPostgresSnapshot } from './postgres-snapshot-reader.ts'
import { beginPostgresSnapshot, resumePostgresSnapshot } from './postgres-snapshot-writer.ts'
import { schemaOf } from './schema-of.ts'

/** Enough to keep a database busy with reads of several turns; the store has connections of its own. */
const connectionCountMax = 6

/** A caller would rather hear "unavailable" than wait for a database that is not coming back. */
const connectTimeoutMs = 3_000
const readTimeoutMs = 5_000

/** Any number that nothing else in the database locks. */
const importLock = 5_291_078_215

/** A schema for each snapshot, in the database of the store. */
export function postgresSnapshots(databaseUrl: string): SnapshotEngine {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connectionCountMax,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: readTimeoutMs,
    application_name: 'lastro',
    // Nobody waits for connections at rest: a service that ends lets them go.
    allowExitOnIdle: true,
    types: { getTypeParser: (id, format) => (id === bigint ? Number : pg.types.getTypeParser(id, format)) },
  })
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  const connect = () => connected(databaseUrl)
  return {
    lock: async () => {
      const client = await connect()
      const { rows } = await client.query<{ has: boolean }>('select pg_try_advisory_lock($1) as has', [
        importLock,
      ])
      // The lock is the connection's, so it dies with the process, however that ends.
      if (rows[0]?.has === true) return () => client.end()
      await client.end()
      return undefined
    },
    begin: (snapshot) => beginPostgresSnapshot(connect, snapshot),
    resume: (snapshot) => resumePostgresSnapshot(connect, snapshot),
    open: ({ location }) => openPostgresSnapshot(pool, location),
    discard: async (location) => {
      const client = await connect()
      try {
        await client.query(`drop schema if exists ${schemaOf(location)} cascade`)
      } finally {
        await client.end()
      }
    },
    sizeBytes: async (location) => {
      const { rows } = await pool.query<{ size: number }>(
        `select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as size from pg_class
         where relkind = 'r' and relnamespace = to_regnamespace($1)`,
        [schemaOf(location)],
      )
      return rows[0]?.size ?? 0
    },
    close: () => pool.end(),
  }
}

const bigint = pg.types.builtins.INT8

/** For work that takes as long as it takes: building, indexing, removing. */
async function connected(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'lastro import',
  })
  // Whatever was under way hears of it; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
