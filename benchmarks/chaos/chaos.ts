import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { scenarios } from '../../service/src/features/sandbox/test-documents.ts'
import type { Engine } from '../../service/src/store/engine/tables.ts'
import type { StoreLocation } from '../../service/src/store/open-store.ts'
import { debt, personOf } from '../../service/testing/listing-service.ts'
import { until } from '../../service/testing/until.ts'
import { credentialHeaders, registerClients } from '../crash/crash-callers.ts'
import {
  endNow,
  print,
  type Service,
  startAnswering,
  stopCleanly,
  withPlace,
} from '../crash/crash-service.ts'
import { type ChaosReceiver, chaosReceiver, type Inbox } from './chaos-receiver.ts'

export type ChaosRun = {
  readonly engine: Engine
  readonly place: StoreLocation
  readonly kills: number
}

export type ChaosReport = {
  readonly kills: number
  /** Changes that were acknowledged to whoever made them. */
  readonly acknowledged: number
  /** Of those, how many the store does not have. */
  readonly lost: number
  /** Changes in the history of listings that a watcher is to be told of. */
  readonly changes: number
  /** Of those, how many never were taken by the receiver. */
  readonly missing: number
  /** Messages that came for no change in the history: it was rolled back, or never was. */
  readonly phantoms: number
  readonly arrivals: number
  /** Arrivals of a message that had been answered 2xx, or not, before. */
  readonly repeats: number
  /** Messages that came before one of the same document that is earlier and had not been taken. */
  readonly disordered: number
  /** Messages that came again under their id with another body. */
  readonly changed: number
  readonly unsigned: number
  /** Deliveries that the log does not have as delivered. */
  readonly undelivered: number
}

/** One client of the sandbox: it lists, it watches what it lists, and a webhook of its own is told. */
type Client = {
  readonly headers: Readonly<Record<string, string>>
  readonly debts: { readonly id: string; isSuspended: boolean }[]
  readonly inbox: Inbox
}

const clientCount = 3
/** As many processes as share the work. SQLite has one. */
const serviceCount: Readonly<Record<Engine, number>> = { sqlite: 1, postgres: 2 }

const documents = scenarios
  .map((one) => one.document)
  .filter((one) => one.length === 11)
  .slice(0, 4)
const debtsPerDocument = 2

const killAfterMs = { min: 300, max: 1_500 } as const
/** A run in which next to nothing happened would prove next to nothing. */
const actsPerKill = 10
const actPauseMs = { min: 40, max: 200 } as const
const between = ({ min, max }: { readonly min: number; readonly max: number }) =>
  min + Math.random() * (max - min)

/** Past the second pause of the ladder, and so few that no ladder comes to its end before all is calm. */
const ladderStep = 'PT6M'
const wildRounds = 3

/**
 * Changes debts at random while their receiver misbehaves and the service is killed again and again. Then all is
 * calm, and every change in the history must have arrived: at least once, under one id, in the order of its document.
 */
export async function chaosRun({ engine, place, kills }: ChaosRun): Promise<ChaosReport> {
  const receiver = await chaosReceiver()
  const start = () => startAnswering(place, { LASTRO_WEBHOOK_NETWORKS: '127.0.0.1/32' })
  const services: Service[] = []
  try {
    for (let at = 0; at < serviceCount[engine]; at++) services.push(await start())
    const credentials = await registerClients(place, clientCount)
    const clients: Client[] = []
    for (const [at, one] of credentials.entries()) {
      const headers = await credentialHeaders(anyOf(services).port, one)
      clients.push(await watching(services, headers, receiver, `client-${at}`))
    }
    const acts: Acts = { acknowledged: new Set(), isOver: false }
    const acting = clients.flatMap((one) => [act(services, one, acts), act(services, one, acts)])
    for (let kill = 0; kill < kills; kill++) {
      await wait(between(killAfterMs))
      // Now and then the ladder is climbed while all this goes on.
      if (kill % 3 === 2) {
        const one = clients[Math.floor(kill / 3) % clients.length] as Client
        void moveClock(services, one, ladderStep).catch(() => undefined)
      }
      const at = Math.floor(Math.random() * services.length)
      await endNow((services[at] as Service).child)
      services[at] = await start()
    }
    await until(() => acts.acknowledged.size >= actsPerKill * kills, 'enough is changed')
    acts.isOver = true
    await Promise.all(acting)
    for (let round = 0; round < wildRounds; round++) {
      await Promise.all(clients.map((one) => moveClock(services, one, ladderStep)))
    }
    receiver.calm()
    await settle(services, clients)
    await Promise.all(services.map((one) => stopCleanly(one.child)))
    return { kills, ...(await audit(place, clients, acts.acknowledged)) }
  } finally {
    await Promise.all(services.map((one) => endNow(one.child)))
    receiver.close()
  }
}

