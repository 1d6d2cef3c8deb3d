import pg from 'pg'
import {
  databaseConnection,
  databasePool,
  type SessionLimits,
} from '../../../store/engine/database/database-connection.ts'
import { readDistribution } from '../../../store/engine/distributed/distribution.ts'
import { primaryReads } from '../../../store/engine/replicas/reads.ts'
import type { Replicas } from '../../../store/engine/replicas/replicas.ts'
import type { SnapshotEngine } from '../snapshot-writer.ts'
import { openPostgresSnapshot } from './postgres-snapshot-reader.ts'
import { beginPostgresSnapshot, resumePostgresSnapshot } from './postgres-snapshot-writer.ts'
import { schemaOf } from './schema-of.ts'

/** Enough to keep a database busy with reads of several turns; the store has connections of its own. */
const connectionCountMax = 6

/** A caller would rather hear "unavailable" than wait for a database that is not coming back. */
const readLimits: SessionLimits = {
  applicationName: 'lastro',
  statementMs: 5_000,
  lockMs: 4_000,
  idleInTransactionMs: 3_000,
  silenceMs: 5_500,
}

/** Less than the silence that ends a connection, so that one at rest is closed in good order. */
const idleTimeoutMs = 5_000

/** Building, indexing and removing take as long as they take; these end what would never end by itself. */
const importLimits: SessionLimits = {
  applicationName: 'lastro import',
  statementMs: 6 * 60 * 60_000,
  lockMs: 60_000,
  idleInTransactionMs: 30 * 60_000,
}

/** Any number that nothing else in the database locks. */
const importLock = 5_291_078_215

/** A schema for each snapshot, in the database of the store; its replicas help with reading them. */
export function postgresSnapshots(databaseUrl: string, replicas?: Replicas): SnapshotEngine {
  const pool = databasePool(databaseUrl, {
    limits: readLimits,
    max: connectionCountMax,
    idleTimeoutMillis: idleTimeoutMs,
    // Nobody waits for connections at rest: a service that ends lets them go.
    allowExitOnIdle: true,
    types: { getTypeParser: (id, format) => (id === bigint ? Number : pg.types.getTypeParser(id, format)) },
  })
  const reads = replicas?.readsOver(pool) ?? primaryReads(pool)
  const connect = () => databaseConnection(databaseUrl, importLimits)
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
    open: ({ location }) => openPostgresSnapshot(pool, reads, location),
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
      const here = rows[0]?.size ?? 0
      return (await readDistribution(pool)) === undefined
        ? here
        : here + (await bytesOnWorkers(pool, location))
    },
    close: () => pool.end(),
  }
}

/** Of what is spread the coordinator has nothing but the name. */
async function bytesOnWorkers(pool: pg.Pool, location: string): Promise<number> {
  const { rows } = await pool.query<{ size: number }>(
    `select coalesce(sum(citus_total_relation_size(logicalrelid)), 0)::bigint as size
     from pg_dist_partition join pg_class on oid = logicalrelid where relnamespace = to_regnamespace($1)`,
    [schemaOf(location)],
  )
  return rows[0]?.size ?? 0
}

const bigint = pg.types.builtins.INT8
