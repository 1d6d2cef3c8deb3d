import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgres } from '../../service/src/store/engine/postgres.ts'
import type { Engine } from '../../service/src/store/engine/tables.ts'
import { startPostgres } from '../../service/testing/servers/postgres-server.ts'
import { median, type Round, round, type Server, startService } from '../stage/processes.ts'
import { benchClient, loadSample, randomBodies } from '../stage/sample-stores.ts'
import {
  connections,
  credentialHeaders,
  embeddedService,
  print,
  queryPath,
  roundLine,
  shortRounds,
  subjectCount,
  tableHead,
} from './query.ts'

/** Fewer on PostgreSQL, which takes longer to load them. */
const subjectCounts: Readonly<Record<Engine, number>> = { sqlite: subjectCount, postgres: 300_000 }

/**
 * The same queries with the pages of the store in memory and right after the machine has lost them, in turn. What is
 * dropped is the system's page cache of the store's files; what a database keeps in its own memory stays.
 */
export async function benchCold(engine: Engine, count = subjectCounts[engine]): Promise<number> {
  const asked = engine === 'sqlite' ? await embedded(count) : await onPostgres(count)
  const { service, directory, headers, bodies } = asked
  const load = { connections, path: queryPath, headers, bodies }
  const measure = (): Promise<Round> => round(service, { ...load, seconds: shortRounds.seconds })
  for (let at = 0; at < 3; at++) await measure()
  print(tableHead)
  const ratios: number[] = []
  for (let at = 0; at < shortRounds.count; at++) {
    const warm = await measure()
    dropPages(directory)
    const cold = await measure()
    print(roundLine('warm', warm))
    print(roundLine('cold', cold))
    ratios.push(cold.requestsPerSecond / warm.requestsPerSecond)
    // Pages come back with the rounds after it.
    await measure()
  }
  await asked.stop()
  print(`cold ${median(ratios).toFixed(2)} of warm`)
  return median(ratios)
}

type Served = {
  readonly service: Server
  readonly directory: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: readonly string[]
  readonly stop: () => Promise<void>
}

async function embedded(count: number): Promise<Served> {
  const served = await embeddedService(count)
  return { ...served, stop: served.service.stop }
}

async function onPostgres(count: number): Promise<Served> {
  const postgres = await startPostgres({ durable: true })
  const store = await openPostgres(postgres.url)
  await loadSample(store, count)
  const credentials = await benchClient(store)
  await store.close()
  const service = await startService({ DATABASE_URL: postgres.url })
  return {
    service,
    directory: postgres.dataDirectory,
    headers: await credentialHeaders(service, credentials),
    bodies: randomBodies(count),
    stop: async () => {
      await service.stop()
      await postgres.stop()
    },
  }
}

/** Asks the system to forget what it holds of each file, as it would when something else needs the memory. */
function dropPages(directory: string): void {
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const file = join(directory, name)
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) continue
    execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none'])
  }
}
