import { setTimeout as wait } from 'node:timers/promises'
import { scenarios } from '../../service/src/features/sandbox/test-documents.ts'
import type { Engine } from '../../service/src/store/engine/tables.ts'
import type { StoreLocation } from '../../service/src/store/open-store.ts'
import { debt, personOf } from '../../service/testing/invented/invented-debt.ts'
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
import { auditCorrections, type CorrectionsReport, waitingCorrections } from './audit-corrections.ts'
import { type ChaosReceiver, chaosReceiver, type Inbox } from './chaos-receiver.ts'
import { leftRows } from './left-rows.ts'

export type ChaosRun = {
  readonly engine: Engine
  readonly place: StoreLocation
  readonly kills: number
}

export type ChaosReport = CorrectionsReport & {
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
const actsPerKill = 25

/** So many that some of each kind are among them. */
const actsMin = 50
const actPauseMs = { min: 40, max: 200 } as const
const between = ({ min, max }: { readonly min: number; readonly max: number }) =>
  min + Math.random() * (max - min)

/** Past the second pause of the ladder, and so few that no ladder comes to its end before all is calm. */
const ladderStep = 'PT6M'
const wildRounds = 3

/**
 * Changes debts at random while their receiver misbehaves and the service is killed again and again. Then all is
 * calm, and every change in the history must have arrived: at least once, under one id, in the order of its document.
 * So must every correction, to whoever was shown what was wrong.
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
    await until(() => acts.acknowledged.size >= Math.max(actsMin, actsPerKill * kills), 'enough is changed')
    acts.isOver = true
    await Promise.all(acting)
    for (let round = 0; round < wildRounds; round++) {
      await Promise.all(clients.map((one) => moveClock(services, one, ladderStep)))
    }
    receiver.calm()
    await settle(services, clients, place)
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
    ...counted(report.untold, 'corrections that a reader was never told'),
    ...counted(report.toldTwice, 'corrections that a reader was told under two ids'),
    ...counted(report.toldInVain, 'corrections told to whoever was shown nothing wrong'),
    ...counted(report.consulted, 'readers for whom being told counts as a consultation'),
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
        // Far apart: one lowered to the terms of another that is suspended would be held for review, as
        // `same_terms_as_ended`, and its later changes would reach nobody.
        amount: `${(at + 1) * 1_000}.00`,
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

/** How often in a hundred a report is read, and a value lowered; otherwise a debt is suspended, or that taken back. */
const shares = { report: 20, lower: 25 } as const

/** Reads reports, lowers values, suspends debts and takes that back, one after another, whoever else does the same. */
async function act(services: readonly Service[], client: Client, acts: Acts): Promise<void> {
  const { headers, debts } = client
  while (!acts.isOver) {
    await wait(between(actPauseMs))
    const one = anyOf(debts)
    const drawn = Math.random() * 100
    if (drawn < shares.report + shares.lower) {
      const isReport = drawn < shares.report
      // Cut off by a kill: whether it happened is for the history and the trail to say.
      await (isReport ? read(services, client) : lower(services, client, one.id, acts)).catch(() => undefined)
      continue
    }
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

/** Whoever reads a report is shown what it says, and is told when that was wrong. */
async function read(services: readonly Service[], { headers }: Client): Promise<void> {
  const body = { documento: anyOf(documents) }
  await (await call(services, headers, 'POST', '/relatorioBasico/v2/consulta', body)).text()
}

/** By a cent, from what it is now: nobody's change goes up. */
async function lower(
  services: readonly Service[],
  { headers }: Client,
  id: string,
  acts: Acts,
): Promise<void> {
  const path = `/negativacao/v2/dividas/${id}`
  const status = await call(services, headers, 'GET', path)
  const { result } = (await status.json()) as { readonly result: { readonly amount: string } }
  const cents = Number(result.amount.replace('.', '')) - 1
  const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  const ifMatch = { 'If-Match': status.headers.get('etag') ?? '' }
  const response = await call(services, { ...headers, ...ifMatch }, 'PATCH', path, { amount })
  await response.text()
  const [, version] = /"(\d+)"/.exec(response.headers.get('etag') ?? '') ?? []
  if (response.ok) acts.acknowledged.add(`${id}:${version}`)
}

const moveClock = (services: readonly Service[], { headers }: Client, advance: string) =>
  asked(services, headers, 'POST', '/relogio', { advance })

/** A killed process of several holds what it had claimed until its claim is over. */
const settleTimeoutMs = 600_000

/** Until everything that happened was taken; the clocks of the sandboxes run, so that nobody waits for hours. */
async function settle(
  services: readonly Service[],
  clients: readonly Client[],
  place: StoreLocation,
): Promise<void> {
  const untilMs = performance.now() + settleTimeoutMs
  while (performance.now() < untilMs) {
    const settled = await Promise.all(
      clients.map(async (one) => {
        await moveClock(services, one, 'PT10H')
        return isSettled(services, one)
      }),
    )
    if (settled.every((one) => one) && (await waitingCorrections(place)) === 0) return
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

/** Holds what arrived against what the service left. */
async function audit(place: StoreLocation, clients: readonly Client[], acknowledged: ReadonlySet<string>) {
  const rows = await leftRows(place, queries)
  const placeOf = (row: (typeof rows.history)[number]) => `${row.listing_id}:${row.version}`
  const history = new Set(rows.history.map(placeOf))
  const changes = rows.history.filter((row) => row.change !== 'changed').map(placeOf)
  const alerts = rows.occurrences.filter((row) => row.event !== 'listing.corrected')
  const told = new Map(alerts.map((row) => [String(row.shown), String(row.id)]))
  const messages = new Map(clients.flatMap(({ inbox }) => [...inbox.messages]))
  const known = new Set(
    rows.occurrences
      // A watcher is told that a listing was corrected without being shown one that is hidden.
      .filter(
        (row) => history.has(String(row.shown)) || (row.event === 'listing.corrected' && row.shown === ''),
      )
      .map((row) => String(row.id)),
  )
  const sum = (of: (inbox: Inbox) => number) => clients.reduce((total, one) => total + of(one.inbox), 0)
  const arrivals = [...messages.values()].reduce((total, one) => total + one.count, 0)
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((one) => !history.has(one)).length,
    changes: changes.length,
    missing: changes.filter((one) => messages.get(told.get(one) ?? '')?.isTaken !== true).length,
    phantoms: [...messages.keys()].filter((id) => !known.has(id)).length,
    arrivals,
    repeats: arrivals - messages.size,
    disordered: sum(({ faults }) => faults.disordered),
    changed: sum(({ faults }) => faults.changed),
    unsigned: sum(({ faults }) => faults.unsigned),
    undelivered: rows.deliveries.filter((row) => row.state !== 'delivered').length,
    ...(await auditCorrections(place, messages)),
  }
}

const queries = {
  history: {
    sql: `select listing_id, version, change from listing_history
      where change in ('suspended', 'resumed', 'changed')`,
  },
  occurrences: { sql: 'select id, shown, event from occurrence' },
  deliveries: { sql: 'select state from delivery' },
} as const

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
    `${sum((one) => one.missing)} events missing, ${sum((one) => one.phantoms)} for changes that never were, ${sum((one) => one.disordered)} out of order, ${sum((one) => one.untold)} of ${sum((one) => one.corrections)} corrections not told to a reader, ${sum((one) => one.toldTwice)} told under two ids, in ${sum((one) => one.changes)} changes over ${sum((one) => one.kills)} kills`,
  )
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2))
