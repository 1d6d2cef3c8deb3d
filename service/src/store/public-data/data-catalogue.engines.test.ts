import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import pg from 'pg'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import { until } from '../../../testing/until.ts'
import { switchedTopic } from '../../features/public-data/data-catalogue.ts'
import { patientLimits } from '../engine/database/patient-limits.ts'
import { openPostgres } from '../engine/postgres.ts'

for (const engine of engines) {
  describe(`the catalogue of snapshots on ${engine}`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    afterAll(store.close)
    const { dataCatalogue: catalogue, outbox } = store
    const accounting = { files: [] }
    const begun = (dataSet: string, period: string, startedAtMs = 1) =>
      catalogue.begin({
        id: `${dataSet}-${period}`,
        dataSet,
        period,
        date: `${period}-11` as Day,
        startedAtMs,
      })
    const finished = (id: string, nowMs: number) =>
      catalogue.finish(id, { accounting, sizeBytes: 2 ** 33 }, nowMs)
    const told = async () => (await outbox.read(switchedTopic, 50)).map(({ payload }) => payload)
    const servedIds = async () => (await catalogue.served()).map((one) => one.id).toSorted()

    test('what is building is not served, and says how far it is', async () => {
      await begun('receita', '2026-09')
      await catalogue.progress('receita-2026-09', { step: 'reading', rows: 7, share: 0.5 }, 9)
      const found = await catalogue.find('receita-2026-09')
      assert.deepEqual(
        [found?.state, found?.isServed, found?.progress?.rows, found?.seenAtMs],
        ['building', false, 7, 9],
      )
      assert.deepEqual(await catalogue.served(), [])
      assert.equal(await catalogue.use('receita-2026-09', 10), false)
      assert.deepEqual(await told(), [])
    })

    test('its end and the switch are one, and are told once', async () => {
      await finished('receita-2026-09', 100)
      await assert.rejects(finished('receita-2026-09', 101))
      await begun('pgfn', '2026-09')
      await finished('pgfn-2026-09', 102)
      assert.deepEqual(await servedIds(), ['pgfn-2026-09', 'receita-2026-09'])
      assert.equal((await catalogue.find('receita-2026-09'))?.sizeBytes, 2 ** 33)
      assert.equal((await told()).length, 2)
    })

    test('a newer one goes forward, an older one back, and the same one nowhere', async () => {
      await begun('receita', '2026-10', 2)
      await finished('receita-2026-10', 200)
      assert.equal(await catalogue.use('receita-2026-10', 201), true)
      assert.equal(await catalogue.use('receita-2026-09', 202), true)
      const ofReceita = (await told()).filter((one) => one.dataSet === 'receita')
      assert.deepEqual(
        ofReceita.map(({ from, to, isForward }) => [from, to, isForward]),
        [
          [null, 'receita-2026-09', false],
          ['receita-2026-09', 'receita-2026-10', true],
          ['receita-2026-10', 'receita-2026-09', false],
        ],
      )
    })

    test('an import that needs acceptance is ready and not served until it is used, even as the first', async () => {
      for (const period of ['2026-09', '2026-10']) {
        const before = (await told()).length
        await begun('ceis', period)
        const result = { accounting, sizeBytes: 1, needsAcceptance: true }
        assert.equal(await catalogue.finish(`ceis-${period}`, result, 205), false)
        assert.equal((await catalogue.find(`ceis-${period}`))?.state, 'ready')
        assert.ok(!(await servedIds()).includes(`ceis-${period}`))
        assert.equal((await told()).length, before)
        assert.equal(await catalogue.use(`ceis-${period}`, 206), true)
        assert.ok((await servedIds()).includes(`ceis-${period}`))
      }
    })

    test('an import of older data is ready and not served; of the same day, and of newer, it is', async () => {
      const before = (await told()).length
      await begun('cnep', '2026-10')
      assert.equal(await finished('cnep-2026-10', 210), true)
      await begun('cnep', '2026-09')
      assert.equal(await finished('cnep-2026-09', 211), false)
      assert.equal((await catalogue.find('cnep-2026-09'))?.state, 'ready')
      assert.ok((await servedIds()).includes('cnep-2026-10'))
      assert.equal((await told()).length, before + 1)
      const again = { id: 'cnep-2026-10-2', dataSet: 'cnep', period: '2026-10', date: '2026-10-11' as Day }
      await catalogue.begin({ ...again, startedAtMs: 3 })
      assert.equal(await finished(again.id, 212), true)
      assert.equal(await catalogue.use('cnep-2026-09', 213), true)
      await begun('cnep', '2026-11')
      assert.equal(await finished('cnep-2026-11', 214), true)
      assert.ok((await servedIds()).includes('cnep-2026-11'))
    })

    test('the served one is not removed, another is; what waits to be told is known', async () => {
      assert.equal(await catalogue.remove('receita-2026-09'), false)
      assert.ok((await catalogue.awaited()).includes('receita-2026-10'))
      for (const { id } of await outbox.read(switchedTopic, 50)) await outbox.done(id, 300)
      assert.deepEqual(await catalogue.awaited(), [])
      const [ended, next] = ['2026-10-11', '2026-11-11'].map((date) => date as Day)
      assert.ok(ended !== undefined && next !== undefined)
      await store.dataComparisons.remember('receita', { id: 'receita-2026-10', date: ended })
      await store.dataComparisons.begin('receita', 'receita-2026-10', {
        id: 'receita-2026-11',
        date: next,
      })
      assert.deepEqual(await catalogue.awaited(), ['receita-2026-10', 'receita-2026-11'])
      assert.equal(await catalogue.remove('receita-2026-10'), true)
      assert.equal(await catalogue.remove('receita-2026-10'), false)
      assert.deepEqual(
        (await catalogue.list('receita')).map((one) => one.id),
        ['receita-2026-09'],
      )
    })

    test('one that is retired is served no more, and the served one is not retired', async () => {
      for (const period of ['2026-01', '2026-02']) {
        await begun('pgfn', period)
        await finished(`pgfn-${period}`, 440)
      }
      const served = (await servedIds()).find((id) => id.startsWith('pgfn')) ?? ''
      assert.equal(await catalogue.retire(served), false)
      assert.equal((await catalogue.find(served))?.state, 'ready')
      assert.equal(await catalogue.retire('pgfn-2026-01'), true)
      assert.equal(await catalogue.retire('unknown'), true)
      assert.equal(await catalogue.use('pgfn-2026-01', 441), false)
      // Of one that uses it and one that retires it at once, one is refused.
      for (let round = 0; round < 8; round++) {
        const id = `pgfn-2025-0${round + 1}`
        await begun('pgfn', id.slice('pgfn-'.length))
        await finished(id, 442)
        const both = await Promise.all([catalogue.use(id, 443), catalogue.retire(id)])
        assert.deepEqual(both.toSorted(), [false, true])
        await catalogue.use(served, 444)
      }
    })

    test('an import that ends while others switch waits for them, and they for it', async () => {
      for (const period of ['2027-01', '2027-02', '2027-03', '2027-04', '2027-05'])
        await begun('cepim', period)
      await finished('cepim-2027-02', 450)
      const atOnce = ['2027-01', '2027-03', '2027-04', '2027-05'].flatMap((period) => [
        finished(`cepim-${period}`, 460),
        catalogue.use('cepim-2027-02', 461),
      ])
      await Promise.all(atOnce)
      assert.equal((await catalogue.served()).filter((one) => one.dataSet === 'cepim').length, 1)
    })

    if (engine === 'postgres')
      test('a switch waits for another transaction for longer than the lock timeout', async () => {
        // The stores of tests wait a minute for a lock. With a shorter limit the second attempt comes sooner.
        const limits = { ...patientLimits('lastro'), lockMs: 2_000 }
        const impatient = await openPostgres(place.databaseUrl ?? assert.fail(), undefined, { limits })
        const other = new pg.Client({ connectionString: place.databaseUrl })
        await other.connect()
        // The lock goes first: a failed assertion must not leave the switch waiting for it.
        onTestFinished(async () => {
          await other.end()
          await impatient.close()
        })
        await other.query('begin')
        await other.query("select 1 from data_snapshot where data_set = 'cepim' for update")
        const switching = impatient.dataCatalogue.use('cepim-2027-01', 470)
        const triedAt = async () => {
          // Within one transaction the view would show the same snapshot every time.
          await other.query('select pg_stat_clear_snapshot()')
          const { rows } = await other.query(
            `select xact_start::text as at from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows[0]?.at as string | undefined
        }
        const first = await until(triedAt, 'it waits')
        await until(async () => ((await triedAt()) ?? first) !== first, 'it waits again')
        await other.query('commit')
        assert.equal(await switching, true)
      })

    test('two that switch at once leave one served, and a chain of switches', async () => {
      for (const period of ['2027-01', '2027-02', '2027-03']) {
        await begun('ceis', period)
        await finished(`ceis-${period}`, 400)
      }
      const uses = Array.from({ length: 8 }, (_, at) => catalogue.use(`ceis-2027-0${(at % 3) + 1}`, 500 + at))
      await Promise.all(uses)
      const [now] = (await catalogue.served()).filter((one) => one.dataSet === 'ceis')
      assert.ok(now)
      const switches = (await told()).filter((one) => one.dataSet === 'ceis')
      const left = new Map<unknown, number>()
      for (const { from, to } of switches) {
        left.set(to, (left.get(to) ?? 0) + 1)
        left.set(from, (left.get(from) ?? 0) - 1)
      }
      // Whatever was served and is no more was left as often as it was switched to.
      assert.deepEqual(
        [...left].filter(([id, count]) => count !== 0 && id !== null),
        [[now.id, 1]],
      )
    })
  })
}
