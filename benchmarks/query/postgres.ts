import { openPostgres } from '../../service/src/store/engine/postgres.ts'
import { startPostgres } from '../../service/testing/servers/postgres-server.ts'
import { median, round, startService } from '../stage/processes.ts'
import { benchClient, loadSample, randomBodies } from '../stage/sample-stores.ts'
import { pointSelects } from './point-selects.ts'
import { credentialHeaders, print, queryPath, roundLine, tableHead } from './query.ts'

const subjectCount = 100_000

/** As the target has it: so many callers, and no more connections than the pool has. */
const callers = 64
const rounds = { count: 5, seconds: 4 }

/** What is aimed at: a query with everything on, against a bare select by key on the same server. */
const ratioMin = 0.35

/** The service on PostgreSQL, everything on, side by side with `pgbench -S -M prepared` on the same server. */
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
    const load = {
      connections: callers,
      seconds: rounds.seconds,
      path: queryPath,
      headers: await credentialHeaders(service, credentials),
      bodies: randomBodies(count),
    }
    await round(service, load)
    const ratios: number[] = []
    print(tableHead)
    for (let at = 0; at < rounds.count; at++) {
      const selectsPerSecond = await selects.run(rounds.seconds)
      const one = await round(service, load)
      if (Object.keys(one.statuses).join() !== '200')
        throw new Error(`The service answered ${JSON.stringify(one.statuses)}`)
      const ratio = one.requestsPerSecond / selectsPerSecond
      print(`${'selects'.padEnd(12)}${selectsPerSecond.toFixed(0).padStart(9)}`)
      print(`${roundLine('service', one)}  ${ratio.toFixed(2)}`)
      ratios.push(ratio)
    }
    await service.stop()
    print(`ratio ${median(ratios).toFixed(2)}`)
    return median(ratios) >= ratioMin ? [] : [`less than ${ratioMin} of bare selects`]
  } finally {
    await postgres.stop()
  }
}
