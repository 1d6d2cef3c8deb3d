import { openSqlite } from '../service/src/store/sqlite.ts'
import { benchClient, randomBodies, sampleDirectory } from './data.ts'
import { median, type Round, round, startService } from './processes.ts'
import {
  connections,
  credentialHeaders,
  print,
  queryPath,
  roundLine,
  roundSeconds,
  tableHead,
} from './query.ts'

const subjectCounts = [10_000, 1_000_000, 10_000_000]
const roundCount = 3

/** The same queries over ever more subjects: throughput, tail and memory must hardly change. */
export async function benchGrowth(counts: readonly number[] = subjectCounts): Promise<void> {
  const results: { count: number; rounds: Round[] }[] = []
  print(tableHead)
  for (const count of counts) {
    const rounds = await measure(count)
    for (const one of rounds) print(roundLine(String(count), one))
    results.push({ count, rounds })
  }
  const rate = (of: (typeof results)[number]) => median(of.rounds.map((one) => one.requestsPerSecond))
  const tail = (of: (typeof results)[number]) => median(of.rounds.map((one) => one.p99Ms))
  const [first, last] = [results[0], results.at(-1)]
  if (first === undefined || last === undefined) return
  print(
    `from ${first.count} to ${last.count} subjects: throughput ${(rate(last) / rate(first)).toFixed(2)}, ` +
      `p99 ${(tail(last) / tail(first)).toFixed(2)}`,
  )
}

async function measure(count: number): Promise<Round[]> {
  const directory = await sampleDirectory(count)
  const store = await openSqlite(directory)
  const credentials = await benchClient(store)
  await store.close()
  const service = await startService({ LASTRO_DATA: directory })
  const load = {
    connections,
    seconds: roundSeconds,
    path: queryPath,
    headers: await credentialHeaders(service, credentials),
    bodies: randomBodies(count, 50_000),
  }
  await round(service, { ...load, seconds: 2 })
  const rounds: Round[] = []
  for (let at = 0; at < roundCount; at++) rounds.push(await round(service, load))
  await service.stop()
  return rounds
}
