import { openPostgres } from '../../service/src/store/engine/postgres.ts'
import {
  citusMissing,
  joinNodes,
  spreadStore,
  startCitus,
} from '../../service/testing/servers/citus-cluster.ts'
import { startPostgres } from '../../service/testing/servers/postgres-server.ts'
import { median, type Round, round, type Server, startService } from '../stage/processes.ts'
import { benchClient, loadSample, randomBodies } from '../stage/sample-stores.ts'
import { connections, credentialHeaders, print, queryPath, roundLine, tableHead } from './query.ts'

const subjectCount = 20_000

/** A commit over several servers takes longer, so few callers wait for it, and many share it. */
const callerCounts = [64, connections]
const rounds = { count: 5, seconds: 3 }

/** What is aimed at where all of it shares one machine: there three servers do what one does, and commit in two phases. */
const ratioMin = 0.5

/** The service on a store that is spread over two workers, in turn with the service on one PostgreSQL. */
export async function benchCitus(count = subjectCount, shardCount?: number): Promise<readonly string[]> {
  const missing = citusMissing()
  if (missing !== undefined) {
    print(missing)
    return []
  }
  const [plain, citus] = await Promise.all([startPostgres({ durable: true }), startCitus({ durable: true })])
  const services: Server[] = []
  try {
    const ofPlain = await stage(plain.url, count, services)
    await joinNodes(
      citus.url,
      citus.workers.map(({ url }) => url),
    )
    await (await openPostgres(citus.url)).close()
    await spreadStore(citus.url, shardCount)
    const ofCitus = await stage(citus.url, count, services)
    let ratio = 0
    for (const callers of callerCounts) {
      print(`${callers} callers`)
      ratio = await compareRounds(
        (seconds) => ofPlain(callers, seconds),
        (seconds) => ofCitus(callers, seconds),
      )
    }
    return ratio >= ratioMin ? [] : [`less than ${ratioMin} of one PostgreSQL`]
  } finally {
    await Promise.all(services.map((service) => service.stop()))
    await Promise.all([plain.stop(), citus.stop()])
  }
}

type Run = (seconds: number) => Promise<Round>

async function compareRounds(ofPlain: Run, ofCitus: Run): Promise<number> {
  for (const run of [ofPlain, ofCitus]) await run(1)
  const ratios: number[] = []
  print(tableHead)
  for (let at = 0; at < rounds.count; at++) {
    const here = await ofPlain(rounds.seconds)
    const spread = await ofCitus(rounds.seconds)
    ratios.push(spread.requestsPerSecond / here.requestsPerSecond)
    print(roundLine('one server', here))
    print(`${roundLine('citus', spread)}  ${ratios.at(-1)?.toFixed(2)}`)
  }
  print(`ratio ${median(ratios).toFixed(2)}`)
  return median(ratios)
}

/** A service over so many subjects there, and a round of queries to it. */
async function stage(databaseUrl: string, count: number, services: Server[]) {
  const store = await openPostgres(databaseUrl)
  await loadSample(store, count)
  const credentials = await benchClient(store)
  await store.close()
  const service = await startService({ DATABASE_URL: databaseUrl })
  services.push(service)
  const load = {
    path: queryPath,
    headers: await credentialHeaders(service, credentials),
    bodies: randomBodies(count),
  }
  return async (callers: number, seconds: number): Promise<Round> => {
    const one = await round(service, { ...load, connections: callers, seconds })
    if (Object.keys(one.statuses).join() !== '200')
      throw new Error(`The service answered ${JSON.stringify(one.statuses)}`)
    return one
  }
}
