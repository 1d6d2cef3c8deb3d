import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../service/src/calendar/clock.ts'
import { type NewCredentials, registerClient } from '../service/src/clients/register-client.ts'
import { scenarios } from '../service/src/sandbox/test-documents.ts'
import { openStore, type Store, type StoreLocation } from '../service/src/store/store.ts'
import type { Engine } from '../service/src/store/tables.ts'
import type { Consultation } from '../service/src/trail/consultation.ts'
import { searchTrail } from '../service/src/trail/search-trail.ts'
import { isAnswer } from '../service/src/trail/settle.ts'
import { verifyTrail } from '../service/src/trail/verify-trail.ts'
import { startPostgres } from '../service/testing/postgres-server.ts'

export type CrashRun = {
  readonly engine: Engine
  readonly place: StoreLocation
  readonly kills: number
  readonly connections: number
}

export type CrashReport = {
  readonly kills: number
  /** Reports that arrived whole. */
  readonly answered: number
  /** Of those, how many the trail does not hold as answered. */
  readonly withoutRecord: number
  readonly records: number
  readonly chainWhole: boolean
  /** SQLite's own check of both its files; PostgreSQL is not killed here. */
  readonly filesWhole: boolean
  readonly restartMsMax: number
  /** Keyed queries whose answer had arrived before a kill and that were answered again after it. */
  readonly replays: number
  /** Of those, how many were not the first answer byte for byte. */
  readonly replaysDiffering: number
  /** Keyed queries that a kill cut off and that were answered when they were sent again. */
  readonly resumed: number
  /** Keys that a killed service still holds at the end. PostgreSQL gives them back after a minute. */
  readonly keysHeld: number
  readonly billed: number
  /** Request ids, and queries within their window, with more than one billed record. */
  readonly billedTwice: number
  /** Answers whose X-Billed is not what their record says. */
  readonly billingDiffering: number
  /** Every other answer, by status and code, and how often it came. */
  readonly unexpected: Readonly<Record<string, number>>
}

/** A kill comes this long after the callers start; every other time, after a keyed query of theirs is answered. */
const killAfterMs = { min: 50, max: 400 } as const

/** After the last restart, long enough to send again what the last kill cut off. */
const lastRoundMs = 1_000

/**
 * Kills the service again and again in the middle of its work, and holds what its callers were told against
 * what it kept. A kill takes the process and leaves the page cache, so that a record reaches the disk before
 * its answer leaves is for fsync.test.ts to show.
 */
export async function crashRun({ engine, place, kills, connections }: CrashRun): Promise<CrashReport> {
  const seen = newSightings()
  const clients = await registerClients(place, connections)
  let restartMsMax = 0
  let service = await startAnswering(place)
  try {
    const { port } = service
    const callers = await Promise.all(
      clients.map(async (one, at) => newCaller(at, await credentialHeaders(port, one))),
    )
    for (let kill = 0; kill < kills; kill++) {
      const round = newRound(service)
      const asking = callers.map((one) => ask(seen, one, round, engine))
      if (kill % 2 === 1) await Promise.race([round.keyedAnswer.promise, Promise.all(asking)])
      await wait(killAfterMs.min + Math.random() * (killAfterMs.max - killAfterMs.min))
      round.isKilled = true
      const killedAt = performance.now()
      await endNow(service.child)
      await Promise.all(asking)
      service = await startAnswering(place)
      restartMsMax = Math.max(restartMsMax, performance.now() - killedAt)
    }
    const last = newRound(service)
    const asking = callers.map((one) => ask(seen, one, last, engine))
    await wait(lastRoundMs)
    last.isOver = true
    await Promise.all(asking)
    await stopCleanly(service.child)
    const keysHeld = callers.flatMap((one) => one.keyed).filter((one) => one.first === undefined).length
    return { kills, restartMsMax, keysHeld, ...seen.counts, ...(await audit(place, seen)) }
  } finally {
    await endNow(service.child)
  }
}

