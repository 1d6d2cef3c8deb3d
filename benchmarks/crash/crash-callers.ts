import { Agent, type IncomingMessage, request } from 'node:http'
import { systemClock } from '../../service/src/clock.ts'
import { type NewCredentials, registerClient } from '../../service/src/features/clients/register-client.ts'
import { scenarios } from '../../service/src/features/sandbox/test-documents.ts'
import type { Engine } from '../../service/src/store/engine/tables.ts'
import { openStore, type StoreLocation } from '../../service/src/store/open-store.ts'
import { answerTimeoutMs, type Service } from './crash-service.ts'

/** One in so many queries carries an Idempotency-Key. */
const keyedEvery = 5

/** So many of the keyed queries that were answered are sent again after a kill; those cut off all are. */
const repeatedAnswersMax = 4

/** Asks one query after another until the service dies; first again what the last death may have cut off. */
export async function ask(seen: Sightings, caller: Caller, round: Round, engine: Engine): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (const keyed of [...caller.keyed]) {
      if (!(await askAgain(seen, caller, keyed, { agent, round, engine }))) return
    }
    round.caughtUpCount += 1
    while (!round.isOver) {
      const isKeyed = caller.asked % keyedEvery === 0
      const body = queryBody(caller.asked++, isKeyed)
      const key = `${caller.name}-${caller.asked}`
      const keyed = isKeyed ? { key, body, first: undefined, heldUntilMs: 0, isRefused: false } : undefined
      if (keyed !== undefined) caller.keyed.push(keyed)
      const answer = await send(seen, caller, { agent, round, body, key: keyed?.key })
      if (answer === 'cut') {
        if (keyed !== undefined) keyed.heldUntilMs = performance.now() + claimMs[engine]
        return
      }
      if (keyed !== undefined) {
        caller.keyed = toRepeat(caller.keyed, keyed, answer)
        round.keyedAnswer.resolve()
      }
    }
  } finally {
    agent.destroy()
  }
}

function toRepeat(keyed: readonly Keyed[], asked: Keyed, answer: Answer): Keyed[] {
  asked.first = answer
  const answered = keyed.filter((one) => one.first !== undefined)
  return [...keyed.filter((one) => one.first === undefined), ...answered.slice(-repeatedAnswersMax)]
}

/** Sends a keyed query of before the kill again. Returns whether the service is still there. */
async function askAgain(
  seen: Sightings,
  caller: Caller,
  keyed: Keyed,
  { agent, round, engine }: { agent: Agent; round: Round; engine: Engine },
): Promise<boolean> {
  const { first } = keyed
  const mayBeHeld = performance.now() < keyed.heldUntilMs
  if (mayBeHeld && keyed.isRefused) return true
  const answer = await send(seen, caller, { agent, round, body: keyed.body, key: keyed.key, mayBeHeld })
  if (answer === 'cut') {
    if (first === undefined) keyed.heldUntilMs = performance.now() + claimMs[engine]
    return false
  }
  keyed.isRefused = mayBeHeld && answer.status === 409
  if (keyed.isRefused) return true
  caller.keyed = caller.keyed.filter((one) => one !== keyed)
  if (first === undefined) seen.counts.resumed += 1
  else {
    seen.counts.replays += 1
    if (!isReplayOf(first, answer)) seen.counts.replaysDiffering += 1
  }
  return true
}

const isReplayOf = (first: Answer, again: Answer): boolean =>
  again.isReplay &&
  again.status === first.status &&
  again.billedHeader === first.billedHeader &&
  again.bytes.equals(first.bytes)

type Sending = {
  readonly agent: Agent
  readonly round: Round
  readonly body: string
  readonly key: string | undefined
  readonly mayBeHeld?: boolean
}

async function send(seen: Sightings, caller: Caller, sending: Sending): Promise<Answer | 'cut'> {
  const requestId = `${caller.name}-sent-${++caller.sent}`
  const answer = await exchange(sending, {
    ...caller.headers,
    'Content-Type': 'application/json',
    'X-Request-Id': requestId,
    ...(sending.key !== undefined && { 'Idempotency-Key': sending.key }),
  })
  const unexpected = (what: string) => (seen.unexpected[what] = (seen.unexpected[what] ?? 0) + 1)
  if (answer === 'cut') {
    if (!sending.round.isKilled) unexpected('a connection was cut by a living service')
    return answer
  }
  const { status, billedHeader, isReplay, bytes } = answer
  if (status === 200 || status === 203) {
    seen.ledger.set(requestId, { isBilled: billedHeader === 'true', isReplay })
  } else if (!(status === 409 && sending.mayBeHeld)) {
    unexpected(`${status} ${/"code":"(\w+)"/.exec(bytes.toString())?.[1]}`)
  }
  return answer
}