const anyOf = <One>(list: readonly One[]): One => list[Math.floor(Math.random() * list.length)] as One

/** What is wrong with a run, in sentences; nothing when every promise held. */
export function faultsOf(report: ChaosReport): string[] {
  const counted = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`])
  return [
    ...counted(report.lost, 'acknowledged changes that the store does not have'),
    ...counted(report.missing, 'changes whose event never arrived'),
    ...counted(report.phantoms, 'events for changes that never were'),
    ...counted(report.disordered, 'events that overtook an earlier one of their document'),
    ...counted(report.changed, 'events that came again as something else'),
    ...counted(report.unsigned, 'messages whose signature does not verify'),
    ...counted(report.undelivered, 'deliveries that are not on record as delivered'),
  ]
}

/** Debts of its own are published; then it watches them. */
async function watching(
  services: readonly Service[],
  headers: Client['headers'],
  receiver: ChaosReceiver,
  name: string,
): Promise<Client> {
  const ask = (path: string, body: object) => asked(services, headers, 'POST', path, body)
  const debts: Client['debts'] = []
  for (const documento of documents) {
    for (let at = 0; at < debtsPerDocument; at++) {
      const { result } = await ask('/negativacao/v2/dividas', {
        ...debt,
        ...personOf(documento),
        documento,
        contractId: `CT-${at}`,
      })
      debts.push({ id: result.id, isSuspended: false })
    }
  }
  await ask('/relogio', { advance: 'P20D' })
  for (const documento of documents) await ask('/alertas/v2/documentos', { documento })
  const box = receiver.open(name)
  const { result } = await ask('/alertas/v2/webhooks', { url: box.url })
  box.secret = result.secret
  return { headers, debts, inbox: box.inbox }
}

type Result = {
  readonly result: {
    readonly id: string
    readonly secret: string
    readonly cursor?: string
    readonly occurrences?: readonly { readonly id: string }[]
  }
}

const answerTimeoutMs = 60_000

async function asked(
  services: readonly Service[],
  headers: Client['headers'],
  method: string,
  path: string,
  body?: object,
): Promise<Result> {
  const response = await call(services, headers, method, path, body)
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

const call = (
  services: readonly Service[],
  headers: Client['headers'],
  method: string,
  path: string,
  body?: object,
): Promise<Response> =>
  fetch(`http://127.0.0.1:${anyOf(services).port}/sandbox${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerTimeoutMs),
  })

type Acts = { readonly acknowledged: Set<string>; isOver: boolean }

/** Suspends debts and takes that back, one after another, whoever else does the same. */
async function act(services: readonly Service[], { headers, debts }: Client, acts: Acts): Promise<void> {
  while (!acts.isOver) {
    await wait(between(actPauseMs))
    const one = anyOf(debts)
    const path = `/negativacao/v2/dividas/${one.id}/suspensao`
    const body = one.isSuspended ? undefined : { courtOrder: 'processo 1' }
    try {
      const response = await call(services, headers, one.isSuspended ? 'DELETE' : 'POST', path, body)
      await response.text()
      const [, version] = /"(\d+)"/.exec(response.headers.get('etag') ?? '') ?? []
      if (response.ok) acts.acknowledged.add(`${one.id}:${version}`)
      // Refused means that another was quicker: it is the other way round by now.
      one.isSuspended = !one.isSuspended
    } catch {
      // Cut off by a kill: whether it happened is for the history to say.
    }
  }
}

const moveClock = (services: readonly Service[], { headers }: Client, advance: string) =>
  asked(services, headers, 'POST', '/relogio', { advance })

/** A killed process of several holds what it had claimed until its claim is over. */
const settleTimeoutMs = 600_000

/** Until everything that happened was taken; the clocks of the sandboxes run, so that nobody waits for hours. */
async function settle(services: readonly Service[], clients: readonly Client[]): Promise<void> {
  const untilMs = performance.now() + settleTimeoutMs
  while (performance.now() < untilMs) {
    const settled = await Promise.all(
      clients.map(async (one) => {
        await moveClock(services, one, 'PT10H')
        return isSettled(services, one)
      }),
    )
    if (settled.every((one) => one)) return
    await wait(1_000)
  }
}

