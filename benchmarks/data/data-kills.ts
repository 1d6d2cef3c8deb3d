import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { systemClock } from '../../service/src/clock.ts'
import { receita } from '../../service/src/data/receita/receita.ts'
import { unpackCompany } from '../../service/src/data/receita/unpack-company.ts'
import { writeSample } from '../../service/src/data/sample/write-sample.ts'
import { openSnapshots, type SnapshotLocation } from '../../service/src/data/snapshots/open-snapshots.ts'
import { switchedTopic } from '../../service/src/features/public-data/data-catalogue.ts'
import type { Engine } from '../../service/src/store/engine/tables.ts'
import { openStore } from '../../service/src/store/open-store.ts'
import { startPostgres } from '../../service/testing/servers/postgres-server.ts'
import { print } from '../query/query.ts'
import { startImport } from './import-process.ts'

const killCountDefault = 20

/** Long enough for an import of this many to be killed in any of its steps. */
const companyCount = 20_000

/**
 * Kills imports at moments spread over their whole run, going on or beginning anew in turn. After each, one whole
 * snapshot must be served, and the outbox must have told of every switch once. Returns what was not so.
 */
export async function dataKills(engine: Engine, kills = killCountDefault): Promise<readonly string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'lastro-kills-'))
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
  try {
    const data = { dataDirectory: join(directory, 'data'), databaseUrl: postgres?.url }
    return await killAll(directory, data, kills)
  } finally {
    await postgres?.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function killAll(directory: string, data: SnapshotLocation, kills: number): Promise<readonly string[]> {
  const today = dayAt(systemClock.nowMs())
  const zips = [join(directory, 'one'), join(directory, 'two')]
  for (const [seed, to] of zips.entries()) {
    await writeSample(receita, { companies: companyCount, seed, date: today }, to)
  }
  const begunMs = performance.now()
  await once(startImport(data, zips[0] ?? ''), 'exit')
  const wholeMs = performance.now() - begunMs
  const faults: string[] = []
  let ended = 1
  for (let kill = 0; kill < kills; kill++) {
    const child = startImport(data, zips[kill % 2] ?? '', kill % 3 === 0 ? [] : ['--resume'])
    const exit = once(child, 'exit')
    await Promise.race([exit, wait((wholeMs * (kill + 1)) / kills)])
    child.kill('SIGKILL')
    const [code] = await exit
    if (code === 0) ended++
    faults.push(...(await faultsIn(data)).map((one) => `kill ${kill + 1}: ${one}`))
  }
  print(`${kills} kills, ${ended} imports that ended, ${faults.length} faults`)
  for (const fault of faults) print(fault)
  return faults
}

/** Reads of one turn share a statement. */
const keysAtOnce = 4_000

async function faultsIn(place: SnapshotLocation): Promise<readonly string[]> {
  const store = await openStore(place)
  const snapshots = await openSnapshots(place)
  try {
    const served = await store.dataCatalogue.served()
    const [one] = served
    if (served.length !== 1 || one === undefined) return [`${served.length} snapshots are served`]
    const reader = await snapshots.open({ location: one.id })
    let found = 0
    for (let key = 1_000_000; key < 1_400_000; key += keysAtOnce) {
      const keys = Array.from({ length: keysAtOnce }, (_, at) => key + at)
      const records = await Promise.all(keys.map(async (one) => reader.read('company', one)))
      found += records.filter((one, at) => one && unpackCompany(key + at, one).headOffice).length
    }
    await reader.close()
    const told = await store.outbox.read(switchedTopic, 10_000)
    const targets = told.map(({ payload }) => payload.to)
    const chain = told.every(({ payload }, at) => payload.from === (at === 0 ? null : targets[at - 1]))
    return [
      ...(found > 0 ? [] : ['the served snapshot has no companies']),
      ...(targets.at(-1) === one.id ? [] : ['the last switch told is not to what is served']),
      ...(chain ? [] : ['a switch was told twice, or not at all']),
    ]
  } finally {
    await snapshots.close()
    await store.close()
  }
}
