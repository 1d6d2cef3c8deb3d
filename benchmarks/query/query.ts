import type { NewCredentials } from '../../service/src/features/clients/register-client.ts'
import { openSqlite } from '../../service/src/store/engine/sqlite.ts'
import { median, type Round, round, type Server, startBare, startService } from '../stage/processes.ts'
import { benchClient, randomBodies, sampleDirectory } from '../stage/sample-stores.ts'

export const queryPath = '/relatorioBasico/v2/consulta'

export const subjectCount = 1_000_000
export const roundSeconds = 5

export type Rounds = { readonly count: number; readonly seconds: number }

export const fullRounds: Rounds = { count: 5, seconds: roundSeconds }

/** Many short rounds: a machine that is shared changes its speed every few seconds, and both sides must meet the same. */
export const shortRounds: Rounds = { count: 15, seconds: 2 }

/** Enough that both are busy all the time; what waits for the disk waits beside others. */
export const connections = 256

export type QueryFigures = {
  readonly ratio: number
  readonly measured: readonly { readonly bare: Round; readonly service: Round }[]
}

/** The target's own measure: the service over a million subjects against bare node:http, round by round. */
export async function benchQuery(count = subjectCount, rounds = shortRounds): Promise<QueryFigures> {
  const { service, headers, bodies } = await embeddedService(count)
  const bare = await startBare(await typicalAnswer(service, headers, bodies))
  const { ratios, measured } = await compare({ service, bare }, { headers, bodies, rounds })
  await service.stop()
  await bare.stop()
  print(`ratio ${median(ratios).toFixed(2)}`)
  return { ratio: median(ratios), measured }
}

/** The service over so many sample subjects in the embedded store, and what to ask it. */
export async function embeddedService(count: number, environment: Readonly<Record<string, string>> = {}) {
  const directory = await sampleDirectory(count)
  const store = await openSqlite(directory)
  const credentials = await benchClient(store)
  await store.close()
  const service = await startService({ LASTRO_DATA: directory, ...environment })
  const headers = await credentialHeaders(service, credentials)
  return { directory, service, headers, bodies: randomBodies(count) }
}

type Sides = { readonly service: Server; readonly bare: Server }
type Asked = {
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: readonly string[]
  readonly rounds?: Rounds
  readonly path?: string
}

/** Alternates the two, so that whatever the machine does to one it does to the other. */
export async function compare(
  sides: Sides,
  { headers, bodies, rounds = fullRounds, path = queryPath }: Asked,
  names = { service: 'service', bare: 'bare http' },
) {
  const load = { connections, seconds: rounds.seconds, path, headers, bodies }
  await round(sides.bare, { ...load, seconds: Math.min(2, rounds.seconds) })
  await round(sides.service, { ...load, seconds: Math.min(2, rounds.seconds) })
  const ratios: number[] = []
  const measured: { bare: Round; service: Round }[] = []
  print(tableHead)
  for (let at = 0; at < rounds.count; at++) {
    const bare = await round(sides.bare, load)
    const service = await round(sides.service, load)
    if (Object.keys(service.statuses).join() !== '200') {
      throw new Error(`The service answered ${JSON.stringify(service.statuses)}`)
    }
    print(roundLine(names.bare, bare))
    print(roundLine(names.service, service))
    ratios.push(service.requestsPerSecond / bare.requestsPerSecond)
    measured.push({ bare, service })
  }
  return { ratios, measured }
}

export const tableHead =
  ['req/s', 'p50 ms', 'p99 ms', 'CPU µs'].reduce(
    (head, name) => head + name.padStart(9),
    'round'.padEnd(12),
  ) +
  'MB'.padStart(7) +
  'bytes'.padStart(8)

export const roundLine = (name: string, one: Round): string =>
  name.padEnd(12) +
  one.requestsPerSecond.toFixed(0).padStart(9) +
  one.p50Ms.toFixed(2).padStart(9) +
  one.p99Ms.toFixed(2).padStart(9) +
  one.cpuMicrosPerRequest.toFixed(1).padStart(9) +
  one.residentMb.toFixed(0).padStart(7) +
  one.meanAnswerBytes.toFixed(0).padStart(8)

export async function credentialHeaders(service: Server, credentials: NewCredentials) {
  const response = await fetch(`http://127.0.0.1:${service.port}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    }),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  return { Authorization: `Bearer ${token}`, 'x-api-key': credentials.apiKey }
}

/** An answer of the service as long as its answers are on average, for the bare server to return. */
export async function typicalAnswer(
  service: Server,
  headers: Readonly<Record<string, string>>,
  bodies: readonly string[],
  path = queryPath,
): Promise<string> {
  const answers: string[] = []
  for (const body of bodies.slice(0, 500)) {
    const response = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
    })
    answers.push(await response.text())
  }
  const mean = answers.reduce((sum, one) => sum + one.length, 0) / answers.length
  const [typical = ''] = answers.toSorted((a, b) => Math.abs(a.length - mean) - Math.abs(b.length - mean))
  return typical
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`)
