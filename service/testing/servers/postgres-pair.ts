import { chownSync, cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { until } from '../until.ts'
import {
  answering,
  initialize,
  newServerPlace,
  type PostgresOptions,
  type PostgresServer,
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
  const place = newServerPlace()
  await initialize(place, 'one')
  cpSync(join(place.home, 'one'), join(place.home, 'two'), { recursive: true })
  writeFileSync(join(place.home, 'two', 'standby.signal'), '')
  own(place, join(place.home, 'two'))
  const primary = await runServer(place, 'one', options)
  await answering(primary.url)
  const standby = await runServer(place, 'two', {
    ...options,
    settings: {
      ...options.settings,
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=lastro application_name=two`,
    },
  })
  await answering(standby.url)
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
