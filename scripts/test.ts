import { chmodSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { cpus, freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConsole } from '../console/build.ts'
import { startPostgres } from '../service/testing/servers/postgres-server.ts'
import { makeTemplate } from '../service/testing/store-template.ts'
import { build } from './build/build.ts'
import { cpuMsSoFar } from './test-run/cpu-times.ts'
import { quickModules } from './test-run/quick-modules.ts'
import { type Pass, runPass } from './test-run/run-pass.ts'

/**
 * These run a second time with what exists only to be fast turned off, so that the plain way stays as right as the
 * fast one: the HTTP server, a query, its record, and the program killed under load. `npm run test:plain` does so with
 * every file.
 */
export const plainFiles = [
  'service/src/http/bad-input.service.test.ts',
  'service/src/features/reports/query/query-route.engines.test.ts',
  'service/src/features/trail/trail.engines.test.ts',
  'service/src/features/trail/crash.system.test.ts',
]

export const fastPartsOff = { LASTRO_FAST_HTTP: 'off', LASTRO_FAST_REPEATS: 'off', LASTRO_FAST_LOAD: 'off' }

if (import.meta.main) process.exitCode = await runTests(process.argv.slice(2))

/**
 * Runs a sample of every test, or the named files whole, with one real PostgreSQL for all of them; the code to end
 * with. With `--whole` it leaves nothing out; with `--times` it prints what every file costs, and not only the costliest.
 */
async function runTests(words: readonly string[]): Promise<number> {
  const named = words.filter((one) => !one.startsWith('--'))
  const shown = words.includes('--times') ? { shownCountMax: Number.POSITIVE_INFINITY } : {}
  const isSample = named.length === 0 && !words.includes('--whole')
  const interruption = signalled()
  const busyBeforeMs = busyMs()
  const url = process.env.LASTRO_TEST_POSTGRES
  // Hundreds of processes run the same files; what is compiled once starts in half the time.
  const compiled = mkdtempSync(join(tmpdir(), 'lastro-compiled-'))
  const places = newPlaces()
  // Read by whoever lays out a store or a server: the next line, and every process of the run.
  process.env.LASTRO_TEST_PLACES = places
  const starting = url === undefined ? startPostgres() : Promise.resolve({ url, stop: async () => undefined })
  let code = 0
  try {
    const [options] = await Promise.all([
      quickModules(join(compiled, 'modules')),
      buildProduct(join(compiled, 'build'), named),
      starting,
    ])
    const postgres = await starting
    const shared = {
      NODE_COMPILE_CACHE: compiled,
      NODE_OPTIONS: options,
      LASTRO_TEST_BUILD: join(compiled, 'build'),
      ...process.env,
      LASTRO_TEST_SAMPLE: isSample ? 'on' : 'off',
      LASTRO_TEST_POSTGRES: postgres.url,
      ...(await makeTemplate({ directory: join(places, 'template'), postgresUrl: postgres.url })),
    }
    for (const { files, environment } of passesOf(named)) {
      if (interruption.aborted) break
      code = Math.max(
        code,
        await runPass({ files, environment: { ...shared, ...environment }, ...shown }, interruption),
      )
    }
  } finally {
    await starting.then(
      ({ stop }) => stop(),
      () => undefined,
    )
    for (const directory of [compiled, places]) rmSync(directory, { recursive: true, force: true })
  }
  const [ownSeconds, busySeconds] = [cpuMsSoFar(), busyMs() - busyBeforeMs].map((ms) =>
    Math.round(ms / 1_000),
  )
  process.stdout.write(`${ownSeconds} s of CPU in all; the machine was busy for ${busySeconds} s\n`)
  return interruption.aborted ? interruption.reason : code
}

/**
 * How long the processors of the machine have been busy, whoever with. Pages of a browser are in this alone: the
 * processes that draw them are nobody's whose end we see.
 */
function busyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
}

/**
 * What tests start is what people install; it also starts in a third of the time the sources need. Where a browser is
 * to open the console, that is built anew before, once for all.
 */
async function buildProduct(directory: string, named: readonly string[]): Promise<void> {
  if (named.length === 0 || named.some((file) => file.includes('console/'))) await buildConsole()
  await build(directory)
}

/** A directory for the run's stores and its PostgreSQL, whose server runs as somebody else and has to get there. */
function newPlaces(): string {
  const places = mkdtempSync(join(inMemory() ?? tmpdir(), 'lastro-places-'))
  chmodSync(places, 0o711)
  return places
}

/**
 * Where there is plenty of memory: a run lays out thousands of small stores and hundreds of databases of 10 MB, and none
 * has to outlive it. On a disk each database costs four times as much to copy.
 */
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

/** Aborted by a signal that would end us, with the code that a shell gives for it: first we end what we started. */
function signalled(): AbortSignal {
  const controller = new AbortController()
  const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
  for (const [signal, code] of Object.entries(codes)) process.on(signal, () => controller.abort(code))
  return controller.signal
}

function passesOf(named: readonly string[]): readonly Pass[] {
  if (named.length > 0) return [{ files: named, environment: {} }]
  const every: Pass = { files: allFiles(), environment: {} }
  const isPlain = Object.keys(fastPartsOff).every((name) => process.env[name] === 'off')
  // The fast parts are the HTTP server's and SQLite's; with PostgreSQL too they are turned off by `test:plain`.
  const plain: Pass = { files: plainFiles, environment: { ...fastPartsOff, LASTRO_TEST_ENGINES: 'sqlite' } }
  return isPlain ? [every] : [every, plain]
}

function allFiles(): string[] {
  return globSync(
    '{contract,client,examples,reading,rules,service,cli,console,scripts,benchmarks}/**/*.test.ts',
    { exclude: ['**/node_modules'] },
  )
}
