import assert from 'node:assert/strict'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { describe, onTestFinished, test } from 'vitest'
import { allRows } from '../../../../testing/all-rows.ts'
import { changeRows } from '../../../../testing/change-rows.ts'
import { engines, newPlace } from '../../../../testing/engines.ts'
import { isLong } from '../../../../testing/matrix.ts'
import { askAsBefore } from '../../../../testing/old-stores/ask-as-before.ts'
import {
  archivedRows,
  archivesSince,
  oldArchivedStore,
  oldRows,
  oldSchemas,
  oldStore,
} from '../../../../testing/old-stores/old-store.ts'
import { type RunningService, runService } from '../../../../testing/running-service.ts'
import { TestClock } from '../../../../testing/test-clock.ts'
import { verifyTrail } from '../../../features/trail/seals/verify-trail.ts'
import { trailMigrations } from './migrations.ts'

/** The engine's own, and the view over lanes. */
const withoutRows = new Set(['migration', 'usage_of_lanes'])

/** The embedded engine has these for PostgreSQL's sake, and writes to none of them. */
const lanesAlone = ['trail_lane', 'trail_lane_owner', 'usage_lane']

/** A day after the rows were written. */
const clock = new TestClock('2026-11-17T10:00:00-03:00')

/** The newest, each fifth before it and the oldest are the sample of `npm test`. */
const triedSchemas = isLong
  ? oldSchemas
  : oldSchemas.filter((_, at) => at === 0 || (oldSchemas.length - 1 - at) % 5 === 0)

const changedListing = '958e6f75-8753-4d3a-ad7b-27c512aee6cb'

const nameIn = 'result.report.registration'

for (const engine of engines) {
  describe(`stores of before on ${engine}`, () => {
    test('the newest schema has all there is, and every one of the trail was once the newest', () => {
      const ofTrail = Object.keys(trailMigrations).map((_, at) => at + 1)
      assert.equal(oldSchemas.at(-1)?.trail, ofTrail.length)
      assert.deepEqual([...new Set(oldSchemas.map(({ trail }) => trail))], ofTrail)
    })

    test('a row of every table is kept for those to come', async () => {
      const place = await newPlace(engine)
      await (await place.open()).close()
      const tables = Object.keys(await allRows(place)).map((one) => one.replace(/^\w+\.db /, ''))
      const missing = new Set(tables).difference(withoutRows)
      if (engine === 'sqlite') for (const name of lanesAlone) missing.delete(name)
      for (const { tables: kept } of [oldRows(engine), archivedRows(engine)])
        for (const [name, rows] of Object.entries(kept)) if (rows.length > 0) missing.delete(name)
      assert.deepEqual([...missing], [], `add rows to testing/old-stores/${engine}.json`)
    })

    for (const schema of triedSchemas) {
      test(`one of ${schema.last} with ${schema.trail} of the trail comes to today with every row, and answers`, async () => {
        const place = await oldStore(engine, schema)
        const before = await allRows(place)
        const links = oldRows(engine).tables.trail_link ?? []
        const service = await runService({ place, clock })
        onTestFinished(service.close)
        const after = await allRows(place)
        for (const [name, rows] of Object.entries(before))
          assert.ok((after[name]?.length ?? 0) >= rows.length, `${name} lost rows`)

        for (const environment of ['production', 'sandbox'] as const) {
          const last = links.filter((one) => one.environment === environment).at(-1)
          const found = await verifyTrail(service.store.trail, environment)
          assert.deepEqual([found.head, found.broken, found.besides], [last?.hash, undefined, []])
        }
        // What readers were shown of it before its creditor changed it is known since corrections are kept.
        if (schema.store >= 12 && schema.last < '0033')
          assert.deepEqual((await service.store.listings.findListing(changedListing))?.formerDebts, [
            { amount: '1800.00', dueDate: '2026-03-15' },
          ])
        assert.equal((await askAsBefore(service, engine, 'sandbox', '52998224725')).status, 200)
        const report = await askAsBefore(service, engine, 'production', '52998224725')
        assert.equal(report.status, 200, report.text)
        if (schema.store >= 2) assert.equal(report.at(`${nameIn}.consumerName`), 'MARIA DE EXEMPLO')
        const company = await askAsBefore(service, engine, 'production', '11222333000181')
        if (schema.store >= 2) assert.equal(company.at(`${nameIn}.companyName`), 'EXEMPLO LTDA')
        const { broken, besides } = await verifyTrail(service.store.trail, 'production')
        assert.deepEqual([broken, besides], [undefined, []])
      })
    }

    for (const schema of triedSchemas.filter(({ trail }) => trail >= archivesSince)) {
      test(`one of ${schema.last} with ${schema.trail} of the trail, months of which have left, comes to today`, async () => {
        const place = await oldArchivedStore(engine, schema)
        const before = await allRows(place)
        const service = await runService({ place, clock })
        onTestFinished(service.close)
        const after = await allRows(place)
        for (const [name, rows] of Object.entries(before))
          assert.ok((after[name]?.length ?? 0) >= rows.length, `${name} lost rows`)
        assert.equal((await askAsBefore(service, engine, 'production', '52998224725')).status, 200)
        for (const environment of ['production', 'sandbox'] as const) {
          const found = await verifyTrail(service.store.trail, environment, { today: dayAt(clock.nowMs()) })
          assert.deepEqual([found.broken, found.besides], [undefined, []], environment)
          assert.deepEqual(found.archived.months, ['2021-08', '2021-09', '2021-10'])
        }
      })
    }

    test('while a newer release adds to the store, this one goes on, and starts beside it', async () => {
      const place = await oldStore(engine, oldSchemas.at(-1) ?? assert.fail())
      const old = await runService({ place, clock })
      onTestFinished(old.close)
      const ask = (service: RunningService) => askAsBefore(service, engine, 'production', '52998224725')
      assert.equal((await ask(old)).status, 200)
      // What a release to come may do while this one still runs: it only adds, with defaults.
      for (const statement of toCome) await changeRows(place, 'lastro.db', statement)
      await changeRows(place, 'trail.db', "alter table trail_link add column added text not null default ''")
      const beside = await runService({ place, clock })
      onTestFinished(beside.close)
      assert.equal(beside.store.isNewer, true)
      for (const service of [old, beside, old]) assert.equal((await ask(service)).status, 200)
      const { broken, besides, records } = await verifyTrail(beside.store.trail, 'production')
      assert.deepEqual([broken, besides], [undefined, []])
      assert.equal(records, 7)
    })
  })
}

const toCome = [
  'create table added (id text primary key)',
  "alter table client add column added text not null default ''",
  'create index client_added on client (added)',
  "insert into migration (name) values ('9999_added')",
]
