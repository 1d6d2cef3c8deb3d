import assert from 'node:assert/strict'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { linkOf } from '@lastro/rules/trail/chain.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { laneOf, laneStart, linksPerLane, positionOf } from '@lastro/rules/trail/lane.ts'
import pg from 'pg'
import { describe, onTestFinished, test } from 'vitest'
import { cleanUp } from '../../../../testing/clean-up.ts'
import { engines, newPlace, type Place } from '../../../../testing/engines.ts'
import { draftOf } from '../../../../testing/invented/chained.ts'
import { until } from '../../../../testing/until.ts'
import { ownConsultations } from '../../../features/trail/own-consultations.ts'
import type { RecordPlace } from '../../../features/trail/page-of-trail.ts'
import { verifyTrail } from '../../../features/trail/seals/verify-trail.ts'
import type { Store } from '../../store.ts'
import { turnsOf } from './turns.ts'

const hourMs = 3_600_000
const noonMs = draftOf().atMs
const documentAt = (at: number) => withCheckDigits(String(100_000_000 + at))

/** A query that makes the next equal one free. */
const priced = (of: Partial<ConsultationDraft> = {}) => draftOf({ repeatWindowMs: 24 * hourMs, ...of })

const isRun = engines.includes('postgres')

describe('lanes on PostgreSQL', { skip: !isRun }, () => {
  const opened = async (count: number) => {
    const place = await newPlace('postgres')
    const stores: Store[] = []
    for (let at = 0; at < count; at++) stores.push(await place.open())
    cleanUp(() => Promise.all(stores.map((one) => one.close())))
    const outside = new pg.Client({ connectionString: place.databaseUrl })
    await outside.connect()
    cleanUp(() => outside.end())
    return { place, stores, outside, one: stores[0] as Store, other: stores[1] as Store }
  }
  const lanesOf = async (store: Store) =>
    (await store.trail.heads('production')).map(({ number }) => [laneOf(number), positionOf(number)])
  const assertWhole = async (store: Store, records: number) => {
    const found = await verifyTrail(store.trail, 'production')
    assert.deepEqual([found.broken, found.besides, found.records], [undefined, [], records])
  }
  /** How many sessions wait for a lock of equal queries. */
  const waiting = async (outside: pg.Client, count: number) =>
    until(async () => {
      const { rows } = await outside.query(
        `select count(*)::int as count from pg_locks
         where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows[0].count === count
    }, `${count} wait for a turn`)

  test('each process writes a lane of its own, and keeps to it', async () => {
    const { stores, one } = await opened(3)
    for (let round = 0; round < 2; round++)
      for (const [at, { trail }] of stores.entries())
        await trail.append('production', [draftOf({ document: documentAt(at) })])
    assert.deepEqual(await lanesOf(one), [
      [1, 2],
      [2, 2],
      [3, 2],
    ])
    await assertWhole(one, 6)
  })

  test('a lane whose process is gone is taken up where it ends; one that is held is not', async () => {
    const { place, one, other } = await opened(2)
    await one.trail.append('production', [draftOf()])
    await other.trail.append('production', [draftOf()])
    await one.close()
    const next = await place.open()
    await next.trail.append('production', [draftOf()])
    assert.deepEqual(await lanesOf(next), [
      [1, 2],
      [2, 1],
    ])
    await assertWhole(next, 3)
    await next.close()
  })

  test('a process whose connection was cut goes on, in whichever lane is free, and loses nothing', async () => {
    const { one, outside } = await opened(1)
    await one.trail.append('production', [draftOf({ requestId: 'r1' })])
    for (const requestId of ['r2', 'r3', 'r4']) {
      await outside.query(
        'select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      // Nothing was under way when the connection went: what is refused is not on record.
      await until(
        () =>
          one.trail.append('production', [draftOf({ requestId })]).then(
            () => true,
            () => false,
          ),
        'it writes again',
      )
    }
    await assertWhole(one, 4)
  })

  test('a process does not wait for another that is in the middle of its commit', async () => {
    const { one, other, outside } = await opened(2)
    const held = priced({ document: documentAt(1) })
    await outside.query('begin')
    await outside.query('select pg_advisory_xact_lock($1)', [turnsOf('production', [held])[0]])
    const stuck = one.trail.append('production', [held])
    await waiting(outside, 1)
    assert.deepEqual(await other.trail.append('production', [priced({ document: documentAt(2) })]), [
      'billed',
    ])
    assert.deepEqual(
      await one.trail.append('sandbox', [priced({ document: documentAt(1) })]),
      ['billed'],
      'nor does the other environment',
    )
    assert.ok(typeof (await other.trail.seal(noonMs, 'always')) === 'object', 'nor does a seal')
    await outside.query('commit')
    assert.deepEqual(await stuck, ['billed'])
    await assertWhole(one, 2)
  })

  test('equal queries at the same moment wait for one another, and one of them is billed', async () => {
    const { one, other, outside } = await opened(2)
    for (const [at, equal] of [
      { document: documentAt(1) },
      { document: documentAt(2), features: 'SANCOES' },
      { document: documentAt(3), repeatWindowMs: 0, key: 'k1' },
      { document: documentAt(4), repeatWindowMs: 0, copiedAtMs: noonMs - 72 * hourMs },
    ].entries()) {
      const draft = priced(equal)
      // Both are held back until both have begun, so that neither sees the other's record without waiting.
      await outside.query('begin')
      for (const turn of turnsOf('production', [draft]))
        await outside.query('select pg_advisory_xact_lock($1)', [turn])
      const both = [one, other].map(({ trail }) => trail.append('production', [draft]))
      await waiting(outside, 2)
      await outside.query('commit')
      assert.deepEqual((await Promise.all(both)).flat().toSorted(), ['billed', 'repeat'], `${at}`)
    }
    const used = await one.trail.usage('production', '2026-11', 'cli_ana')
    assert.deepEqual(
      used.map(({ features, billed, unbilled, cents }) => [features, billed, unbilled, cents]),
      [
        ['', 3, 3, 450],
        ['SANCOES', 1, 1, 150],
      ],
    )
    await assertWhole(one, 8)
  })

  test('commits that share many queries in other orders never wait in a circle', async () => {
    const { stores, one } = await opened(4)
    const count = 60
    const drafts = Array.from({ length: count }, (_, at) =>
      priced({ document: documentAt(at), key: `k${at}` }),
    )
    const orders = [
      drafts,
      drafts.toReversed(),
      drafts.slice(30).concat(drafts.slice(0, 30)),
      drafts.toReversed(),
    ]
    for (let round = 0; round < 5; round++) {
      const later = orders.map((order) =>
        order.map((draft) => ({ ...draft, atMs: noonMs + round * 25 * hourMs })),
      )
      const billings = await Promise.all(
        stores.map(({ trail }, at) => trail.append('production', later[at] ?? [])),
      )
      assert.equal(billings.flat().filter((billing) => billing === 'billed').length, count)
    }
    await assertWhole(one, 4 * 5 * count)
  })

  test('of two that write to one lane, as when a lock was lost, neither overwrites the other', async () => {
    const { one, outside } = await opened(1)
    await one.trail.append('production', [draftOf({ requestId: 'r1' })])
    const [head] = await one.trail.heads('production')
    const stranger = draftOf({
      requestId: 'of another',
      document: '',
      priceCents: undefined,
      outcome: 'body_invalid',
    })
    const link = linkOf('production', head ?? laneStart(1), [stranger], ['unbilled'])
    await outside.query(
      `with head as (update trail_lane set number = $2, hash = $7 where environment = $1)
      , owned as (insert into trail_lane_owner values ($1, 'cli_ana', $4, $2))
      insert into trail_link values ($1, $2, $3, $4, $5, $6, $7)`,
      ['production', link.number, link.firstAtMs, link.lastAtMs, link.records, link.recordHashes, link.hash],
    )
    assert.deepEqual(await one.trail.append('production', [draftOf({ requestId: 'r3' })]), ['billed'])
    assert.deepEqual(await lanesOf(one), [[1, 3]])
    await assertWhole(one, 3)
  })

  test('a lane that is full is left, and another opened', async () => {
    const { one, outside } = await opened(1)
    const last = 2 * linksPerLane - 1
    await outside.query(`insert into trail_lane values ('production', 1, ${last}, '${'0'.repeat(64)}')`)
    await one.trail.append('production', [draftOf()])
    const { rows } = await outside.query('select number from trail_link')
    assert.deepEqual(rows, [{ number: String(2 * linksPerLane + 1) }])
  })

  test('a lane whose row was set back, or taken away, is left alone, and queries are recorded', async () => {
    const { place, one, other, outside } = await opened(2)
    for (const { trail } of [one, other, one, other]) await trail.append('production', [draftOf()])
    await Promise.all([one.close(), other.close()])
    await outside.query('update trail_lane set number = number - 1 where lane = 1')
    await outside.query('delete from trail_lane where lane = 2')
    const next = await place.open()
    onTestFinished(next.close)
    assert.deepEqual(await next.trail.append('production', [draftOf()]), ['billed'])
    const { rows } = await outside.query('select max(number) as number from trail_link')
    assert.deepEqual(rows, [{ number: String(3 * linksPerLane + 1) }])
  })

  test('what fails leaves nothing behind, and the lane goes on', async () => {
    const { one } = await opened(1)
    await one.trail.append('production', [draftOf()])
    const odd = draftOf({ clientId: null as unknown as string })
    await assert.rejects(one.trail.append('production', [draftOf({ requestId: 'lost' }), odd]))
    await one.trail.append('production', [draftOf({ requestId: 'r2' })])
    assert.deepEqual(await lanesOf(one), [[1, 2]])
    await assertWhole(one, 2)
  })

  test('usage of several lanes is one sum, by month, by day and by client', async () => {
    const { stores, one } = await opened(3)
    for (const [at, { trail }] of stores.entries())
      await trail.append('production', [
        draftOf({ document: documentAt(at) }),
        draftOf({ clientId: 'cli_bia' }),
      ])
    const ana = { clientId: 'cli_ana', billed: 3, unbilled: 0, cents: 450 }
    const lines = await one.trail.usage('production', '2026-11', 'cli_ana')
    assert.deepEqual(lines, [{ ...ana, day: '2026-11-16', product: 'relato', features: '' }])
    const [byClient] = await one.trail.usageByClient('production', '2026-11', { after: '', limit: 1 })
    assert.deepEqual(byClient, ana)
    const [ofDay] = await one.trail.usageOfDay('production', '2026-11-16')
    assert.deepEqual(ofDay, { product: 'relato', billed: 6, unbilled: 0, cents: 900 })
  })

  test('one’s own consultations come newest first whichever lane they are of, then those of before lanes', async () => {
    const { place, stores, outside, one } = await opened(2)
    await beforeLanes(place, ['b1', 'b2', 'b3'])
    const asked: string[] = []
    for (let at = 0; at < 7; at++) {
      const [requestId, another] = [`r${at}a`, `r${at}b`]
      const store = stores[(at * 5) % 3 === 0 ? 0 : 1] ?? one
      const atMs = noonMs + at
      await store.trail.append('production', [
        draftOf({ atMs, requestId }),
        draftOf({ atMs, requestId: another }),
      ])
      asked.push(requestId, another)
    }
    const { rows } = await outside.query(
      'select count(distinct number / $1::bigint)::int as lanes from trail_link',
      [linksPerLane],
    )
    assert.equal(rows[0].lanes, 3)
    for (const limit of [1, 3, 50]) {
      const found: string[] = []
      let before: RecordPlace | undefined
      do {
        const own = { clientId: 'cli_ana', userId: undefined }
        const page = await ownConsultations(one.trail, 'production', own, { limit, before })
        found.push(...page.found.map(({ requestId }) => requestId))
        before = page.next
      } while (before !== undefined)
      assert.deepEqual(found, [...asked.toReversed(), 'b3', 'b2', 'b1'], `${limit} at a time`)
    }
    await assertWhole(one, 17)
  })

  test('the chain of before there were lanes stays as it is, is sealed, and still makes a repeat free', async () => {
    const { place, one } = await opened(1)
    await beforeLanes(place, ['b1'], { repeatWindowMs: 24 * hourMs })
    assert.deepEqual(await one.trail.append('production', [priced({ atMs: noonMs + 1 })]), ['repeat'])
    const sealed = await one.trail.seal(noonMs, 'ifNew')
    assert.ok(typeof sealed === 'object')
    assert.deepEqual(
      sealed.heads.map(({ number }) => number),
      [1, linksPerLane + 1],
    )
    assert.equal((await one.trail.usage('production', '2026-11'))[0]?.billed, 1)
    await assertWhole(one, 2)
  })
})

/** Links of one record each, as the release before lanes wrote them. */
async function beforeLanes(place: Place, requestIds: readonly string[], of: Partial<ConsultationDraft> = {}) {
  const client = new pg.Client({ connectionString: place.databaseUrl })
  await client.connect()
  let head = laneStart(0)
  for (const requestId of requestIds) {
    const draft = draftOf({ requestId, ...of })
    const link = linkOf('production', head, [draft], ['billed'])
    const { number, firstAtMs, lastAtMs, records, recordHashes, hash } = link
    const values = ['production', number, firstAtMs, lastAtMs, records, recordHashes, hash]
    await client.query('insert into trail_link values ($1, $2, $3, $4, $5, $6, $7)', values)
    await client.query("update trail_head set number = $1, hash = $2 where environment = 'production'", [
      number,
      hash,
    ])
    await client.query("insert into trail_owner values ('production', $1, $2)", [draft.clientId, number])
    await client.query(
      `insert into usage_day values ('production', $1, '2026-11-16', $2, '', 1, 0, $3)
       on conflict (environment, client_id, day, product, features) do update set
         billed = usage_day.billed + 1, cents = usage_day.cents + excluded.cents`,
      [draft.clientId, draft.product, draft.priceCents],
    )
    await client.query(
      `insert into consultation (environment, document, billed, at_ms, number, place, client_id, query, key, outcome)
       values ('production', $1, 1, $2, $3, 0, $4, $5, '', 'answered')`,
      [draft.document, draft.atMs, number, draft.clientId, `${draft.product} `],
    )
    head = link
  }
  await client.end()
}
