import assert from 'node:assert/strict'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { afterAll, describe, test } from 'vitest'
import { changeRows } from '../../../testing/change-rows.ts'
import { engines, newPlace } from '../../../testing/engines.ts'
import { ana, bia, storeOfClients } from '../../../testing/invented/two-clients.ts'
import { asOverWorkers } from '../../../testing/over-workers.ts'
import { asBeforeOwners, trailNames } from '../../../testing/trail-names.ts'
import { verifyTrail } from '../../features/trail/seals/verify-trail.ts'
import type { TrailStore } from '../../features/trail/trail-store.ts'
import { openSqlite } from '../engine/sqlite.ts'

const noonMs = Date.parse('2026-11-16T12:00:00-03:00')
const shared = withCheckDigits('100000001')

const draft = (over: Partial<ConsultationDraft>): ConsultationDraft => ({
  atMs: noonMs,
  clientId: ana,
  purpose: 'credit_analysis',
  document: shared,
  product: 'relato',
  features: '',
  listings: '',
  address: '127.0.0.1',
  requestId: '',
  outcome: 'answered',
  priceCents: 100,
  key: '',
  repeatWindowMs: 3_600_000,
  ...over,
})

/** Whether each is paid for, or was by the one before. */
async function assertBilledApart(append: TrailStore['append']): Promise<void> {
  const asked = [
    ['production', ana, 'p1'],
    ['sandbox', ana, 's1'],
    ['production', bia, 'p2'],
    ['production', ana, 'p3'],
    ['sandbox', bia, 's2'],
    ['production', bia, 'p4'],
  ] as const
  const billings = []
  for (const [environment, clientId, requestId] of asked)
    billings.push(...(await append(environment, [draft({ clientId, requestId })])))
  assert.deepEqual(billings, ['billed', 'billed', 'billed', 'repeat', 'billed', 'repeat'])
  // What was paid for under a key of one client is not paid for by that client's key alone.
  const keyed = { key: 'k', repeatWindowMs: 0, product: 'cadastral' }
  assert.deepEqual(await append('production', [draft({ ...keyed, requestId: 'p5' })]), ['billed'])
  const other = draft({ ...keyed, clientId: bia, requestId: 'p6' })
  assert.deepEqual(await append('production', [other]), ['billed'])
  assert.deepEqual(await append('sandbox', [draft({ ...keyed, requestId: 's3' })]), ['billed'])
}

const isPostgres = engines.includes('postgres')

test('a store over workers bills each client and each environment by itself', {
  skip: !isPostgres,
}, async () => {
  const place = await newPlace('postgres')
  await (await storeOfClients('postgres', place)).close()
  await assertBilledApart(asOverWorkers(place).append)
})

