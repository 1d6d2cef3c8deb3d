import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { queryPath } from '../crash/crash-callers.ts'
import { answerTimeoutMs } from '../crash/crash-service.ts'

/** What became of the requests of all callers. */
export type Sightings = {
  answered: number
  /** Of those, answers to what was sent after the signal. */
  answeredAfterSignal: number
  /** Refused with 503, and told that the connection closes. */
  refused: number
  /** Connections that ended without an answer, by reset or otherwise. */
  resets: number
  /** Connections refused although the two seconds were not over. */
  turnedAwayEarly: number
  /** Anything else, by what it was. */
  readonly unexpected: Record<string, number>
}

export const newSightings = (): Sightings => ({
  answered: 0,
  answeredAfterSignal: 0,
  refused: 0,
  resets: 0,
  turnedAwayEarly: 0,
  unexpected: {},
})

/** One life of the service, as its callers see it. */
export type Life = {
  readonly port: number
  /** When it was told to stop. */
  signalledAtMs: number | undefined
  /** Callers that still ask ask no more. */
  isOver: boolean
}

/** For so long after the signal whatever is sent is answered. */
export const takesMs = 2_000

/**
 * Asks one query after another on a connection that is kept, at most `pauseMs` apart. One that pauses asks until the
 * two seconds are over; one that does not asks until nobody listens.
 */
export async function askUntilStopped(
  seen: Sightings,
  life: Life,
  { headers, pauseMs }: { readonly headers: Readonly<Record<string, string>>; readonly pauseMs: number },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    while (!life.isOver) {
      const isLate = sinceSignalMs(life) > takesMs
      if (pauseMs > 0 && isLate) return
      const ended = await askOnce(seen, life, agent, headers)
      if (ended === 'nobody listens') return
      if (pauseMs > 0) await wait(Math.random() * pauseMs)
    }
  } finally {
    agent.destroy()
  }
}

const sinceSignalMs = ({ signalledAtMs }: Life): number =>
  signalledAtMs === undefined ? -1 : performance.now() - signalledAtMs

async function askOnce(
  seen: Sightings,
  life: Life,
  agent: Agent,
  headers: Readonly<Record<string, string>>,
): Promise<'nobody listens' | undefined> {
  const sentMs = sinceSignalMs(life)
  const ended = await exchange(life.port, agent, headers)
  if (ended === 'ECONNREFUSED') {
    if (sentMs <= takesMs) seen.turnedAwayEarly += 1
    return 'nobody listens'
  }
  if (typeof ended === 'string') {
    seen.resets += 1
    return undefined
  }
  const { status, closes } = ended
  if (status === 200 || status === 203) {
    seen.answered += 1
    if (sentMs >= 0) seen.answeredAfterSignal += 1
  } else if (status === 503 && closes) seen.refused += 1
  else seen.unexpected[status] = (seen.unexpected[status] ?? 0) + 1
  return undefined
}

type Ended = { readonly status: number; readonly closes: boolean } | string

/** An answer that arrived whole, or the code of what came in its place. */
function exchange(port: number, agent: Agent, headers: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((resolve) => {
    const asking = request(
      { agent, host: '127.0.0.1', port, path: queryPath, method: 'POST', headers },
      (response) => {
        response.resume()
        response.once('error', () => resolve('cut'))
        response.once('close', () => {
          const closes = response.headers.connection === 'close'
          resolve(response.complete ? { status: response.statusCode ?? 0, closes } : 'cut')
        })
      },
    )
    asking.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    asking.setTimeout(answerTimeoutMs, () => asking.destroy())
    asking.end('{"documento":"52998224725"}')
  })
}