async function isSettled(services: readonly Service[], { headers, inbox }: Client): Promise<boolean> {
  let cursor: string | undefined
  do {
    const page = `?limit=200${cursor === undefined ? '' : `&cursor=${cursor}`}`
    const { result } = await asked(services, headers, 'GET', `/alertas/v2/ocorrencias${page}`)
    if (result.occurrences?.some(({ id }) => inbox.messages.get(id)?.isTaken !== true)) return false
    cursor = result.cursor
  } while (cursor !== undefined)
  return true
}

/** Reads what the service left, by nothing of its own. */
async function audit(place: StoreLocation, clients: readonly Client[], acknowledged: ReadonlySet<string>) {
  const rows = await readAll(place)
  const history = new Set(rows.history.map((row) => `${row.listing_id}:${row.version}`))
  const told = new Map(rows.occurrences.map((row) => [String(row.shown), String(row.id)]))
  const messages = new Map(clients.flatMap(({ inbox }) => [...inbox.messages]))
  const known = new Set([...told].filter(([shown]) => history.has(shown)).map(([, id]) => id))
  const sum = (of: (inbox: Inbox) => number) => clients.reduce((total, one) => total + of(one.inbox), 0)
  const arrivals = [...messages.values()].reduce((total, one) => total + one.count, 0)
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((one) => !history.has(one)).length,
    changes: history.size,
    missing: [...history].filter((one) => messages.get(told.get(one) ?? '')?.isTaken !== true).length,
    phantoms: [...messages.keys()].filter((id) => !known.has(id)).length,
    arrivals,
    repeats: arrivals - messages.size,
    disordered: sum(({ faults }) => faults.disordered),
    changed: sum(({ faults }) => faults.changed),
    unsigned: sum(({ faults }) => faults.unsigned),
    undelivered: rows.deliveries.filter((row) => row.state !== 'delivered').length,
  }
}

const queries = {
  history: `select listing_id, version from listing_history where change in ('suspended', 'resumed')`,
  occurrences: 'select id, shown from occurrence',
  deliveries: 'select state from delivery',
} as const

type Rows = Readonly<Record<keyof typeof queries, readonly Readonly<Record<string, string>>[]>>

async function readAll({ dataDirectory, databaseUrl }: StoreLocation): Promise<Rows> {
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(dataDirectory, 'lastro.db'), { readOnly: true })
    const read = (sql: string) => db.prepare(sql).all() as Rows['history'][number][]
    const { history, occurrences, deliveries } = queries
    const rows = { history: read(history), occurrences: read(occurrences), deliveries: read(deliveries) }
    db.close()
    return rows
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const read = async (sql: string) => (await client.query(sql)).rows
  const rows = {
    history: await read(queries.history),
    occurrences: await read(queries.occurrences),
    deliveries: await read(queries.deliveries),
  }
  await client.end()
  return rows
}

const killsDefault = 20

/** `npm run chaos -- [kills] [sqlite|postgres]` */
async function main([killsAsked, engineAsked]: string[]): Promise<void> {
  const kills = killsAsked === undefined ? killsDefault : Number(killsAsked)
  const engines = (['sqlite', 'postgres'] as const).filter((one) => (engineAsked ?? one) === one)
  if (!Number.isInteger(kills) || kills < 1 || engines.length === 0) {
    process.stderr.write('npm run chaos -- [kills] [sqlite|postgres]\n')
    process.exitCode = 1
    return
  }
  const reports: ChaosReport[] = []
  for (const engine of engines) {
    const report = await withPlace(engine, (place) => chaosRun({ engine, place, kills }))
    reports.push(report)
    const figures = Object.entries(report).map(([name, value]) => `${name} ${value}`)
    print(`${engine}: ${figures.join(', ')}`)
  }
  const faults = reports.flatMap(faultsOf)
  for (const fault of faults) print(fault)
  if (faults.length > 0) process.exitCode = 1
  const sum = (of: (report: ChaosReport) => number) => reports.reduce((total, one) => total + of(one), 0)
  print(
    `${sum((one) => one.missing)} events missing, ${sum((one) => one.phantoms)} for changes that never were, ${sum((one) => one.disordered)} out of order, in ${sum((one) => one.changes)} changes over ${sum((one) => one.kills)} kills`,
  )
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2))
