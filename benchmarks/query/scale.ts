import { openPostgres } from '../../service/src/store/engine/postgres.ts'
import { startPostgres } from '../../service/testing/servers/postgres-server.ts'
import { median, type Round, round, type Server, startService } from '../stage/processes.ts'
import { benchClient, loadSample, randomBodies } from '../stage/sample-stores.ts'
import { credentialHeaders, print, queryPath } from './query.ts'

const subjectCount = 20_000
const processCount = 4
const callersEach = 16
const rounds = { count: 3, seconds: 4 }

/** A disk that takes its time: what is measured is who waits for whom, and not the two cores. */
const slowCommits = { commit_delay: '20000', commit_siblings: '0' }

const ratioMin = 3.5

/** What four processes on one PostgreSQL do against one of them alone, each with callers of its own. */
export async function benchScale(count = subjectCount): Promise<readonly string[]> {
  const postgres = await startPostgres({ durable: true, settings: slowCommits })
  const services: Server[] = []
  try {
    const store = await openPostgres(postgres.url)
    await loadSample(store, count)
    const credentials = await benchClient(store)
    await store.close()
    for (let at = 0; at < processCount; at++)
      services.push(await startService({ DATABASE_URL: postgres.url }))
    const [first = services[0] as Server] = services
    const load = {
      connections: callersEach,
      path: queryPath,
      headers: await credentialHeaders(first, credentials),
      bodies: randomBodies(count),
    }
    const run = (of: readonly Server[], seconds: number) =>
      Promise.all(of.map((service) => round(service, { ...load, seconds })))
    await run(services, 1)
    const ratios: number[] = []
    for (let at = 0; at < rounds.count; at++) {
      const alone = together(await run([first], rounds.seconds))
      const all = together(await run(services, rounds.seconds))
      print(
        `one ${alone.toFixed(0)}/s, ${processCount} together ${all.toFixed(0)}/s: ${(all / alone).toFixed(2)}`,
      )
      ratios.push(all / alone)
    }
    print(`ratio ${median(ratios).toFixed(2)}`)
    return median(ratios) >= ratioMin ? [] : [`less than ${ratioMin} times one process`]
  } finally {
    await Promise.all(services.map((service) => service.stop()))
    await postgres.stop()
  }
}

function together(measured: readonly Round[]): number {
  for (const { statuses } of measured) {
    if (Object.keys(statuses).join() !== '200')
      throw new Error(`A service answered ${JSON.stringify(statuses)}`)
  }
  return measured.reduce((sum, one) => sum + one.requestsPerSecond, 0)
}
