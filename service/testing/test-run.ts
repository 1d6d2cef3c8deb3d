import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConsole } from '../../console/build.ts'
import { build } from '../../scripts/build/build.ts'
import { type PostgresServer, startPostgres } from './servers/postgres-server.ts'
import { makeTemplate } from './store-template.ts'

let running: Promise<() => Promise<void>> | undefined
let projects = 0

/** Builds the product and starts one PostgreSQL for all projects that need them; the last one to end removes both. */
export default async function setUp(): Promise<() => Promise<void>> {
  projects += 1
  running ??= prepare()
  const tearDown = await running
  return async () => {
    projects -= 1
    if (projects === 0) await tearDown()
  }
}

async function prepare(): Promise<() => Promise<void>> {
  // A run that a test starts uses what the outer run has prepared.
  if (process.env.LASTRO_TEST_TEMPLATE !== undefined) return async () => undefined
  const places = newPlaces()
  process.env.LASTRO_TEST_PLACES = places
  process.env.LASTRO_TEST_RUN = randomUUID()
  process.env.LASTRO_TEST_BUILD = join(places, 'build')
  // Tests start hundreds of processes of the same few files.
  process.env.NODE_COMPILE_CACHE = join(places, 'compiled')
  const [postgres] = await Promise.all([serverOfRun(), buildConsole(), build(process.env.LASTRO_TEST_BUILD)])
  process.env.LASTRO_TEST_POSTGRES = postgres.url
  const template = await makeTemplate({ directory: join(places, 'template'), postgresUrl: postgres.url })
  Object.assign(process.env, template)
  return async () => {
    await postgres.stop()
    const left = endProcessesLeft(`LASTRO_TEST_RUN=${process.env.LASTRO_TEST_RUN}`)
    rmSync(places, { recursive: true, force: true })
    if (left.length > 0) throw new Error(`Outlived the tests and were ended:\n${left.join('\n')}`)
  }
}

/** One of our own, unless the caller has named one. */
async function serverOfRun(): Promise<Pick<PostgresServer, 'url' | 'stop'>> {
  const url = process.env.LASTRO_TEST_POSTGRES
  return url === undefined ? startPostgres() : { url, stop: async () => undefined }
}

/** Processes that tests have started and not ended: each is ended now and named. */
function endProcessesLeft(mark: string): readonly string[] {
  const ids = process.platform === 'linux' ? readdirSync('/proc').filter((one) => /^\d+$/.test(one)) : []
  return ids.flatMap((id) => {
    try {
      if (!readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').includes(mark)) return []
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')
      if (command.includes('vitest')) return []
      process.kill(Number(id), 'SIGKILL')
      return [command]
    } catch {
      return []
    }
  })
}

/** A directory for the stores of the run and for PostgreSQL, whose server runs as another user and must get there. */
function newPlaces(): string {
  const places = mkdtempSync(join(inMemory() ?? tmpdir(), 'lastro-places-'))
  chmodSync(places, 0o711)
  return places
}

/** In memory where there is plenty: on a disk each copy of a database takes four times as long. */
function inMemory(): string | undefined {
  const directory = '/dev/shm'
  const neededBytes = 6 * 2 ** 30
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize > neededBytes && freemem() > 2 * neededBytes ? directory : undefined
  } catch {
    return undefined
  }
}
