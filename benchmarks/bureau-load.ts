import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import type { LoadCount } from '../service/src/features/bureau/load-subjects.ts'
import type { Engine } from '../service/src/store/engine/tables.ts'
import { programs } from '../service/testing/programs.ts'
import { startPostgres } from '../service/testing/servers/postgres-server.ts'
import { print } from './query/query.ts'
import { cpuMicros, residentMb } from './stage/processes.ts'

const subjectCount = 200_000

export type BureauLoadFigures = {
  readonly subjectsPerSecond: number
  /** Of the load alone, on all its threads: on a machine that others use it says more than the clock. */
  readonly cpuMicrosEach: number
  readonly diskBytesEach: number
  readonly peakMb: number
  readonly count: LoadCount
}

/**
 * `lastro bureau sample`, then `lastro bureau load` of its file into an empty store: how fast, how much room, how much
 * memory. The sample is made before: it would take half a core from the load.
 */
export async function benchBureauLoad(
  count = subjectCount,
  engine: Engine = 'sqlite',
): Promise<BureauLoadFigures> {
  const directory = await mkdtemp(join(tmpdir(), 'lastro-bench-'))
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
  try {
    const figures = await measure(count, directory, postgres?.url)
    print(
      `${figures.count.kept} subjects: ${figures.subjectsPerSecond.toFixed(0)}/s, ${figures.cpuMicrosEach.toFixed(0)} µs of CPU and ${figures.diskBytesEach.toFixed(0)} bytes of disk each, peak memory ${figures.peakMb.toFixed(0)} MB`,
    )
    return figures
  } finally {
    await postgres?.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function measure(
  count: number,
  directory: string,
  databaseUrl: string | undefined,
): Promise<BureauLoadFigures> {
  const environment = {
    LASTRO_DATA: directory,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  }
  const file = await sampleFile(count, environment)
  const startedAt = performance.now()
  const load = lastro(['load', file, '--json'], environment)
  const ended = once(load, 'exit')
  const costs = watchCosts(load.pid ?? 0)
  const printed = load.stdout === null ? '' : await text(load.stdout)
  await ended
  const seconds = (performance.now() - startedAt) / 1000
  const { cpu, peakMb } = costs.end()
  await rm(file)
  const loaded: LoadCount = JSON.parse(printed)
  const bytes = databaseUrl === undefined ? directoryBytes(directory) : await databaseBytes(databaseUrl)
  return {
    subjectsPerSecond: count / seconds,
    cpuMicrosEach: cpu / count,
    diskBytesEach: bytes / count,
    peakMb,
    count: loaded,
  }
}

async function sampleFile(count: number, environment: Readonly<Record<string, string>>): Promise<string> {
  const file = join(environment.LASTRO_DATA ?? '', 'sample.ndjson')
  const sample = lastro(['sample', '--count', String(count)], environment)
  if (sample.stdout === null) throw new Error('The sample has nothing to be read from')
  await pipeline(sample.stdout, createWriteStream(file))
  return file
}

const lastro = (args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess =>
  spawn(process.execPath, [programs.cli, 'bureau', ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const lookEveryMs = 100

/** What a process has cost when it was last seen alive. */
function watchCosts(pid: number) {
  const costs = { cpu: 0, peakMb: 0 }
  const timer = setInterval(() => {
    try {
      costs.cpu = cpuMicros(pid)
      costs.peakMb = Math.max(costs.peakMb, residentMb(pid))
    } catch {
      // It has ended.
    }
  }, lookEveryMs)
  return {
    end: () => {
      clearInterval(timer)
      return costs
    },
  }
}

const directoryBytes = (directory: string): number =>
  readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0)

async function databaseBytes(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select pg_database_size(current_database()) as bytes')
  await client.end()
  return Number(rows[0].bytes)
}
