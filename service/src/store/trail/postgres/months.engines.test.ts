import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { monthAfter, monthAt, startOfMonthMs } from '@lastro/rules/calendar/month.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import pg from 'pg'
import { describe, onTestFinished, test } from 'vitest'
import { cleanUp } from '../../../../testing/clean-up.ts'
import { engines, newDirectory, newPlace, type Place } from '../../../../testing/engines.ts'
import { draftOf } from '../../../../testing/invented/chained.ts'
import { writeOldTrail } from '../../../../testing/invented/old-trail.ts'
import {
  archive,
  assertWhole,
  everything,
  found,
  names,
} from '../../../../testing/services/archived-trail.ts'
import { systemClock } from '../../../clock.ts'

const tables = ['trail_link', 'consultation', 'trail_lane_owner']
const dayMs = 24 * 3_600_000
const document = withCheckDigits('100000000')

describe('the trail on PostgreSQL, by month', { skip: !engines.includes('postgres') }, () => {
  const opened = async (prepare?: (asked: pg.Client, place: Place) => Promise<unknown>) => {
    const place = await newPlace('postgres')
    const asked = new pg.Client({ connectionString: place.databaseUrl })
    await asked.connect()
    cleanUp(() => asked.end())
    await prepare?.(asked, place)
    const store = await place.open()
    cleanUp(() => store.close())
    return { place, store, asked, makeMonths: store.makeMonths ?? assert.fail() }
  }
  /** Where the rows of a table lie, by month or by another name. */
  const placesOf = async (asked: pg.Client, table: string): Promise<readonly string[]> => {
    const { rows } = await asked.query<{ name: string }>(
      `select distinct tableoid::regclass::text as name from ${table} order by 1`,
    )
    return [...new Set(rows.map(({ name }) => monthIn(name.replace(shardNumber, ''), table)))]
  }
  const monthsOf = async (asked: pg.Client, table: string): Promise<readonly string[]> => {
    const { rows } = await asked.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
      [table],
    )
    return rows.map(({ name }) => monthIn(name, table))
  }
  /** As where no table takes all that lies before this month. */
  const withoutBefore = async (asked: pg.Client) => {
    for (const table of tables)
      await asked.query(`alter table ${table} detach partition trail_months.${table}`)
  }
  /** As an earlier release left it: each a table in one piece. */
  const asItWas = async (asked: pg.Client) => {
    for (const table of tables)
      await asked.query(`create table as_it_was (like ${table} including all); insert into as_it_was table ${table};
        drop table ${table}; alter table as_it_was rename to ${table}`)
    await asked.query(`alter table trail_link add constraint trail_link_key primary key (environment, number);
      drop schema trail_months; delete from migration where name = 'trail_0006_months'`)
  }

  test('a new store has a table for this month and the next two, and a record goes into its own', async () => {
    const { store, asked } = await opened()
    const nowMs = systemClock.nowMs()
    const [first, second, third] = threeFrom(monthAt(nowMs))
    for (const table of tables)
      assert.deepEqual(await monthsOf(asked, table), ['before', first, second, third, 'other'])
    await store.trail.append('production', [draftOf({ atMs: nowMs, document })])
    await store.trail.append('production', [
      draftOf({ atMs: startOfMonthMs(monthAfter(monthAt(nowMs))), document }),
    ])
    for (const table of tables) assert.deepEqual(await placesOf(asked, table), [first, second])
    assert.equal((await store.trail.ofDocument('production', document, everything)).length, 2)
    await assertWhole(store)
  })

  test('tables are made ahead as time goes on, once however many services look', async () => {
    const { place, store, asked, makeMonths } = await opened()
    const nowMs = systemClock.nowMs()
    assert.equal(await makeMonths(nowMs), 0)
    const other = await place.open()
    onTestFinished(() => other.close())
    const laterMs = nowMs + 300 * dayMs
    const made = await Promise.all([makeMonths(laterMs), other.makeMonths?.(laterMs)])
    assert.equal((made[0] ?? 0) + (made[1] ?? 0), 9)
    const months = await monthsOf(asked, 'trail_link')
    assert.deepEqual(months.slice(4, 7), threeFrom(monthAt(laterMs)))
    await store.trail.append('production', [draftOf({ atMs: laterMs, document })])
    assert.deepEqual(await placesOf(asked, 'consultation'), [threeFrom(monthAt(laterMs))[0]])
  })

  test('a record of a month that nobody made room for is kept all the same, and its month stays there', async () => {
    const { store, asked, makeMonths } = await opened()
    const laterMs = systemClock.nowMs() + 300 * dayMs
    await store.trail.append('production', [draftOf({ atMs: laterMs, document })])
    // Two of the three months are made, and the one that has a row already is not.
    assert.equal(await makeMonths(laterMs), 6)
    for (const table of tables) assert.deepEqual(await placesOf(asked, table), ['other'])
    assert.equal((await store.trail.ofDocument('production', document, everything)).length, 1)
    await assertWhole(store)
  })

  test('an equal query is billed once on both sides of the turn of a month', async () => {
    const { store, asked } = await opened()
    const turnMs = startOfMonthMs(monthAfter(monthAt(systemClock.nowMs())))
    const query = { document, repeatWindowMs: dayMs }
    const billings = [
      ...(await store.trail.append('production', [draftOf({ ...query, atMs: turnMs - 1 })])),
      ...(await store.trail.append('production', [draftOf({ ...query, atMs: turnMs })])),
      ...(await store.trail.append('production', [draftOf({ ...query, atMs: turnMs + dayMs })])),
    ]
    assert.deepEqual(billings, ['billed', 'repeat', 'billed'])
    assert.equal((await placesOf(asked, 'consultation')).length, 2)
  })

  test('what was written before stays where it is, found and whole, and goes on in tables of its own', async () => {
    const { store, asked } = await opened(async (client, place) => {
      await writeOldTrail(place)
      await asItWas(client)
    })
    const before = await found(store)
    assert.ok(before.length > 20)
    for (const table of tables) assert.deepEqual(await placesOf(asked, table), ['before'])
    const nowMs = systemClock.nowMs()
    await store.trail.append('production', [draftOf({ atMs: nowMs + 40 * dayMs, document })])
    assert.equal((await found(store)).length, before.length + 1)
    assert.equal((await placesOf(asked, 'trail_link')).length, 2)
    await assertWhole(store)
  })

  test('a month that has left gives its room back, and what stays of it lies in a table of its size', async () => {
    const { store, asked } = await opened(async (client, place) => {
      await withoutBefore(client)
      const opening = await place.open()
      await opening.makeMonths?.(startOfMonthMs('2021-08'))
      await opening.close()
      await writeOldTrail(place)
    })
    const before = await found(store)
    const placed = await placesOf(asked, 'consultation')
    assert.deepEqual(placed.slice(0, 3), ['2021_08', '2021_09', '2021_10'])
    // Nobody looks into the month meanwhile, so that its room can only have been given back with the table.
    const oldOf = async () =>
      (await asked.query(`select to_regclass('trail_months.trail_link_2021_08')::oid as id`)).rows[0].id
    const old = await oldOf()
    const to = join(newDirectory(), 'archives')
    await archive(store, to)
    await assertWhole(store, to)
    assert.notEqual(await oldOf(), old)
    const { rows } = await asked.query<{ has: number }>(
      `select count(*)::int as has from trail_months.consultation_2021_08`,
    )
    assert.ok((rows[0]?.has ?? 0) > 0)
    assert.deepEqual(names(await found(store, to)), names(before))
    const today = '2036-12-01' as Day
    await archive(store, to, { before: '2021-12', today })
    await assertWhole(store, to, today)
    const left = await monthsOf(asked, 'consultation')
    assert.ok(!left.some((name) => name.startsWith('2021')), left.join())
  })
})

/** Where the trail is spread over workers, rows lie in shards of a month, which have its name and a number. */
const shardNumber = /_\d{6,}$/

/** The table of before has the name of the whole. */
const monthIn = (name: string, table: string): string =>
  name === `trail_months.${table}` ? 'before' : name.replace(`trail_months.${table}_`, '')

function threeFrom(month: string): readonly string[] {
  const second = monthAfter(month)
  return [month, second, monthAfter(second)].map((one) => one.replace('-', '_'))
}
