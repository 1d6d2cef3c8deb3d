import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { sampleDocument } from '../service/src/features/bureau/sample/sample-document.ts'
import type { Engine } from '../service/src/store/engine/tables.ts'
import { openStore, type StoreLocation } from '../service/src/store/open-store.ts'
import type { Store } from '../service/src/store/store.ts'
import { startPostgres } from '../service/testing/servers/postgres-server.ts'
import { credentialHeaders, print } from './query/query.ts'
import { type Server, startService } from './stage/processes.ts'
import { benchClient, seed } from './stage/sample-stores.ts'

const registrationCount = 1_000_000
const changeCount = 10_000

export type AlertFigures = {
  readonly deliveriesPerSecond: number
  /** The most memory any of the processes ever held. */
  readonly peakMb: number
  /** How many of the arrivals were of a message that had come before. */
  readonly repeats: number
  /** How many messages each process sent. */
  readonly sentBy: readonly number[]
}

export type AlertBench = {
  readonly engine?: Engine
  readonly registrations?: number
  readonly changes?: number
}

/**
 * One client watches a million documents, and ten thousand of them change: how fast its webhook learns of it, from
 * when the changes are durable to the last arrival, each on record before it is sent. On PostgreSQL two processes
 * share the work.
 */
export async function benchAlerts(of: AlertBench = {}): Promise<AlertFigures> {
  const { engine = 'sqlite', registrations = registrationCount } = of
  const changes = Math.min(of.changes ?? changeCount, registrations)
  const directory = await mkdtemp(join(tmpdir(), 'lastro-bench-'))
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
  try {
    return await measure({ dataDirectory: directory, databaseUrl: postgres?.url }, { registrations, changes })
  } finally {
    await postgres?.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

type Counts = { readonly registrations: number; readonly changes: number }

async function measure(place: StoreLocation, counts: Counts): Promise<AlertFigures> {
  const store = await openStore(place)
  const receiver = await countingReceiver()
  const services: Server[] = []
  try {
    const credentials = await benchClient(store)
    await watch(store, credentials.clientId, counts.registrations)
    for (let at = 0; at < (place.databaseUrl === undefined ? 1 : 2); at++) services.push(await start(place))
    const [first] = services
    if (first === undefined) throw new Error('No service was started')
    await registerWebhook(first, await credentialHeaders(first, credentials), receiver.url)
    const pids = services.map((one) => one.process.pid ?? 0)
    const restMb = Math.max(...pids.map(peakMb))
    await change(store, counts)
    const startedAt = performance.now()
    await receiver.receivedAll(counts.changes)
    const seconds = (receiver.lastAtMs() - startedAt) / 1000
    const figures = {
      deliveriesPerSecond: counts.changes / seconds,
      peakMb: Math.max(...pids.map(peakMb)),
      repeats: receiver.repeats(),
      sentBy: pids.map((pid) => receiver.sentBy(pid)),
    }
    print(`${counts.registrations} registrations; at rest ${restMb.toFixed(0)} MB`)
    print(`${counts.changes} changes delivered in ${seconds.toFixed(1)} s, ${figures.repeats} of them again`)
    print(`sent by each process: ${figures.sentBy.join(', ')}`)
    print(
      `deliveries/s ${figures.deliveriesPerSecond.toFixed(0)}, peak memory ${figures.peakMb.toFixed(0)} MB`,
    )
    return figures
  } finally {
    for (const one of services) await one.stop()
    receiver.close()
    await store.close()
  }
}

const start = ({ dataDirectory, databaseUrl }: StoreLocation): Promise<Server> =>
  startService({
    LASTRO_DATA: dataDirectory,
    LASTRO_WEBHOOK_NETWORKS: '127.0.0.1/32',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  })

const statementCount = 1_000

async function watch({ alerts }: Store, clientId: string, count: number): Promise<void> {
  const startedAt = performance.now()
  for (let from = 0; from < count; from += statementCount) {
    const length = Math.min(statementCount, count - from)
    await alerts.documents.insert(
      Array.from({ length }, (_, at) => ({
        id: randomUUIDv7(),
        register: productionRegister,
        clientId,
        document: sampleDocument({ index: from + at, seed }),
        events: undefined,
        label: undefined,
        until: undefined,
        policy: undefined,
        version: 1,
        createdAtMs: Date.now(),
        requestKey: undefined,
      })),
      Date.now(),
    )
  }
  const seconds = (performance.now() - startedAt) / 1000
  process.stderr.write(`registered ${count} documents in ${seconds.toFixed(0)} s\n`)
}

async function registerWebhook(
  { port }: Server,
  headers: Readonly<Record<string, string>>,
  url: string,
): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/alertas/v2/webhooks`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  if (response.status !== 201) throw new Error(`The service answered ${response.status}`)
}

/** Events of different documents, spread over all that are watched, as a change of a listing writes them. */
async function change({ outbox }: Store, { registrations, changes }: Counts): Promise<void> {
  const stride = Math.floor(registrations / changes)
  for (let from = 0; from < changes; from += statementCount) {
    const length = Math.min(statementCount, changes - from)
    const nowMs = Date.now()
    await outbox.add(
      Array.from({ length }, (_, at) => ({
        id: `bench-${from + at}.1`,
        topic: 'listing.published',
        register: productionRegister,
        clientId: 'bench',
        payload: {
          listingId: `bench-${from + at}`,
          version: 1,
          on: '2026-11-16',
          documento: sampleDocument({ index: (from + at) * stride, seed }),
          isForReaders: true,
          shown,
        },
        createdAtMs: nowMs,
        dueAtMs: nowMs,
      })),
    )
  }
}

const shown = {
  section: 'listingP',
  occurrenceDate: '2026-03-10',
  legalNatureId: 'CP',
  legalNature: 'CRED PESSOAL',
  contractId: 'CT-1001',
  creditorName: 'LOJAS DE EXEMPLO LTDA',
  amount: '1520.33',
  principal: 'true',
  flagSubJudice: 'false',
}

/** Answers at once, and counts by process: each keeps its connections. */
async function countingReceiver() {
  const ids = new Set<string>()
  const sent = new Map<Socket, number>()
  let arrivals = 0
  let lastAtMs = 0
  const server = createServer((request, answer) => {
    const { socket } = request
    request.resume().on('end', () => {
      arrivals += 1
      ids.add(String(request.headers['webhook-id']))
      sent.set(socket, (sent.get(socket) ?? 0) + 1)
      lastAtMs = performance.now()
      answer.end()
    })
  })
  const owners = new Map<Socket, number>()
  server.on('connection', (socket) => owners.set(socket, socketInode(socket.remotePort ?? 0)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    receivedAll: async (count: number) => {
      for (let seen = -1; ids.size < count; seen = ids.size) {
        await wait(silenceMaxMs / 100)
        if (ids.size === seen && performance.now() - lastAtMs > silenceMaxMs && lastAtMs > 0) {
          throw new Error(`Only ${ids.size} of ${count} arrived`)
        }
      }
    },
    lastAtMs: () => lastAtMs,
    repeats: () => arrivals - ids.size,
    sentBy: (pid: number) => {
      const inodes = inodesOf(pid)
      return [...sent].reduce((sum, [socket, count]) => {
        return inodes.has(owners.get(socket) ?? 0) ? sum + count : sum
      }, 0)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Past this silence nothing more will come. */
const silenceMaxMs = 30_000

/** The other end of a connection on this machine, as the system numbers it. */
function socketInode(port: number): number {
  const hex = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((one) => one.trim().split(/\s+/))
    .find(([, local = '']) => local.endsWith(hex))
  return Number(line?.[9] ?? 0)
}

const inodesOf = (pid: number): ReadonlySet<number> =>
  new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`)) ?? []
      return inode === undefined ? [] : [Number(inode)]
    }),
  )

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

const peakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