for (const engine of engines) {
  describe(`two chains and several clients in one store on ${engine}`, async () => {
    const store = await storeOfClients(engine)
    afterAll(store.close)
    const { trail } = store
    const { firstLink } = trailNames(engine)
    const always = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }
    const requestIds = (links: readonly { readonly records: string }[]) =>
      links.flatMap(({ records }) => records.split('\n').map((one) => readRecord(one).requestId))

    test('the same query of another client, or in the other environment, is billed by itself', () =>
      assertBilledApart(trail.append))

    test('each environment has a chain of its own, and each of them holds', async () => {
      const ids = async (environment: 'production' | 'sandbox') =>
        requestIds(await Array.fromAsync(trail.links(environment)))
      assert.deepEqual(await ids('production'), ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'])
      assert.deepEqual(await ids('sandbox'), ['s1', 's2', 's3'])
      const lastLinks = async (environment: 'production' | 'sandbox') =>
        (await trail.heads(environment)).map(({ number }) => number)
      assert.deepEqual(await lastLinks('production'), [firstLink + 5])
      assert.deepEqual(await lastLinks('sandbox'), [firstLink + 2])
      for (const environment of ['production', 'sandbox'] as const) {
        const { broken, besides } = await verifyTrail(trail, environment)
        assert.deepEqual({ broken, besides }, { broken: undefined, besides: [] })
      }
      const before = { lastAtMs: Number.MAX_SAFE_INTEGER, number: 0 }
      const newest = await trail.linksBefore('sandbox', before, { fromMs: 0, limit: 10 })
      assert.deepEqual(requestIds(newest), ['s3', 's2', 's1'])
      const within = await Array.fromAsync(trail.linksWithin('sandbox', always))
      assert.equal(within.length, 3)
    })

    test('how far back owners are unknown is said for each environment', async () => {
      const old = await newPlace(engine)
      const earlier = await old.open()
      await changeRows(
        old,
        'trail.db',
        "update trail_unowned set number = 2 where environment = 'production'",
      )
      assert.equal(await earlier.trail.unownedUpTo('production'), 2)
      assert.equal(await earlier.trail.unownedUpTo('sandbox'), 0)
      await earlier.close()
    })

    test('who asked about a document is told within its environment', async () => {
      const ofDocument = async (environment: 'production' | 'sandbox') =>
        (await trail.ofDocument(environment, shared, always)).map((one) => one.requestId).toSorted()
      assert.deepEqual(await ofDocument('production'), ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'])
      assert.deepEqual(await ofDocument('sandbox'), ['s1', 's2', 's3'])
      assert.equal((await trail.consultedBy('sandbox', shared, always)).length, 3)
    })

    test('a client finds the links of its own queries, in its environment', async () => {
      const ofClient = async (environment: 'production' | 'sandbox', owner: string) =>
        requestIds((await trail.linksOf(environment, owner, { from: undefined, count: 10 })).links)
      assert.deepEqual(await ofClient('production', ana), ['p5', 'p3', 'p1'])
      assert.deepEqual(await ofClient('sandbox', ana), ['s3', 's1'])
      assert.deepEqual(await ofClient('sandbox', 'nobody'), [])
    })

    test('usage is a client’s own, in its environment', async () => {
      const billed = (lines: readonly { readonly billed: number }[]) =>
        lines.reduce((sum, one) => sum + one.billed, 0)
      assert.equal(billed(await trail.usage('production', '2026-11', ana)), 2)
      assert.equal(billed(await trail.usage('sandbox', '2026-11', bia)), 1)
      assert.equal(billed(await trail.usage('sandbox', '2026-11')), 3)
      assert.equal(billed(await trail.usageOfDay('production', '2026-11-16', ana)), 2)
      assert.equal(billed(await trail.usageOfDay('sandbox', '2026-11-16')), 3)
      const pageOf = (after: string) => trail.usageByClient('sandbox', '2026-11', { after, limit: 10 })
      assert.deepEqual(
        (await pageOf('')).map(({ clientId, billed: count }) => [clientId, count]),
        [
          [ana, 2],
          [bia, 1],
        ],
      )
      assert.deepEqual(
        (await pageOf(ana)).map((one) => one.clientId),
        [bia],
      )
      const counted = await trail.counted('sandbox')
      assert.deepEqual([counted.upTo, billed(counted.lines)], [[firstLink + 2], 3])
    })
  })
}

const documentAt = (at: number) => withCheckDigits(`1${String(at).padStart(8, '0')}`)

for (const engine of engines) {
  test(`two chains whose index was written, and is read anew from memory, stay apart on ${engine}`, async () => {
    const place = await newPlace(engine)
    const environments = ['production', 'sandbox'] as const
    const count = 40
    // The embedded engine keeps its newest records in memory; here they go into the table of the index at once.
    const plain = { fastRepeats: false }
    const written = engine === 'sqlite' ? await openSqlite(place.dataDirectory, plain) : await place.open()
    for (const environment of environments) {
      // The sandbox has its own documents, and every tenth of production's as well.
      const drafts = Array.from({ length: count }, (_, at) =>
        draft({ document: documentAt(environment === 'production' || at % 10 === 0 ? at : count + at) }),
      )
      const billings = await written.trail.append(environment, drafts)
      assert.deepEqual(new Set(billings), new Set(['billed']), environment)
    }
    await written.trail.append('production', [draft({ document: documentAt(1), requestId: 'second' })])
    const indexed = [
      await written.trail.indexedUpTo('production'),
      await written.trail.indexedUpTo('sandbox'),
    ]
    if (engine === 'sqlite') assert.deepEqual(indexed, [2, 1])
    await written.close()
    const anew = await place.open()
    const range = { fromMs: 0, untilMs: noonMs + 9 }
    for (const environment of environments) {
      const again = draft({ document: documentAt(20), atMs: noonMs + 2, requestId: 'again' })
      assert.deepEqual(await anew.trail.append(environment, [again]), ['repeat'], environment)
      const found = await anew.trail.ofDocument(environment, documentAt(20), range)
      assert.deepEqual(
        found.map((one) => one.requestId),
        ['', 'again'],
      )
      const others = documentAt(environment === 'production' ? count + 1 : 1)
      assert.deepEqual(await anew.trail.ofDocument(environment, others, range), [])
      assert.deepEqual(await anew.trail.append(environment, [draft({ document: others })]), ['billed'])
      const { broken, besides } = await verifyTrail(anew.trail, environment)
      assert.deepEqual({ broken, besides }, { broken: undefined, besides: [] }, environment)
    }
    await anew.close()
  })

  test(`links from before owners were written down are looked through in their chain alone on ${engine}`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    for (const environment of ['production', 'sandbox'] as const)
      await store.trail.append(environment, [draft({ requestId: environment })])
    await asBeforeOwners(place, 1)
    const { links } = await store.trail.linksOf('sandbox', ana, { from: undefined, count: 10 })
    assert.deepEqual(
      links.map(({ records }) => readRecord(records).requestId),
      ['sandbox'],
    )
    await store.close()
  })
}

