import { chownSync, cpSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { until } from '../until.ts'
import {
  answering,
  initialize,
  newServerPlace,
  type PostgresOptions,
  type PostgresServer,
  type RunningServer,
  runServer,
  type ServerPlace,
} from './postgres-server.ts'

/** A primary that acknowledges nothing before its standby has it. */
export type PostgresPair = {
  /** Both of them, for whoever goes to the one that takes writes. */
  readonly url: string
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  /** Makes the standby the primary, and resolves when it takes writes. */
  readonly promote: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Two PostgreSQL on loopback, one copied from the other before it was ever started. */
export async function startPostgresPair(options: PostgresOptions = {}): Promise<PostgresPair> {
  const { place, primary, standbys } = await startWithStandbys(['two'], options)
  const [standby] = standbys as [RunningServer]
  await waitForStandby(primary.url)
  return {
    url: `postgres://lastro@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres?target_session_attrs=read-write`,
    primary,
    standby,
    promote: async () => void (await ask(standby.url, 'select pg_promote(true, 60)')),
    stop: async () => {
      await Promise.all([primary.kill(), standby.kill()])
      place.remove()
    },
  }
}

/** A primary that waits for none of its replicas. */
export type PostgresReplicas = {
  readonly primary: RunningServer
  readonly replicas: readonly RunningServer[]
  /** A replica that was killed, on the port that it had. */
  readonly restart: (replica: RunningServer) => Promise<RunningServer>
  readonly stop: () => Promise<void>
}

export async function startPostgresReplicas(
  names: readonly string[],
  options: PostgresOptions = {},
): Promise<PostgresReplicas> {
  const { place, primary, standbys, startStandby } = await startWithStandbys(names, options)
  const running = new Set<RunningServer>([primary, ...standbys])
  return {
    primary,
    replicas: standbys,
    restart: async (replica) => {
      const again = await startStandby(basename(replica.dataDirectory), replica.port)
      running.delete(replica)
      running.add(again)
      return again
    },
    stop: async () => {
      for (const server of running) server.thaw()
      await Promise.all([...running].map((server) => server.kill()))
      place.remove()
    },
  }
}

async function startWithStandbys(names: readonly string[], options: PostgresOptions) {
  const place = newServerPlace()
  await initialize(place, 'one')
  for (const name of names) {
    cpSync(join(place.home, 'one'), join(place.home, name), { recursive: true })
    writeFileSync(join(place.home, name, 'standby.signal'), '')
    own(place, join(place.home, name))
  }
  const primary = await runServer(place, 'one', options)
  await answering(primary.url)
  const startStandby = async (name: string, port?: number): Promise<RunningServer> => {
    const follows = `host=127.0.0.1 port=${primary.port} user=lastro application_name=${name}`
    const settings = { ...options.settings, primary_conninfo: follows }
    const standby = await runServer(place, name, {
      ...options,
      settings,
      ...(port !== undefined && { port }),
    })
    await answering(standby.url)
    return standby
  }
  const standbys = await Promise.all(names.map((name) => startStandby(name)))
  return { place, primary, standbys, startStandby }
}

/** A copy belongs to whoever made it; the server runs as somebody else. */
function own({ as: { uid, gid } }: ServerPlace, directory: string): void {
  if (uid === undefined || gid === undefined) return
  chownSync(directory, uid, gid)
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(directory, name), uid, gid)
  }
}

/** From here on a commit waits for the standby. */
async function waitForStandby(url: string): Promise<void> {
  await ask(url, `alter system set synchronous_standby_names = 'two'`)
  await ask(url, 'select pg_reload_conf()')
  await until(async () => {
    const rows = await ask(url, `select from pg_stat_replication where sync_state = 'sync'`)
    return rows.length === 1
  }, 'the standby follows')
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
