import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { databaseConnection } from '../../src/store/engine/database/database-connection.ts'
import { patientLimits } from '../../src/store/engine/database/patient-limits.ts'
import { distributeStore } from '../../src/store/engine/distributed/distribute-store.ts'
import {
  answering,
  initialize,
  newServerPlace,
  type PostgresOptions,
  type PostgresServer,
  type RunningServer,
  runServer,
  systemBinaries,
} from './postgres-server.ts'

/** A coordinator and its workers, on one machine. */
export type CitusCluster = Pick<PostgresServer, 'url' | 'stop'> & {
  readonly workers: readonly RunningServer[]
  /** Starts a worker again that was ended. */
  readonly restartWorker: (at: number) => Promise<void>
}

/** Why there can be none here, in a sentence that says what to install; undefined where there can. */
export function citusMissing(): string | undefined {
  const bin = systemBinaries()
  const extension =
    bin && join('/usr/share/postgresql', bin.split('/').at(-2) ?? '', 'extension/citus.control')
  if (extension !== undefined && existsSync(extension)) return undefined
  return `Citus is not installed: build it from its public source against the server's headers (docs/guide/en/distributed.md) to run this`
}

const workerCount = 2

/**
 * What Citus needs of each server. A commit on several of them is prepared first; every database with the extension has
 * a background process of its own, and tests have many databases.
 */
const settings = {
  shared_preload_libraries: 'citus',
  max_prepared_transactions: '300',
  max_worker_processes: '300',
  max_locks_per_transaction: '256',
  // A session has one to each worker besides, and so has each of those processes.
  max_connections: '1000',
  // All of it is on loopback.
  'citus.node_conninfo': 'sslmode=disable',
  'citus.enable_statistics_collection': 'off',
}

export async function startCitus(options: PostgresOptions = {}): Promise<CitusCluster> {
  const place = newServerPlace()
  const names = ['coordinator', ...Array.from({ length: workerCount }, (_, at) => `worker-${at + 1}`)]
  const all = { ...options, settings: { ...settings, ...options.settings } }
  await Promise.all(names.map((name) => initialize(place, name)))
  const [coordinator, ...workers] = await Promise.all(names.map((name) => runServer(place, name, all)))
  if (coordinator === undefined) throw new Error('a cluster has a coordinator')
  await Promise.all([coordinator, ...workers].map(({ url }) => answering(url)))
  return {
    url: coordinator.url,
    workers,
    restartWorker: async (at) => {
      const worker = workers[at]
      if (worker === undefined) throw new Error('there is no such worker')
      workers[at] = await runServer(place, names[at + 1] as string, { ...all, port: worker.port })
      await answering(worker.url)
    },
    stop: async () => {
      await Promise.all([coordinator, ...workers].map((one) => one.stop()))
      place.remove()
    },
  }
}

/** Makes an empty database known to the coordinator and all workers, as whoever runs the servers does. */
export async function joinNodes(coordinatorUrl: string, workerUrls: readonly string[]): Promise<void> {
  for (const url of [...workerUrls, coordinatorUrl]) await asked(url, 'create extension if not exists citus')
  const { hostname, port } = new URL(coordinatorUrl)
  await asked(coordinatorUrl, `select citus_set_coordinator_host('${hostname}', ${port})`)
  for (const worker of workerUrls) {
    const { hostname, port } = new URL(worker)
    await asked(coordinatorUrl, `select citus_add_node('${hostname}', ${port})`)
  }
}

export async function asked(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** The workers of the Citus that a test run is on; none where it is on one PostgreSQL. */
export const workerUrls = (): readonly string[] =>
  (process.env.LASTRO_TEST_CITUS_WORKERS ?? '').split(' ').filter((one) => one !== '')

/** Spreads a store that was migrated, as `lastro store distribute` does. */
export async function spreadStore(databaseUrl: string, shardCount?: number): Promise<void> {
  const connect = () => databaseConnection(databaseUrl, patientLimits('tests'))
  await distributeStore({ connect, ownProcessIds: () => [] }, shardCount)
}

/** Sends everybody out of a database, Citus' own process too: one that somebody is in cannot be copied. */
export async function leaveAlone(serverUrl: string, database: string): Promise<void> {
  await asked(serverUrl, `alter database ${database} allow_connections false`)
  await asked(
    serverUrl,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
  )
}
