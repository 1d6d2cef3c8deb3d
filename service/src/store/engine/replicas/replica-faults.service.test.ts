import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, test } from 'vitest'
import { importSample } from '../../../../testing/imported-data.ts'
import { memberAt } from '../../../../testing/running-service.ts'
import { startPostgresReplicas } from '../../../../testing/servers/postgres-pair.ts'
import type { RunningServer } from '../../../../testing/servers/postgres-server.ts'
import {
  loadDebtor,
  replicatedService,
  whilePaused,
} from '../../../../testing/services/replicated-service.ts'
import { until } from '../../../../testing/until.ts'
import { systemClock } from '../../../clock.ts'
import { receita } from '../../../data/receita/receita.ts'
import { openPostgres } from '../postgres.ts'

const cluster = await startPostgresReplicas(['two'])
afterAll(cluster.stop)
let [replica] = cluster.replicas as [RunningServer]
const { url } = replica
const replicated = await replicatedService(cluster.primary.url, [url], 1_000)
const document = withCheckDigits('000500001')
await loadDebtor(replicated.store, document, 2)

/** Callers ask all the while, and every one of them has to be told of both debts. */
async function whileAsked(work: (answered: () => number) => Promise<void>): Promise<void> {
  let isOver = false
  let answered = 0
  const ask = async () => {
    while (!isOver) {
      assert.equal(await replicated.debtsOf(document), 2)
      answered += 1
    }
  }
  const asking = Promise.all(Array.from({ length: 6 }, ask))
  // A caller that is told anything else ends the wait for the rest.
  await Promise.race([work(() => answered), asking.then(() => undefined)])
  isOver = true
  await asking
}

const helpsAgain = async () => {
  await replicated.inUse(url)
  const before = await replicated.answeredBy(url)
  await until(async () => {
    await replicated.debtsOf(document)
    return (await replicated.answeredBy(url)) > before
  }, 'the replica answers again')
}

test('a replica that hangs costs its help and nothing else, and helps again when it wakes up', async () => {
  await helpsAgain()
  await whileAsked(async (answered) => {
    replica.freeze()
    await replicated.outOfUse(url)
    const before = answered()
    await until(() => answered() > before + 50)
  })
  replica.thaw()
  await helpsAgain()
})

test('a replica that dies costs its help and nothing else, and helps again when it is back', async () => {
  await whileAsked(async (answered) => {
    await replica.kill()
    await replicated.outOfUse(url)
    const before = answered()
    await until(() => answered() > before + 50)
    replica = await cluster.restart(replica)
    await replicated.inUse(url)
  })
  await helpsAgain()
})

test('a service starts, and stops, with a replica that hangs', async () => {
  replica.freeze()
  const store = await openPostgres(cluster.primary.url, { urls: [url], lagMaxMs: 1_000 })
  store.replicas?.start()
  assert.equal((await store.subjects.readFacts(document))?.negativeItems?.length, 2)
  assert.deepEqual(await store.replicas?.caughtUp(), [new URL(url).host])
  await store.close()
  replica.thaw()
})

test('public data is read from a replica that has all of it, and from the primary until then', async () => {
  await helpsAgain()
  const search = () =>
    replicated.service.call('/empresas/v2/busca', { as: replicated.as, body: { name: 'ltda', limit: 5 } })
  const reported = async (company: string) => {
    const answer = await replicated.report(company)
    assert.equal(answer.status, 200, answer.text)
    assert.match(answer.headers.get('x-report-sources') ?? '', /receita/)
    return answer.at('result.report.registration')
  }
  let found: unknown
  let company = ''
  let fromPrimary: unknown
  await whilePaused([url], async () => {
    const sample = { companies: 60, seed: 3, date: '2026-10-11' as Day, isSearchable: true }
    await importSample({ ...replicated, clock: systemClock }, receita, sample)
    await replicated.service.lookAtData()
    found = (await search()).at('result.companies')
    company = String(memberAt(found, '0.documento'))
    fromPrimary = await reported(company)
    assert.ok(fromPrimary !== undefined)
  })
  await helpsAgain()
  const before = await replicated.answeredBy(url)
  // The bureau and the register are asked for the report, and the index and its rows for the search.
  await until(async () => {
    assert.deepEqual(await reported(company), fromPrimary)
    assert.deepEqual((await search()).at('result.companies'), found)
    return (await replicated.answeredBy(url)) >= before + 4
  }, 'the replica has answered')
})