type Answer = {
  readonly status: number
  readonly billedHeader: string
  readonly isReplay: boolean
  readonly bytes: Buffer
}

/** An answer that arrived whole, or that it did not. */
function exchange({ agent, round, body }: Sending, headers: Caller['headers']): Promise<Answer | 'cut'> {
  return new Promise((resolve) => {
    const cut = () => resolve('cut')
    const asking = request(
      { agent, host: '127.0.0.1', port: round.port, path: queryPath, method: 'POST', headers },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', cut)
        response.once('close', cut)
        response.once('end', () => resolve(response.complete ? answerOf(response, chunks) : 'cut'))
      },
    )
    asking.once('error', cut)
    asking.setTimeout(answerTimeoutMs, () => asking.destroy())
    asking.end(body)
  })
}

const answerOf = ({ statusCode, headers }: IncomingMessage, chunks: readonly Buffer[]): Answer => ({
  status: statusCode ?? 0,
  billedHeader: String(headers['x-billed']),
  isReplay: headers['idempotency-replayed'] === 'true',
  bytes: Buffer.concat(chunks),
})

export const queryPath = '/sandbox/relatorioBasico/v2/consulta'

/** Test documents that are answered at once: nothing they need is slow or down. */
const documents = scenarios
  .filter((one) => one.faults === undefined && one.delays === undefined)
  .map((one) => one.document)

const features = ['MAIS_ANOTACOES', 'ENDERECOS_TELEFONES', 'DIVIDA_ATIVA', 'SANCOES'] as const

/**
 * The nth query of a caller: each document with each set of features, then again from the start. A keyed one
 * also asks who consulted the document, which every query changes: made a second time, it could not be the same.
 */
function queryBody(at: number, isKeyed: boolean): string {
  const set = Math.floor(at / documents.length)
  const chosen = features.filter((_, bit) => (set >> bit) & 1)
  return JSON.stringify({
    documento: documents[at % documents.length],
    features: isKeyed ? [...chosen, 'CONSULTAS_ANTERIORES'] : chosen,
  })
}

/** What the callers were told: every report that arrived whole, by its request id. */
export type Sightings = {
  readonly ledger: Map<string, { readonly isBilled: boolean; readonly isReplay: boolean }>
  readonly counts: { replays: number; replaysDiffering: number; resumed: number }
  readonly unexpected: Record<string, number>
}

export const newSightings = (): Sightings => ({
  ledger: new Map(),
  counts: { replays: 0, replaysDiffering: 0, resumed: 0 },
  unexpected: {},
})

/** One life of the service, from when it answers until it is killed or everybody has asked enough. */
type Round = {
  readonly port: number
  /** That a keyed query was answered for the first time: after the kill there is something to repeat. */
  readonly keyedAnswer: PromiseWithResolvers<void>
  /** Callers that have sent again what the last kill may have cut off. */
  caughtUpCount: number
  isOver: boolean
  isKilled: boolean
}

export const newRound = ({ port }: Service): Round => ({
  port,
  keyedAnswer: Promise.withResolvers<void>(),
  caughtUpCount: 0,
  isOver: false,
  isKilled: false,
})

type Keyed = {
  readonly key: string
  readonly body: string
  first: Answer | undefined
  /** Until when a service that died with the query may hold its key. */
  heldUntilMs: number
  /** Whether it was refused on that ground: then it is not asked again before. */
  isRefused: boolean
}

/**
 * Several services may share PostgreSQL, so there the claim of a dead one is given up only when its time is
 * over; on SQLite the next start gives it back.
 */
const claimMs: Readonly<Record<Engine, number>> = { sqlite: 0, postgres: 60_000 }

/** One connection, with a client of its own, so that most of its queries are new and so are billed. */
type Caller = {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  sent: number
  asked: number
  /** Queries to send again after the next kill. */
  keyed: Keyed[]
}

export const newCaller = (at: number, headers: Caller['headers']): Caller => ({
  name: `crash-${at}`,
  headers,
  sent: 0,
  asked: 0,
  keyed: [],
})

export async function registerClients(place: StoreLocation, count: number) {
  const store = await openStore(place)
  const register = (at: number) =>
    registerClient(
      { clients: store.clients, clock: systemClock },
      { environment: 'sandbox', name: `Crash ${at}` },
    )
  try {
    return await Promise.all(Array.from({ length: count }, (_, at) => register(at)))
  } finally {
    await store.close()
  }
}

export async function credentialHeaders(
  port: number,
  credentials: NewCredentials,
): Promise<Caller['headers']> {
  const response = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    }),
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  return { Authorization: `Bearer ${token}`, 'x-api-key': credentials.apiKey }
}