const leftUpTo = (environment: 'production' | 'sandbox', number: number) =>
  `insert into trail_left (environment, lane, number, hash) values ('${environment}', 0, ${number}, '')`

/** Every way in which a store finds records by document. */
const indexes = [
  { name: 'sqlite, by its table', engine: 'sqlite', fastRepeats: false },
  { name: 'sqlite, by its memory', engine: 'sqlite', fastRepeats: true },
  { name: 'postgres', engine: 'postgres', fastRepeats: true },
] as const

for (const { engine, name, fastRepeats } of indexes.filter((one) => engines.includes(one.engine))) {
  test(`what leaves one chain is found there no more, and its like in the other is, on ${name}`, async () => {
    const place = await newPlace(engine)
    const { firstLink } = trailNames(engine)
    const { trail, archiving, close } =
      engine === 'sqlite' ? await openSqlite(place.dataDirectory, { fastRepeats }) : await place.open()
    // Of what is kept for fifteen years, memory asks whether its link is still here.
    const told = draft({ product: 'alertas', features: 'listing.released', outcome: 'alerted' })
    for (const environment of ['production', 'sandbox'] as const) await trail.append(environment, [told])
    const [link = assert.fail()] = await Array.fromAsync(trail.links('production'))
    await changeRows(place, 'trail.db', leftUpTo('production', firstLink))
    await archiving.remove('production', [{ link, left: undefined }])
    const foundIn = async (environment: 'production' | 'sandbox') => [
      (await trail.consultedBy(environment, shared, { fromMs: 0, untilMs: noonMs })).length,
      (await trail.ofDocument(environment, shared, { fromMs: 0, untilMs: noonMs })).length,
    ]
    assert.deepEqual(await foundIn('production'), [0, 0])
    assert.deepEqual(await foundIn('sandbox'), [1, 1])
    await close()
  })
}

for (const engine of engines) {
  test(`when a chain was last written to is told of it alone on ${engine}`, async () => {
    const { trail, close } = await (await newPlace(engine)).open()
    await trail.append('production', [draft({})])
    assert.equal(await trail.lastAtMs('sandbox'), undefined)
    await trail.append('sandbox', [draft({ atMs: noonMs + 1 })])
    assert.equal(await trail.lastAtMs('production'), noonMs)
    assert.equal(await trail.lastAtMs('sandbox'), noonMs + 1)
    await close()
  })
}

// PostgreSQL reads a record together with its link, and has none to look for.
test('a link that one chain has lost is not taken for one that left the other on sqlite', async () => {
  const place = await newPlace('sqlite')
  const { trail, close } = await place.open()
  for (const environment of ['production', 'sandbox'] as const) await trail.append(environment, [draft({})])
  await changeRows(place, 'trail.db', leftUpTo('sandbox', 1))
  await changeRows(place, 'trail.db', 'delete from trail_link')
  const found = (environment: 'production' | 'sandbox') =>
    trail.ofDocument(environment, shared, { fromMs: 0, untilMs: noonMs })
  assert.deepEqual(await found('sandbox'), [])
  await assert.rejects(found('production'), /Link 1 of the trail has lost record 0/)
  await close()
})
