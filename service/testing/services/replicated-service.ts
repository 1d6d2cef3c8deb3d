import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import { addDays, dayAt } from '@lastro/rules/calendar/day.ts'
import pg from 'pg'
import { systemClock } from '../../src/clock.ts'
import { loadSubjects } from '../../src/features/bureau/load-subjects.ts'
import { debt } from '../../src/features/sandbox/invented.ts'
import { openPostgres } from '../../src/store/engine/postgres.ts'
import type { Store } from '../../src/store/store.ts'
import { cleanUp } from '../clean-up.ts'
import { newDirectory } from '../engines.ts'
import { type Answer, runService } from '../running-service.ts'
import { until } from '../until.ts'

/** So long that a replica whose replay is paused is not put out of use for its lag. */
export const patientLagMs = 60_000

/** A service that reads from replicas, with a client in production that may ask for everything. */
export async function replicatedService(
  databaseUrl: string,
  urls: readonly string[],
  lagMaxMs: number = patientLagMs,
) {
  const open = () => openPostgres(databaseUrl, { urls, lagMaxMs })
  const place = { engine: 'postgres', databaseUrl, dataDirectory: newDirectory(), open } as const
  const store = await open()
  const service = await runService({ place, store })
  cleanUp(service.close)
  const client = await service.newSession('production')
  await store.clients.setContract(client.clientId, wholeContract)
  const { clientId: client_id, clientSecret: client_secret } = client
  const token = await service.call('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id, client_secret },
  })
  const as = { ...client, token: String(token.at('access_token')) }
  const report = (documento: string): Promise<Answer> =>
    service.call('/relatorioBasico/v2/consulta', { as, body: { documento } })
  /** How many debts a report shows. */
  const debtsOf = async (documento: string): Promise<number> => {
    const answer = await report(documento)
    assert.equal(answer.status, 200, answer.text)
    return Number(answer.at('result.report.negativeData.listingP.summary.count'))
  }
  const figure = async (line: string): Promise<number> => {
    const page = await (await fetch(`${service.url}/metrics`)).text()
    const found = page.split('\n').find((one) => one.startsWith(`${line} `))
    return Number(found?.split(' ')[1])
  }
  const isInUse = async (url: string) => (await figure(`lastro_replica_in_use{${labelOf(url)}}`)) === 1
  return {
    place,
    store,
    service,
    as,
    report,
    debtsOf,
    figure,
    isInUse,
    answeredBy: (url: string) => figure(`lastro_replica_reads_total{${labelOf(url)}}`),
    inUse: (url: string) => until(() => isInUse(url), 'the replica is in use'),
    outOfUse: (url: string) => until(async () => !(await isInUse(url)), 'the replica is out of use'),
  }
}

const labelOf = (url: string): string => `replica="${new URL(url).host}"`

/** Loads somebody with so many debts, as the command does. */
export async function loadDebtor(store: Store, documento: string, debts: number): Promise<void> {
  const day = addDays(dayAt(systemClock.nowMs()), -60)
  const negativeItems = Array.from({ length: debts }, (_, at) =>
    debt('listingP', day, { contractId: `C-${at}` }),
  )
  const subject: Subject = { documento, registration: { consumerName: 'PESSOA DE EXEMPLO' }, negativeItems }
  async function* stream() {
    yield Buffer.from(JSON.stringify(subject))
  }
  const { kept } = await loadSubjects({ subjects: store.subjects, clock: systemClock }, stream(), {
    language: 'en',
    onRefused: (_, reason) => assert.fail(reason),
    onProgress: () => undefined,
  })
  assert.equal(kept, 1)
}

/** What a server says, asked past the service. */
export async function askServer<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Does something while these replicas get the log and do not replay it. */
export async function whilePaused(urls: readonly string[], work: () => Promise<void>): Promise<void> {
  for (const url of urls) await askServer(url, 'select pg_wal_replay_pause()')
  try {
    await work()
  } finally {
    for (const url of urls) await askServer(url, 'select pg_wal_replay_resume()')
  }
}
