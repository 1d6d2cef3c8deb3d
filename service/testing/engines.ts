import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { patientLimits } from '../src/store/engine/database/patient-limits.ts'
import { openPostgres } from '../src/store/engine/postgres.ts'
import { openSqlite } from '../src/store/engine/sqlite.ts'
import type { Engine } from '../src/store/engine/tables.ts'
import type { Store } from '../src/store/store.ts'
import { cleanUp } from './clean-up.ts'
import { asked, leaveAlone, workerUrls } from './servers/citus-cluster.ts'
import { type PostgresServer, startPostgres } from './servers/postgres-server.ts'
import { readTemplate } from './store-template.ts'

/** Where a store's data is; the same place can be opened again, as after a restart. */
export type Place = {
  readonly engine: Engine
  readonly dataDirectory: string
  readonly databaseUrl: string | undefined
  readonly open: () => Promise<Store>
}

/** The whole suite runs with the fast parts off as well. */
export const fastRepeats = process.env.LASTRO_FAST_REPEATS !== 'off'

/** Each of the projects `service` and `postgres` of the tests has one. */
export const engines: readonly Engine[] = (process.env.LASTRO_TEST_ENGINES?.split(',') as Engine[]) ?? [
  'sqlite',
  'postgres',
]

/** For tests that do not depend on the engine. */
export const defaultEngine: Engine = engines[0] ?? 'sqlite'

/** A fresh place on an engine, with its tables and nothing in them, removed after the test file that asked for it. */
export async function newPlace(engine: Engine): Promise<Place> {
  const template = readTemplate()
  if (engine === 'postgres') return placeAt({ engine, databaseUrl: await newDatabase(template?.database) })
  const place = placeAt({ engine })
  if (template !== undefined) cpSync(template.directory, place.dataDirectory, { recursive: true })
  return place
}

/** A place in which nobody has ever started anything: without a table. */
export async function emptyPlace(engine: Engine): Promise<Place> {
  return placeAt({ engine, ...(engine === 'postgres' && { databaseUrl: await newDatabase() }) })
}

/** Another database with what one holds, to which nobody is connected. */
export async function copyOf({ engine, databaseUrl }: Place): Promise<Place> {
  if (databaseUrl === undefined) throw new Error('Only a database is copied by its server')
  return placeAt({ engine, databaseUrl: await newDatabase(new URL(databaseUrl).pathname.slice(1)) })
}

function placeAt({ engine, databaseUrl }: { engine: Engine; databaseUrl?: string }): Place {
  const dataDirectory = newDirectory()
  const open = () =>
    databaseUrl === undefined
      ? openSqlite(dataDirectory, { fastRepeats })
      : openPostgres(databaseUrl, undefined, { limits })
  return { engine, dataDirectory, databaseUrl, open }
}

/** No test fails because its machine is slow. What the service's own limits do is tried where they are the subject. */
const limits = patientLimits('lastro')

export function newDirectory(): string {
  const directory = mkdtempSync(join(process.env.LASTRO_TEST_PLACES ?? tmpdir(), 'lastro-test-'))
  // A thread of a service that is still open may put a file in meanwhile.
  cleanUp(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
  return directory
}

let server: Promise<PostgresServer> | undefined

/** A test run has one server for all files; a command starts its own. */
async function serverUrl(): Promise<string> {
  const shared = process.env.LASTRO_TEST_POSTGRES
  if (shared !== undefined) return shared
  server ??= startPostgres()
  return (await server).url
}

/** Citus has a process in each database, which looks for deadlocks for as long as there is one. */
const spreadDatabases = new Set<string>()

async function dropSpread(): Promise<void> {
  const names = [...spreadDatabases]
  spreadDatabases.clear()
  for (const name of names)
    for (const url of [await serverUrl(), ...workerUrls()])
      await asked(url, `drop database if exists ${name} with (force)`)
}

// Of the file, and not of the test that is the first to ask.
cleanUp(async () => {
  await dropSpread()
  await (await server)?.stop()
})

async function newDatabase(template?: string): Promise<string> {
  const url = new URL(await serverUrl())
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`
  // Copied file by file, and not page by page through the log, it costs the server less than half.
  const copied = template === undefined ? '' : ` template ${template} strategy file_copy`
  const workers = workerUrls()
  for (const server of [...workers, url.href]) {
    const isLeft = workers.length > 0 && template !== undefined && template !== readTemplate()?.database
    if (isLeft) await leaveAlone(server, template)
    await asked(server, `create database ${name}${copied}`)
    if (isLeft) await asked(server, `alter database ${template} allow_connections true`)
  }
  // One that is copied may be copied again by the next file: it goes with its server.
  if (template !== undefined) spreadDatabases.delete(template)
  if (workers.length > 0) spreadDatabases.add(name)
  // A machine that is busy with other things as well is slow, and no test is about that.
  return Object.assign(url, { pathname: `/${name}`, search: 'connect_timeout=60' }).href
}
