import { connect } from 'node:net'
import { embeddedService, print, queryPath } from './query/query.ts'
import { openConnection } from './stage/one-connection.ts'
import type { Server } from './stage/processes.ts'

/** As many queries as one connection sends at once, again and again. */
const pipelinedCount = 1_900

export type PipeliningFigures = {
  readonly p99Ms: number
  readonly answered: number
  readonly pipelined: number
}

/** How long others wait beside one connection that sends everything at once; the target is 100 ms. */
export async function benchPipelining(count = 10_000, seconds = 10): Promise<PipeliningFigures[]> {
  const figures: PipeliningFigures[] = []
  for (const fastHttp of ['on', 'off']) {
    const { service, headers, bodies } = await embeddedService(count, { LASTRO_FAST_HTTP: fastHttp })
    const requests = requestTexts(headers, bodies)
    const flood = startFlood(service, requests)
    await flood.begun
    const latenciesMs = await askInTurn(service, requests, seconds)
    const pipelined = flood.stop()
    await service.stop()
    const sorted = latenciesMs.toSorted((a, b) => a - b)
    const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
    print(
      `LASTRO_FAST_HTTP=${fastHttp}: ${sorted.length} answers beside ${pipelined} pipelined, ` +
        `p50 ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1)} ms, max ${(sorted.at(-1) ?? 0).toFixed(1)} ms`,
    )
    figures.push({ p99Ms, answered: sorted.length, pipelined })
  }
  print(`others' p99: ${figures.map(({ p99Ms }) => p99Ms.toFixed(1)).join(' and ')} ms`)
  return figures
}

const waitMsMax = 100

/** What is slower than it may be, in words. */
export const pipeliningFaults = (figures: readonly PipeliningFigures[]): string[] =>
  figures
    .filter(({ p99Ms }) => p99Ms > waitMsMax)
    .map(({ p99Ms }) => `others wait ${p99Ms.toFixed(0)} ms, more than ${waitMsMax}`)

function requestTexts(headers: Readonly<Record<string, string>>, bodies: readonly string[]): string[] {
  const lines = Object.entries({ Host: 'a', 'Content-Type': 'application/json', ...headers })
  const head = `POST ${queryPath} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`
  return bodies.map((body) => `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

/** Sends everything at once, and again as soon as all of it is answered. */
function startFlood({ port }: Server, requests: readonly string[]) {
  const socket = connect({ port, host: '127.0.0.1' })
  const all = Array.from({ length: pipelinedCount }, (_, at) => requests[at % requests.length]).join('')
  const begun = Promise.withResolvers<void>()
  let answered = 0
  socket.on('data', (chunk) => {
    begun.resolve()
    const before = answered
    answered += chunk.toString('latin1').split('HTTP/1.1 200').length - 1
    if (Math.floor(before / pipelinedCount) < Math.floor(answered / pipelinedCount)) socket.write(all)
  })
  socket.write(all)
  return {
    begun: begun.promise,
    stop: () => {
      socket.destroy()
      return answered
    },
  }
}

async function askInTurn(service: Server, requests: readonly string[], seconds: number): Promise<number[]> {
  const connection = await openConnection(service.port)
  const latenciesMs: number[] = []
  const endsAt = performance.now() + seconds * 1000
  for (let at = 0; performance.now() < endsAt; at++) {
    const startedAt = performance.now()
    await connection.ask(requests[at % requests.length] ?? '')
    latenciesMs.push(performance.now() - startedAt)
  }
  connection.close()
  return latenciesMs
}
