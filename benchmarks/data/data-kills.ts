import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays, dayAt } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { systemClock } from '../../service/src/clock.ts'
import { receita } from '../../service/src/data/receita/receita.ts'
import { writeSample } from '../../service/src/data/sample/write-sample.ts'
import type { SnapshotLocation } from '../../service/src/data/snapshots/open-snapshots.ts'
import { registerClient } from '../../service/src/features/clients/register-client.ts'
import { switchedTopic } from '../../service/src/features/public-data/data-catalogue.ts'
import type { Engine } from '../../service/src/store/engine/tables.ts'
import type { Store } from '../../service/src/store/store.ts'
import { watchedDocument } from '../../service/testing/invented/watched-document.ts'
import { startPostgres } from '../../service/testing/servers/postgres-server.ts'
import { until } from '../../service/testing/until.ts'
import { endNow, startService } from '../crash/crash-service.ts'
import { print } from '../query/query.ts'
import { startImport } from './import-process.ts'
import {
  type Edition,
  type Expected,
  eventFaults,
  expectSwitch,
  headOfficesOf,
  snapshotFaults,
  withStore,
} from './kill-audit.ts'

export type KillRun = {
  readonly kills: number
  /** Long enough for an import of this many to be killed in any of its steps. */
  readonly companies: number
  /** Of each seed; every switch changes all of them. More than one page of them, so that a kill falls between two. */
  readonly watched: number
  /** Of the service that tells, for each edition that was switched to. */
  readonly tellingKills: number
}

const usualRun: KillRun = { kills: 20, companies: 20_000, watched: 300, tellingKills: 3 }

/** So many kills at most before an edition may end, so that it is told. */
const killsForEdition = 4

/**
 * Kills imports of ever newer editions at moments spread over their whole run, going on or beginning anew in turn, and
 * the service while it tells what each has changed. After each kill one whole edition must be served, as its account
 * says, and the outbox must have told of every switch once; in the end every watched company was told of every change
 * once. Returns what was not so.
 */
