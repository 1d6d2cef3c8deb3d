import { availableParallelism } from 'node:os'
import { openPostgres } from '../../service/src/store/engine/postgres.ts'
import { startPostgres } from '../../service/testing/servers/postgres-server.ts'
import { machineMicros } from '../stage/machine-time.ts'
import { median, round, startFloor, startService } from '../stage/processes.ts'
import { benchClient, loadSample, randomBodies } from '../stage/sample-stores.ts'
import { pointSelects } from './point-selects.ts'
import { credentialHeaders, print, queryPath, roundLine, tableHead } from './query.ts'

const subjectCount = 100_000

/** As the target has it: so many callers, and no more connections than the pool has. */
const callers = 64
const rounds = { count: 5, seconds: 4 }

/** What is aimed at: a query with everything on, against a bare select by key on the same server. */
const ratioMin = 0.35

/**
 * The service on PostgreSQL, everything on, side by side with `pgbench -S -M prepared` on the same server, and with the
 * least that a durable record and a read can cost there.
 */
export async function benchPostgres(count = subjectCount): Promise<readonly string[]> {
  const postgres = await startPostgres({ durable: true })
  try {
    const store = await openPostgres(postgres.url)
    await loadSample(store, count)
    const credentials = await benchClient(store)
    await store.close()
    const selects = await pointSelects(postgres.url)
    print(`beside ${selects.name}`)
    const service = await startService({ DATABASE_URL: postgres.url })
    const floor = await startFloor({ databaseUrl: postgres.url })
    const load = {
      connections: callers,
      seconds: rounds.seconds,
      path: queryPath,
      headers: await credentialHeaders(service, credentials),
      bodies: randomBodies(count),
    }
    await round(service, load)
    await round(floor, load)
    const ratios: number[] = []
    const floors: number[] = []
    const costs: Costs[] = []
    print(tableHead)
    for (let at = 0; at < rounds.count; at++) {
      const begunAt = machineMicros()
      const selectsPerSecond = await selects.run(rounds.seconds)
      const selecting = machineMicros() - begunAt
      const least = await round(floor, load)
      const one = await round(service, load)
      costs.push({
        select: selecting / (selectsPerSecond * rounds.seconds),
        query: one.machineMicrosPerRequest,
        floor: least.machineMicrosPerRequest,
        service: one.cpuMicrosPerRequest,
      })
      if (Object.keys(one.statuses).join() !== '200')
        throw new Error(`The service answered ${JSON.stringify(one.statuses)}`)
      const ratio = one.requestsPerSecond / selectsPerSecond
      print(`${'selects'.padEnd(12)}${selectsPerSecond.toFixed(0).padStart(9)}`)
      const floorRatio = least.requestsPerSecond / selectsPerSecond
      print(`${roundLine('floor', least)}  ${floorRatio.toFixed(2)}`)
      print(`${roundLine('service', one)}  ${ratio.toFixed(2)}`)
      ratios.push(ratio)
      floors.push(floorRatio)
    }
    await service.stop()
    await floor.stop()
    print(`the least that a read and a durable record cost, without all else: ${median(floors).toFixed(2)}`)
    printCosts(costs)
    print(`ratio ${median(ratios).toFixed(2)}`)
    return median(ratios) >= ratioMin ? [] : [`less than ${ratioMin} of bare selects`]
  } finally {
    await postgres.stop()
  }
}

/** Of the processors of the machine, in microseconds: a select, a query and the least of one with all that belongs to them, and the service's part of a query. */
type Costs = {
  readonly select: number
  readonly query: number
  readonly floor: number
  readonly service: number
}

/** Servers, service and callers share the machine: what each takes says what there is to gain, and where. */
function printCosts(costs: readonly Costs[]): void {
  const middle = (of: keyof Costs) => median(costs.map((one) => one[of]))
  const [select, query, service] = [middle('select'), middle('query'), middle('service')]
  const text = (micros: number) => micros.toFixed(0)
  print(
    `of ${availableParallelism()} processors a select takes ${text(select)} µs in all; a query ${text(query)}: ` +
      `${text(service)} of the service, ${text(query - service)} of the database and the callers; the least of one ${text(middle('floor'))}`,
  )
}
