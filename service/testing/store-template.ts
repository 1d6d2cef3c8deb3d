import { openPostgres } from '../src/store/engine/postgres.ts'
import { openSqlite } from '../src/store/engine/sqlite.ts'
import { asked, joinNodes, leaveAlone, spreadStore, workerUrls } from './servers/citus-cluster.ts'

/** A store as its first start leaves it, on each engine. Tests begin with a copy, which takes a tenth of the time. */
export type StoreTemplate = { readonly directory: string; readonly database: string }

const database = 'lastro_template'

/** Made once for a test run, in a directory and on a server that are the run's. */
export async function makeTemplate({ directory, postgresUrl }: { directory: string; postgresUrl: string }) {
  await (await openSqlite(directory)).close()
  const at = (server: string): string => Object.assign(new URL(server), { pathname: `/${database}` }).href
  const workers = workerUrls()
  for (const server of [...workers, postgresUrl]) {
    // A server that is not the run's own may have that of a run before, of other code.
    await asked(server, `drop database if exists ${database}`)
    await asked(server, `create database ${database}`)
  }
  if (workers.length > 0) await joinNodes(at(postgresUrl), workers.map(at))
  await (await openPostgres(at(postgresUrl))).close()
  if (workers.length > 0) {
    await spreadStore(at(postgresUrl))
    for (const server of [...workers, postgresUrl]) await leaveAlone(server, database)
  }
  return { LASTRO_TEST_TEMPLATE: directory }
}

/** That of the test run, where one was made. */
export function readTemplate(): StoreTemplate | undefined {
  const directory = process.env.LASTRO_TEST_TEMPLATE
  return directory === undefined ? undefined : { directory, database }
}