export async function dataKills(
  engine: Engine,
  kills = usualRun.kills,
  run: Partial<KillRun> = {},
): Promise<readonly string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'lastro-kills-'))
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
  try {
    const place = { dataDirectory: join(directory, 'data'), databaseUrl: postgres?.url }
    return await killAll({ ...usualRun, ...run, kills }, directory, place)
  } finally {
    await postgres?.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function killAll(run: KillRun, directory: string, place: SnapshotLocation): Promise<readonly string[]> {
  const editions: (Edition & { readonly from: string })[] = []
  const next = async () => {
    editions.push(await writtenEdition(run, directory, editions.length))
    return editions.at(-1)?.from ?? ''
  }
  const begunMs = performance.now()
  await ended(place, await next())
  const wholeMs = performance.now() - begunMs
  const watched = await watchedIn(place, run)
  const expected: Expected = new Map()
  const faults: string[] = []
  let from = await next()
  let sinceSwitch = 0
  await told(place, { tellingKills: 0 })
  for (let kill = 0; kill < run.kills; kill++) {
    const options = kill % 3 === 0 ? [] : ['--resume']
    await killedAfter((wholeMs * (kill + 1)) / run.kills, startImport(place, from, options))
    faults.push(...(await snapshotFaults(place, editions)).map((one) => `kill ${kill + 1}: ${one}`))
    sinceSwitch += 1
    const isLast = kill === run.kills - 1
    if (!(await isSwitched(place, editions.at(-1)))) {
      if (sinceSwitch < killsForEdition && !isLast) continue
      await ended(place, from, ['--resume'])
    }
    await expectSwitch(place, await lastSwitch(place), watched, expected)
    await told(place, run)
    faults.push(...(await eventFaults(place, expected)).map((one) => `edition ${editions.length}: ${one}`))
    sinceSwitch = 0
    if (!isLast) from = await next()
  }
  faults.push(...(await snapshotFaults(place, editions)))
  const events = [...expected.values()].reduce((sum, one) => sum + one, 0)
  print(
    `${run.kills} kills, ${editions.length} editions, ${events} events of ${watched.length} watched companies, ${faults.length} faults`,
  )
  for (const fault of faults) print(fault)
  // A run in which nothing had to be told proves nothing.
  return events > 0 ? faults : [...faults, 'nothing was to be told']
}

/** The farthest that a year told by one digit is still known by: editions are of these days, one after the other. */
const firstDayBack = 200

async function writtenEdition({ companies }: KillRun, directory: string, at: number) {
  const date = addDays(dayAt(systemClock.nowMs()), at - firstDayBack)
  const from = join(directory, String(at))
  const edition = { seed: at % 2, companies, date }
  await writeSample(receita, edition, from)
  return { ...edition, from }
}

/** An import that nobody stops. */
async function ended(place: SnapshotLocation, from: string, options: readonly string[] = []): Promise<void> {
  const [code] = await once(startImport(place, from, options), 'exit')
  if (code !== 0) throw new Error(`an import that nobody stopped ended with ${code}`)
}

async function killedAfter(ms: number, child: ReturnType<typeof startImport>): Promise<void> {
  const exit = once(child, 'exit')
  await Promise.race([exit, wait(ms)])
  child.kill('SIGKILL')
  await exit
}

/** Companies of both seeds: with each edition those of one come into the register, and those of the other leave it. */
const watchedIn = (place: SnapshotLocation, { watched }: KillRun): Promise<readonly DocumentNumber[]> =>
  withStore(place, async (store) => {
    const { clientId } = await registerClient(
      { clients: store.clients, clock: systemClock },
      { environment: 'production', name: 'Kills' },
    )
    const documents = [0, 1].flatMap((seed) => headOfficesOf(seed, watched))
    const createdAtMs = systemClock.nowMs()
    const registered = documents.map((document) => watchedDocument({ clientId, document, createdAtMs }))
    await store.alerts.documents.insert(registered, createdAtMs)
    return documents
  })

const isSwitched = (place: SnapshotLocation, edition: Edition | undefined): Promise<boolean> =>
  withStore(place, async (store) => (await store.dataCatalogue.served())[0]?.date === edition?.date)

const lastSwitch = (place: SnapshotLocation) =>
  withStore(place, async (store) => {
    const last = (await store.outbox.read(switchedTopic, 10_000)).at(-1)
    return { from: String(last?.payload.from), to: String(last?.payload.to) }
  })

/** Lets a service tell what the last switch has changed, and kills it at that; the last one of them comes to the end. */
async function told(place: SnapshotLocation, { tellingKills }: Pick<KillRun, 'tellingKills'>): Promise<void> {
  for (let life = 0; life <= tellingKills; life++) {
    const isLast = life === tellingKills
    const service = startService(place)
    service.stdout.resume()
    try {
      // Looked at all the time, so that the kill falls between two pages.
      await withStore(place, (store) => until(() => hasTold(store, isLast ? 'all' : 'some'), 'it tells'))
      if (!isLast) await wait(life * 10)
    } finally {
      await endNow(service)
    }
    await released(place)
  }
}

async function hasTold({ dataCatalogue, dataComparisons }: Store, much: 'some' | 'all'): Promise<boolean> {
  const [[served], comparison] = await Promise.all([dataCatalogue.served(), dataComparisons.find('receita')])
  const isDone = comparison?.next === undefined && comparison?.told.id === served?.id
  return isDone || (much === 'some' && comparison?.next !== undefined)
}

/** What a killed service had claimed would wait for five minutes. */
const released = (place: SnapshotLocation): Promise<void> =>
  withStore(place, async (store) => {
    const nowMs = systemClock.nowMs()
    for (const { id } of await store.outbox.read(switchedTopic, 10_000)) await store.outbox.retry(id, nowMs)
  })
