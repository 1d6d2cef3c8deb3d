import pg from 'pg'
import { openPostgres } from '../src/store/engine/postgres.ts'
import { openSqlite } from '../src/store/engine/sqlite.ts'

/** A store as its first start leaves it, on each engine. Tests begin with a copy, which takes a tenth of the time. */
export type StoreTemplate = { readonly directory: string; readonly database: string }

const database = 'lastro_template'

/** Made once for a test run, in a directory and on a server that are the run's. */
export async function makeTemplate({ directory, postgresUrl }: { directory: string; postgresUrl: string }) {
  await (await openSqlite(directory)).close()
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  // A server that is not the run's own may have that of a run before, of other code.
  await client.query(`drop database if exists ${database}`)
  await client.query(`create database ${database}`)
  await client.end()
  const url = new URL(postgresUrl)
  url.pathname = `/${database}`
  await (await openPostgres(url.href)).close()
  return { LASTRO_TEST_TEMPLATE: directory }
}

/** That of the test run, where one was made. */
export function readTemplate(): StoreTemplate | undefined {
  const directory = process.env.LASTRO_TEST_TEMPLATE
  return directory === undefined ? undefined : { directory, database }
}
