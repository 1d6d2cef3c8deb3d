import { median, type Round, round, type Server, startBare, startFloor } from '../stage/processes.ts'
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

/** How far the service is from the least that a durable record and a read cost, and that from bare node:http. */
export async function benchFloor(count = subjectCount, rounds = fullRounds) {
  const { directory, service, headers, bodies } = await embeddedService(count)
  const sides: Readonly<Record<string, Server>> = {
    'bare http': await startBare(await typicalAnswer(service, headers, bodies)),
    floor: await startFloor({ directory }),
    service,
  }
  const load = { connections, seconds: rounds.seconds, path: queryPath, headers, bodies }
  const measured = new Map<string, Round[]>()
  print(tableHead)
  for (let at = 0; at <= rounds.count; at++) {
    for (const [name, server] of Object.entries(sides)) {
      const one = await round(server, load)
      // The first time round warms up.
      if (at === 0) continue
      print(roundLine(name, one))
      measured.set(name, [...(measured.get(name) ?? []), one])
    }
  }
  for (const server of Object.values(sides)) await server.stop()
  const rates = (name: string) => (measured.get(name) ?? []).map((one) => one.requestsPerSecond)
  const ratio = (of: string, to: string) =>
    median(rates(of).map((rate, at) => rate / (rates(to)[at] ?? Number.NaN))).toFixed(2)
  print(`floor to bare ${ratio('floor', 'bare http')}, service to floor ${ratio('service', 'floor')}`)
  return measured
}