/** What is wrong with a run, in sentences; nothing when every promise held. */
export function faultsOf(report: CrashReport): string[] {
  const counted = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`])
  return [
    ...counted(report.withoutRecord, 'answers without a record'),
    ...counted(report.replaysDiffering, 'repeated answers that differ from the first'),
    ...counted(report.billedTwice, 'queries billed twice'),
    ...counted(report.billingDiffering, 'answers that say another billing than their record'),
    ...(report.chainWhole ? [] : ['The chain is broken']),
    ...(report.filesWhole ? [] : ['A database file is damaged']),
    ...Object.entries(report.unexpected).map(([what, count]) => `${count} times ${what}`),
  ]
}

/** What the callers were told: every report that arrived whole, by its request id. */
type Sightings = {
  readonly ledger: Map<string, { readonly isBilled: boolean; readonly isReplay: boolean }>
  readonly counts: { replays: number; replaysDiffering: number; resumed: number }
  readonly unexpected: Record<string, number>
}

const newSightings = (): Sightings => ({
  ledger: new Map(),
  counts: { replays: 0, replaysDiffering: 0, resumed: 0 },
  unexpected: {},
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

const newCaller = (at: number, headers: Caller['headers']): Caller => ({
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

export type Service = { readonly port: number; readonly child: ChildProcess }

const program = join(import.meta.dirname, '../service/src/main.ts')

/** The real program on the place, from when it says that it can answer. */
export async function startAnswering(
  { dataDirectory, databaseUrl = '' }: StoreLocation,
  environment: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: '0',
      LASTRO_LOG: 'warn',
      LASTRO_DATA: dataDirectory,
      DATABASE_URL: databaseUrl,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const port = await portOf(child.stdout)
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal: AbortSignal.timeout(answerTimeoutMs),
    })
    if (ready.status !== 200) throw new Error(`The service came up and is not ready: ${await ready.text()}`)
    return { port, child }
  } catch (error) {
    await endNow(child)
    throw error
  }
}

/** Its screen says where it is, and last how it is stopped. */
async function portOf(screen: AsyncIterable<unknown>): Promise<number> {
  let text = ''
  for await (const chunk of screen) {
    text += String(chunk)
    const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text) ?? []
    if (port !== undefined && text.includes('Ctrl+C')) return Number(port)
  }
  throw new Error(`The service did not come up: ${text}`)
}

export async function endNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** As an operator stops it. */
export async function stopCleanly(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await ended
  if (code !== 0) throw new Error(`The service was asked to stop and ended with ${code}`)
}

/** One life of the service, from when it answers until it is killed or everybody has asked enough. */
type Round = {
  readonly port: number
  /** That a keyed query was answered for the first time: after the kill there is something to repeat. */
  readonly keyedAnswer: PromiseWithResolvers<void>
  isOver: boolean
  isKilled: boolean
}

const newRound = ({ port }: Service): Round => ({
  port,
  keyedAnswer: Promise.withResolvers<void>(),
  isOver: false,
  isKilled: false,
})

/** One in so many queries carries an Idempotency-Key. */
const keyedEvery = 5

/** So many of the keyed queries that were answered are sent again after a kill; those cut off all are. */
const repeatedAnswersMax = 4

/** Asks one query after another until the service dies; first again what the last death may have cut off. */
async function ask(seen: Sightings, caller: Caller, round: Round, engine: Engine): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (const keyed of [...caller.keyed]) {
      if (!(await askAgain(seen, caller, keyed, { agent, round, engine }))) return
    }
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

/** A report takes milliseconds; one that takes this long is lost. */
const answerTimeoutMs = 10_000

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

const queryPath = '/sandbox/relatorioBasico/v2/consulta'

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

/** Opens what the service left and walks its whole trail. */
async function audit(place: StoreLocation, { ledger, unexpected }: Sightings) {
  const store = await openStore(place)
  try {
    const { broken } = await verifyTrail(store.trail, 'sandbox')
    const byRequestId = new Map<string, Consultation>()
    const billedCounts = new Map<string, number>()
    let records = 0
    for await (const one of searchTrail(store.trail, 'sandbox', everything)) {
      records += 1
      if (isAnswer(one.outcome)) byRequestId.set(one.requestId, one)
      if (!one.billed) continue
      const query = `${one.clientId} ${one.document} ${one.product} ${one.features}`
      for (const key of [one.requestId, query]) billedCounts.set(key, (billedCounts.get(key) ?? 0) + 1)
    }
    const found = [...ledger].map(([requestId, told]) => ({ told, record: byRequestId.get(requestId) }))
    return {
      answered: ledger.size,
      withoutRecord: found.filter(({ record }) => record === undefined).length,
      records,
      chainWhole: broken === undefined,
      filesWhole: filesWhole(store, place),
      billed: found.filter(({ record }) => record?.billed).length,
      billedTwice: [...billedCounts.values()].filter((count) => count > 1).length,
      billingDiffering: found.filter(({ told, record }) => record && !isToldRight(told, record)).length,
      unexpected,
    }
  } finally {
    await store.close()
  }
}

/** A repeated answer says again what the first said; its own record is never billed. */
const isToldRight = (told: { isBilled: boolean; isReplay: boolean }, record: Consultation): boolean =>
  told.isReplay ? record.outcome === 'replayed' && !record.billed : told.isBilled === record.billed

const everything = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER, document: undefined, clientId: undefined }

function filesWhole({ engine }: Store, { dataDirectory }: StoreLocation): boolean {
  if (engine === 'postgres') return true
  return ['lastro.db', 'trail.db'].every((file) => {
    const db = new DatabaseSync(join(dataDirectory, file), { readOnly: true })
    const rows = db.prepare('pragma integrity_check').all()
    db.close()
    return rows.length === 1 && rows[0]?.integrity_check === 'ok'
  })
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

const killsDefault = 50
const connectionsDefault = 32

/** `npm run crash -- [kills] [sqlite|postgres]` */
async function main([killsAsked, engineAsked]: string[]): Promise<void> {
  const kills = killsAsked === undefined ? killsDefault : Number(killsAsked)
  const engines = (['sqlite', 'postgres'] as const).filter((one) => (engineAsked ?? one) === one)
  if (!Number.isInteger(kills) || kills < 1 || engines.length === 0) {
    process.stderr.write('npm run crash -- [kills] [sqlite|postgres]\n')
    process.exitCode = 1
    return
  }
  const reports: CrashReport[] = []
  print(columns.map(([name]) => name.padStart(name.length + 3)).join(''))
  for (const engine of engines) {
    const report = await withPlace(engine, (place) =>
      crashRun({ engine, place, kills, connections: connectionsDefault }),
    )
    reports.push(report)
    print(columns.map(([name, of]) => of(report, engine).padStart(name.length + 3)).join(''))
  }
  const faults = reports.flatMap(faultsOf)
  for (const fault of faults) print(fault)
  if (faults.length > 0) process.exitCode = 1
  const sum = (of: (report: CrashReport) => number) => reports.reduce((total, one) => total + of(one), 0)
  print(
    `${sum((one) => one.withoutRecord)} answers without a record in ${sum((one) => one.answered)} answers over ${sum((one) => one.kills)} kills`,
  )
}

const columns: readonly (readonly [string, (report: CrashReport, engine: Engine) => string])[] = [
  ['  engine', (_, engine) => engine],
  ['kills', (one) => String(one.kills)],
  ['answered', (one) => String(one.answered)],
  ['without record', (one) => String(one.withoutRecord)],
  ['records', (one) => String(one.records)],
  ['chain', (one) => (one.chainWhole ? 'whole' : 'broken')],
  ['billed', (one) => String(one.billed)],
  ['twice', (one) => String(one.billedTwice)],
  ['replays', (one) => String(one.replays)],
  ['differing', (one) => String(one.replaysDiffering)],
  ['resumed', (one) => String(one.resumed)],
  ['keys held', (one) => String(one.keysHeld)],
  ['restart ms max', (one) => one.restartMsMax.toFixed(0)],
]

/** A fresh place of its own, removed afterwards. */
export async function withPlace<Result>(
  engine: Engine,
  use: (place: StoreLocation) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lastro-crash-'))
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  try {
    return await use({ dataDirectory, databaseUrl: postgres?.url })
  } finally {
    await postgres?.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2))
