import { openPostgres } from '../../service/src/store/engine/postgres.ts'
import { openSqlite } from '../../service/src/store/engine/sqlite.ts'
import type { Engine } from '../../service/src/store/engine/tables.ts'
import type { Store } from '../../service/src/store/store.ts'
import { startPostgres } from '../../service/testing/servers/postgres-server.ts'
import { median, type Round, round, type Server, startService } from '../stage/processes.ts'
import { benchClient, loadSample, randomBodies, sampleDirectory } from '../stage/sample-stores.ts'
import {
  connections,
  credentialHeaders,
  print,
  queryPath,
  roundLine,
  shortRounds,
  tableHead,
} from './query.ts'

const subjectCounts: Readonly<Record<Engine, readonly number[]>> = {
  sqlite: [10_000, 1_000_000, 10_000_000],
  postgres: [10_000, 1_000_000],
}

/** A service over so many subjects, ready to be asked. */
export type Grown = {
  readonly count: number
  readonly load: Parameters<typeof round>[1]
  readonly service: Server
  readonly rounds: Round[]
  readonly close: () => Promise<void>
}

/** Of the largest over the smallest. */
export type Growth = { readonly throughput: number; readonly p99: number }

/** The same queries over ever more subjects, in alternating rounds: throughput, tail and memory must hardly change. */
export async function benchGrowth(engine: Engine, counts = subjectCounts[engine]): Promise<void> {
  const all: Grown[] = []
  try {
    for (const count of counts) all.push(await (engine === 'sqlite' ? embedded(count) : onPostgres(count)))
    await measureGrowth(all, 'subjects', shortRounds.count)
  } finally {
    for (const one of all) await one.close()
  }
}

export async function measureGrowth(
  all: readonly Grown[],
  what: string,
  roundCount: number,
): Promise<Growth | undefined> {
  for (const one of all) await round(one.service, { ...one.load, seconds: Math.min(2, one.load.seconds) })
  print(tableHead)
  for (let at = 0; at < roundCount; at++) {
    for (const one of all) {
      const measured = await round(one.service, one.load)
      one.rounds.push(measured)
      print(roundLine(String(one.count), measured))
    }
  }
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const rate = (of: Grown) => median(of.rounds.map((one) => one.requestsPerSecond))
  const tail = (of: Grown) => median(of.rounds.map((one) => one.p99Ms))
  const growth = { throughput: rate(last) / rate(first), p99: tail(last) / tail(first) }
  print(
    `from ${first.count} to ${last.count} ${what}: throughput ${growth.throughput.toFixed(2)}, ` +
      `p99 ${growth.p99.toFixed(2)}`,
  )
  return growth
}

async function embedded(count: number): Promise<Grown> {
  const directory = await sampleDirectory(count)
  const store = await openSqlite(directory)
  const credentials = await benchClient(store)
  await keepInMemory(store)
  await store.close()
  const service = await startService({ LASTRO_DATA: directory })
  return grown(count, service, await credentialHeaders(service, credentials), service.stop)
}

/**
 * A service that has run for a while has the system keep the pages it reads in memory. Counting touches each of them,
 * and the system reads their neighbours along with them; so it is done until all are there, as far as they fit.
 */
async function keepInMemory(store: Store): Promise<void> {
  const passesMax = 10
  for (let pass = 0, before = -1; pass < passesMax && process.resourceUsage().fsRead !== before; pass++) {
    before = process.resourceUsage().fsRead
    await store.subjects.countSubjects()
  }
}

async function onPostgres(count: number): Promise<Grown> {
  const postgres = await startPostgres({ durable: true })
  const store = await openPostgres(postgres.url)
  await loadSample(store, count)
  const credentials = await benchClient(store)
  await store.close()
  const service = await startService({ DATABASE_URL: postgres.url })
  return grown(count, service, await credentialHeaders(service, credentials), async () => {
    await service.stop()
    await postgres.stop()
  })
}

const grown = (
  count: number,
  service: Server,
  headers: Readonly<Record<string, string>>,
  close: () => Promise<void>,
): Grown => ({
  count,
  service,
  close,
  rounds: [],
  load: {
    connections,
    seconds: shortRounds.seconds,
    path: queryPath,
    headers,
    bodies: randomBodies(count),
  },
})
