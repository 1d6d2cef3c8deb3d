import { median, round, startBare } from '../stage/processes.ts'
import {
  connections,
  embeddedService,
  fullRounds,
  print,
  queryPath,
  roundLine,
  subjectCount,
  tableHead,
  typicalAnswer,
} from './query.ts'

/** The slowest answers at half of what the service can do, against the middle of a bare server's at the same rate. */
export async function benchTail(count = subjectCount, rounds = fullRounds): Promise<number> {
  const { service, headers, bodies } = await embeddedService(count)
  const bare = await startBare(await typicalAnswer(service, headers, bodies))
  const load = { connections, seconds: rounds.seconds, path: queryPath, headers, bodies }
  await round(service, load)
  const { requestsPerSecond } = await round(service, load)
  const halfLoad = { ...load, rate: requestsPerSecond / 2 }
  const times: number[] = []
  print(tableHead)
  for (let at = 0; at < rounds.count; at++) {
    const ofBare = await round(bare, halfLoad)
    const ofService = await round(service, halfLoad)
    print(roundLine('bare http', ofBare))
    print(roundLine('service', ofService))
    times.push(ofService.p99Ms / ofBare.p50Ms)
  }
  await service.stop()
  await bare.stop()
  print(`p99 at half load: ${median(times).toFixed(1)} times the median of the bare server`)
  return median(times)
}
