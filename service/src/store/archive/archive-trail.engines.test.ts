import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import { describe, onTestFinished, test } from 'vitest'
import { allRows } from '../../../testing/all-rows.ts'
import { changeRows } from '../../../testing/change-rows.ts'
import { engines, newDirectory, newPlace } from '../../../testing/engines.ts'
import { atNoon, queryOn } from '../../../testing/invented/old-trail.ts'
import {
  archive,
  assertWhole,
  everything,
  found,
  names,
  oldTrail,
} from '../../../testing/services/archived-trail.ts'
import { ownConsultations } from '../../features/trail/own-consultations.ts'
import { pageOfTrail } from '../../features/trail/page-of-trail.ts'
import { verifyTrail } from '../../features/trail/seals/verify-trail.ts'
import { searchTrail } from '../../features/trail/search-trail.ts'
import { ArchiveFault } from './archive-fault.ts'
import { openArchives } from './month-archive.ts'
import { withArchives } from './search-archives.ts'

for (const engine of engines) {
  describe(`archives of the trail on ${engine}`, () => {
    test('whole months leave, with their seals, and both verify, together and alone', async () => {
      const { store, to, before } = await oldTrail(engine)
      const [usage, heads] = [
        await store.trail.usage('production', '2021-09'),
        await store.trail.heads('production'),
      ]
      const left = await archive(store, to)
      assert.deepEqual(
        left.map(({ month, kind }) => [month, kind]),
        [
          ['2021-08', 'archived'],
          ['2021-09', 'archived'],
          ['2021-10', 'archived'],
        ],
      )
      await assertWhole(store, to)
      const here = await found(store)
      const young = before.filter(({ atMs }) => atMs >= Date.parse('2021-11-01T00:00:00-03:00'))
      const kept = before.filter((one) => one.features === 'listing.released' && !young.includes(one))
      assert.equal(kept.length, 18)
      assert.deepEqual(names(here), names([...young, ...kept]))
      assert.deepEqual(await store.trail.usage('production', '2021-09'), usage)
      assert.deepEqual(await store.trail.heads('production'), heads)
      const { archived } = await verifyTrail(store.trail, 'production')
      assert.deepEqual(archived, {
        months: ['2021-08', '2021-09', '2021-10'],
        leaving: undefined,
        recordsKept: 18,
      })
      assert.deepEqual(await archive(store, to), [])
    })

    test('a search that is pointed at archives finds what it found before, once and in order', async () => {
      const { store, to, before } = await oldTrail(engine)
      await archive(store, to)
      const both = { trail: withArchives(store.trail, openArchives([to])) }
      const all = await Array.fromAsync(searchTrail(both.trail, 'production', everything))
      assert.deepEqual(names(all), names(before))
      const times = all.map(({ atMs }) => atMs)
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      )
      for (const one of [before[0], before[1], before.at(-1)]) {
        const document = one?.document as DocumentNumber
        const wanted = { ...everything, document }
        const [same, ...others] = await Array.fromAsync(searchTrail(both.trail, 'production', wanted))
        assert.deepEqual([same, others], [one, []])
      }
      const ofBia = await Array.fromAsync(
        searchTrail(both.trail, 'production', { ...everything, clientId: 'cli_bia' }),
      )
      assert.deepEqual(names(ofBia), names(before.filter(({ clientId }) => clientId === 'cli_bia')))
    })

    test('what stays is found by document and by its owner, and what left is not', async () => {
      const { store, to, before } = await oldTrail(engine)
      await archive(store, to)
      const [gone, kept] = [before[0], before.find((one) => one.outcome === 'alerted')]
      const of = (one: Consultation | undefined) =>
        store.trail.ofDocument('production', one?.document as DocumentNumber, everything)
      assert.deepEqual(await of(gone), [])
      assert.deepEqual(await of(kept), [kept])
      const own = await store.trail.linksOf('production', kept?.clientId ?? '', {
        from: undefined,
        count: 500,
      })
      assert.ok(own.links.some(({ number }) => number === kept?.number))
      const listed = await ownConsultations(
        store.trail,
        'production',
        { clientId: kept?.clientId ?? '', userId: undefined },
        { limit: 500, before: undefined },
      )
      const { found: paged } = await pageOfTrail(
        store.trail,
        'production',
        { ...everything, requestId: undefined },
        { before: undefined, limit: 500 },
      )
      const here = await found(store)
      assert.deepEqual(names(paged), names(here))
      assert.deepEqual(names(listed.found), names(here.filter(({ clientId }) => clientId === kept?.clientId)))
    })

    test('what the trail still holds in memory of a month that left is neither found nor indexed again', async () => {
      const { place, store, to, before } = await oldTrail(engine)
      const service = await place.open()
      const [gone = assert.fail()] = before
      const document = gone.document as DocumentNumber
      assert.equal((await service.trail.ofDocument('production', document, everything)).length, 1)
      await archive(store, to)
      assert.deepEqual(await service.trail.ofDocument('production', document, everything), [])
      await service.trail.append('production', [queryOn('2026-12-16', 990_001)])
      await service.close()
      await assertWhole(store, to)
      const again = await place.open()
      assert.deepEqual(await again.trail.ofDocument('production', document, everything), [])
      await again.close()
    })

    test('a lane that is at rest keeps its last link, and a seal is always left', async () => {
      const { place, store, to } = await oldTrail(engine)
      const today = '2040-01-01' as Day
      await archive(store, to, { before: '2030-01', today })
      await assertWhole(store, to, today)
      assert.equal(
        (await allRows(place))[engine === 'sqlite' ? 'trail.db trail_seal' : 'trail_seal']?.length,
        1,
      )
      const heads = await store.trail.heads('production')
      await store.trail.append('production', [queryOn('2039-12-31', 5)])
      await store.trail.seal(atNoon('2039-12-31'), 'always')
      assert.ok(heads.every(({ number }) => number > 0))
      await assertWhole(store, to, today)
      const later = { before: '2040-02', today: '2046-01-01' as Day }
      await store.trail.append('production', [queryOn('2045-12-31', 6)])
      await store.trail.seal(atNoon('2045-12-31'), 'always')
      await archive(store, to, later)
      await assertWhole(store, to, later.today)
    })

    test('after fifteen years the rest leaves too, where its archive is at hand', async () => {
      const { store, to } = await oldTrail(engine)
      await archive(store, to)
      const elsewhere = newDirectory()
      const today = '2036-12-01' as Day
      const later = { before: '2021-12', today }
      await archive(store, elsewhere, { ...later, before: '2021-11' })
      assert.equal((await verifyTrail(store.trail, 'production')).archived.recordsKept, 18)
      const left = await archive(store, to, later)
      assert.deepEqual(
        left.map(({ month, kind }) => `${month} ${kind}`),
        [
          '2021-11 archived',
          '2021-08 long_kept_left',
          '2021-09 long_kept_left',
          '2021-10 long_kept_left',
          '2021-11 long_kept_left',
        ],
      )
      await assertWhole(store, to, today)
      assert.equal((await verifyTrail(store.trail, 'production')).archived.recordsKept, 0)
    })

    test('a clock that was set back lets nothing leave early, and nothing is left behind', async () => {
      const place = await newPlace(engine)
      const store = await place.open()
      onTestFinished(() => store.close())
      const to = newDirectory()
      const days = ['2021-08-05', '2021-11-05', '2021-07-20', '2021-09-01', '2022-01-01']
      for (const [at, day] of days.entries()) await store.trail.append('production', [queryOn(day, at)])
      await archive(store, to)
      await assertWhole(store, to)
      assert.equal((await found(store)).length, 4)
      const today = '2027-01-01' as Day
      await archive(store, to, { before: '2021-12', today })
      await assertWhole(store, to, today)
      assert.equal((await found(store)).length, 1)
      assert.deepEqual(
        openArchives([to]).map(({ manifest }) => manifest.month),
        ['2021-08', '2021-11'],
      )
    })

    test('a month is refused while any of it is younger than five years, whoever asks', async () => {
      const { store, to } = await oldTrail(engine)
      const left = await archive(store, to, { before: '2030-01', today: '2026-10-31' as Day })
      assert.deepEqual(
        left.map(({ month }) => month),
        ['2021-08', '2021-09'],
      )
    })

    test('a trail that is broken is not archived, and loses nothing', async () => {
      const { place, store, to } = await oldTrail(engine)
      await changeRows(
        place,
        'trail.db',
        "update trail_link set records = replace(records, 'request-4', 'request-X')",
      )
      const before = await allRows(place)
      await assert.rejects(
        archive(store, to),
        (error) => error instanceof ArchiveFault && error.kind === 'trail_broken',
      )
      assert.deepEqual(await allRows(place), before)
      assert.deepEqual(readdirSync(to), [])
    })
  })
}
