import assert from 'node:assert/strict'
import pg from 'pg'
import { onTestFinished, test } from 'vitest'
import { allRows } from '../../../testing/all-rows.ts'
import { changeRows } from '../../../testing/change-rows.ts'
import { emptyPlace, newPlace, type Place } from '../../../testing/engines.ts'
import { queryOn } from '../../../testing/invented/old-trail.ts'
import { askAsBefore } from '../../../testing/old-stores/ask-as-before.ts'
import { oldSchemas, oldStore } from '../../../testing/old-stores/old-store.ts'
import { runService } from '../../../testing/running-service.ts'
import { archive, assertWhole, found, oldTrail } from '../../../testing/services/archived-trail.ts'
import { TestClock } from '../../../testing/test-clock.ts'
import { verifyTrail } from '../../features/trail/seals/verify-trail.ts'
import { settingFault } from '../../program/setting-fault.ts'
import { BackupFault, type BackupFaultKind } from '../backup/backup-fault.ts'
import { lockDirectory } from '../engine/directory-lock.ts'
import { moveToPostgres } from './move-to-postgres.ts'

const clock = new TestClock('2026-12-16T10:00:00-03:00')

async function move(from: Place, to: Place, carryFirst = async () => {}) {
  const store = await from.open()
  try {
    const { dataDirectory } = from
    return await moveToPostgres({
      store,
      clock,
      dataDirectory,
      databaseUrl: to.databaseUrl ?? '',
      carryFirst,
    })
  } finally {
    await store.close()
  }
}

const refusedAs = (kind: BackupFaultKind, about?: string) => (error: unknown) => {
  assert.ok(error instanceof BackupFault, String(error))
  assert.deepEqual([error.kind, error.about], [kind, about ?? error.about])
  return true
}

const filled = () => oldStore('sqlite', oldSchemas.at(-1) ?? assert.fail())

/** Rows as either engine gives them, with their members in one order and every number as text. */
const comparable = (rows: readonly string[] = []): string[] =>
  rows
    .map((row) => {
      const members = Object.entries(JSON.parse(row) as Record<string, string | number | null>)
      return members
        .map(([name, value]) => `${name} ${value}`)
        .toSorted()
        .join('\n')
    })
    .toSorted()

/** Told by each engine in a way of its own, and held against the chain instead. */
const ofEachEngine = ['migration', 'subject', 'subject_more', 'consultation', 'trail_name', 'trail_indexed']

test('everything is carried over, row by row; both trails end in the same links, and the service answers', async () => {
  const from = await filled()
  const to = await emptyPlace('postgres')
  await move(from, to)
  const [before, moved] = [await allRows(from), await allRows(to)]
  const tables = Object.entries(before).map(([name, rows]) => ({ name: name.replace(/^\w+\.db /, ''), rows }))
  assert.ok(tables.length > 40)
  for (const { name, rows } of tables) {
    if (!ofEachEngine.includes(name)) assert.deepEqual(comparable(moved[name]), comparable(rows), name)
  }

  const [source, target] = [await from.open(), await runService({ place: to })]
  for (const environment of ['production', 'sandbox'] as const) {
    const here = await verifyTrail(source.trail, environment)
    const there = await verifyTrail(target.store.trail, environment)
    assert.ok(here.records > 0)
    assert.deepEqual(
      [there.head, there.records, there.broken, there.besides],
      [here.head, here.records, undefined, []],
    )
    for (const document of ['52998224725', '11222333000181'] as const) {
      const range = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }
      const found = await target.store.trail.ofDocument(environment, document as never, range)
      assert.deepEqual(found, await source.trail.ofDocument(environment, document as never, range))
    }
  }
  const facts = await target.store.subjects.readFacts('11222333000181' as never)
  assert.deepEqual(facts, await source.subjects.readFacts('11222333000181' as never))
  await source.close()

  const report = await askAsBefore(target, 'sqlite', 'production', '52998224725')
  assert.equal(report.at('result.report.registration.consumerName'), 'MARIA DE EXEMPLO')
  const { broken, besides } = await verifyTrail(target.store.trail, 'production')
  assert.deepEqual([broken, besides], [undefined, []])
  await target.close()
})

test('a target that holds anything is refused and left as it is', async () => {
  const from = await filled()
  const used = await newPlace('postgres')
  await (await used.open()).close()
  await changeRows(used, 'lastro.db', "insert into milestone (name, reached_at_ms) values ('theirs', 1)")
  const before = await allRows(used)
  await assert.rejects(
    move(from, used),
    refusedAs('place_taken', new URL(used.databaseUrl ?? '').pathname.slice(1)),
  )
  assert.deepEqual(await allRows(used), before)

  const foreign = await emptyPlace('postgres')
  await changeRows(foreign, 'lastro.db', 'create table theirs (id int)')
  await assert.rejects(move(from, foreign), refusedAs('place_taken'))
  assert.deepEqual(Object.keys(await allRows(foreign)), ['theirs'])

  const moved = await emptyPlace('postgres')
  await move(from, moved)
  await assert.rejects(move(from, moved), refusedAs('place_taken'))
})

test('whenever it is cut off the target is as empty as before, and the next move carries everything', async () => {
  const from = await filled()
  const to = await emptyPlace('postgres')
  const cut = async () => {
    const client = new pg.Client({ connectionString: to.databaseUrl })
    await client.connect()
    await client.query(
      `select pg_terminate_backend(pid, 60000) from pg_stat_activity
       where application_name = 'lastro move' and datname = current_database()`,
    )
    await client.end()
  }
  const isToldSo = (error: unknown) => /was lost .* repeat the command/.test(settingFault(error)?.en ?? '')
  await assert.rejects(move(from, to, cut), isToldSo)
  const left = await allRows(to)
  assert.deepEqual(
    Object.keys(left).filter((name) => (left[name]?.length ?? 0) > 0),
    ['migration', 'trail_head', 'trail_unowned'],
  )
  await move(from, to)
  assert.ok(((await allRows(to)).listing?.length ?? 0) > 0)
})

test('nobody writes to the source meanwhile: a running service is told to be stopped first', async () => {
  const from = await filled()
  const unlock = lockDirectory(from.dataDirectory)
  await assert.rejects(move(from, await emptyPlace('postgres')), refusedAs('in_use', from.dataDirectory))
  unlock()
  const other = await from.open()
  onTestFinished(other.close)
  await move(from, await emptyPlace('postgres'), async () => {
    assert.throws(() => lockDirectory(from.dataDirectory))
  })
})

test('a trail that was broken before is carried over as it is, and broken at the same place', async () => {
  const from = await filled()
  const to = await emptyPlace('postgres')
  await changeRows(
    from,
    'trail.db',
    "update trail_link set records = replace(records, '52998224725', '12345678909') where number = 1 and environment = 'production'",
  )
  await move(from, to)
  const [source, target] = [await from.open(), await to.open()]
  const here = await verifyTrail(source.trail, 'production')
  const there = await verifyTrail(target.trail, 'production')
  assert.ok(here.broken !== undefined)
  assert.deepEqual(there.broken, here.broken)
  await source.close()
  await target.close()
})

test('a trail whose older months are in archives goes over with what stayed, and goes on from them', async () => {
  const { place, store, to: archives } = await oldTrail('sqlite')
  await archive(store, archives)
  const to = await emptyPlace('postgres')
  await move(place, to)
  const target = await to.open()
  await assertWhole(target, archives)
  assert.deepEqual(await found(target, archives), await found(store, archives))
  await target.trail.append('production', [queryOn('2026-12-16', 1)])
  await assertWhole(target, archives)
  await target.close()
})
