import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { laneOf } from '@lastro/rules/trail/lane.ts'
import type { Seal } from '@lastro/rules/trail/seal.ts'
import { describe, onTestFinished, test } from 'vitest'
import { changeRows } from '../../../testing/change-rows.ts'
import { engines, newDirectory, newPlace } from '../../../testing/engines.ts'
import { atNoon, queryOn } from '../../../testing/invented/old-trail.ts'
import {
  archive,
  archivedTrail,
  asked as askedOf,
  found,
  oldTrail,
} from '../../../testing/services/archived-trail.ts'
import { manifestSum, manifestText } from '../../features/trail/archive/month-manifest.ts'
import { verifyTrail } from '../../features/trail/seals/verify-trail.ts'
import type { Store } from '../store.ts'
import { ArchiveFault } from './archive-fault.ts'
import { openArchives, sealsOf } from './month-archive.ts'
import { verifyArchives } from './verify-archives.ts'

const { today } = askedOf

describe('an archive, held against the store and by itself', async () => {
  const { store, to } = await oldTrail('sqlite')
  const outside = await store.trail.newestSeal()
  await archive(store, to)

  const given = () => {
    const copy = join(newDirectory(), 'archives')
    cpSync(to, copy, { recursive: true })
    return copy
  }
  const kinds = async (copy: string, isWithStore = true) => {
    const asked = { archives: openArchives([copy]), ...(isWithStore && { trail: store.trail }) }
    return (await verifyArchives(asked)).faults.map((one) =>
      'month' in one ? `${one.kind} ${one.month}` : one.kind,
    )
  }

  test('a month that is missing is named, first, middle or last', async () => {
    for (const month of ['2021-08', '2021-09', '2021-10']) {
      const copy = given()
      rmSync(join(copy, month), { recursive: true })
      assert.ok((await kinds(copy)).includes(`archive_missing ${month}`), month)
    }
    const copy = given()
    rmSync(join(copy, '2021-09'), { recursive: true })
    assert.deepEqual(await kinds(copy, false), ['archive_missing 2021-10'])
  })

  test('a file that is cut, changed or gone is named with its month', async () => {
    const files = readdirSync(join(to, '2021-09')).filter((name) => name !== 'manifest.json')
    assert.equal(files.length, 3)
    for (const file of files) {
      for (const damage of ['cut', 'changed', 'gone']) {
        const copy = given()
        const path = join(copy, '2021-09', file)
        const bytes = readFileSync(path)
        if (damage === 'gone') rmSync(path)
        else if (damage === 'cut') writeFileSync(path, bytes.subarray(0, bytes.length >> 1))
        else writeFileSync(path, bytes.fill(bytes[40] ?? 0 ^ 1, 40, 41).reverse())
        for (const isWithStore of [true, false])
          assert.deepEqual(await kinds(copy, isWithStore), ['archive_damaged 2021-09'], `${file} ${damage}`)
      }
    }
  })

  test('one of another trail is named as swapped', async () => {
    const other = await oldTrail('sqlite')
    await changeRows(other.place, 'trail.db', 'delete from trail_seal')
    await other.store.trail.seal(atNoon('2021-08-06'), 'always')
    await other.store.trail.seal(atNoon('2021-09-06'), 'always')
    await archive(other.store, other.to)
    const copy = given()
    rmSync(join(copy, '2021-08'), { recursive: true })
    cpSync(join(other.to, '2021-08'), join(copy, '2021-08'), { recursive: true })
    assert.ok((await kinds(copy)).includes('archive_swapped 2021-08'))
  })

  test('a seal that was held outside is looked for in them', async () => {
    const [first] = openArchives([to])
    const seals = await Array.fromAsync(sealsOf(first ?? assert.fail()))
    const asked = { archives: openArchives([to]), trail: store.trail }
    assert.deepEqual((await verifyArchives({ ...asked, held: seals })).faults, [])
    const forged = seals.map((one) => ({ ...one, hash: 'f'.repeat(64) }))
    const { faults } = await verifyArchives({ ...asked, held: forged })
    assert.equal(faults.filter(({ kind }) => kind === 'archive_seal').length, seals.length)
    // A log may hold two of one number: whichever comes last, one of them is not in the archive.
    for (const both of [
      [...forged, ...seals],
      [...seals, ...forged],
    ]) {
      const { faults } = await verifyArchives({ ...asked, held: both })
      assert.equal(faults.filter(({ kind }) => kind === 'archive_seal').length, seals.length)
    }
    assert.deepEqual((await verifyArchives({ ...asked, held: [...seals, ...seals] })).faults, [])
    assert.ok(outside !== undefined)
    const { besides } = await verifyTrail(store.trail, 'production', {
      held: [...seals, outside],
      today,
    })
    assert.deepEqual(besides, [])
  })

  /** Changes the lines of a file as somebody would who knows how sums are taken. */
  const forge = (copy: string, file: string, change: (text: string) => string): void => {
    const path = join(copy, '2021-09', file)
    const bytes = zstdCompressSync(change(zstdDecompressSync(readFileSync(path)).toString()))
    writeFileSync(path, bytes)
    const manifest = openArchives([join(copy, '2021-09')])[0]?.manifest ?? assert.fail()
    const files = manifest.files.map((one) =>
      one.name === file ? { name: file, bytes: bytes.length, sha256: hash('sha256', bytes) } : one,
    )
    writeFileSync(join(copy, '2021-09', 'manifest.json'), manifestText({ ...manifest, files }))
  }
  const lines = (change: (all: string[]) => readonly string[]) => (text: string) =>
    `${change(text.trimEnd().split('\n')).join('\n')}\n`

  const forgeries: Readonly<Record<string, readonly [file: string, change: (text: string) => string]>> = {
    'a record was changed': ['production-lane-0.ndjson.zst', (text) => text.replace('cli_ana', 'cli_bia')],
    'two links were swapped': [
      'production-lane-0.ndjson.zst',
      lines(([one = '', two = '', ...rest]) => [two, one, ...rest]),
    ],
    'a link was dropped': ['production-lane-0.ndjson.zst', lines(([, ...rest]) => rest)],
    'the last link was dropped': ['production-lane-0.ndjson.zst', lines((all) => all.slice(0, -1))],
    'a seal was changed': ['seals.ndjson.zst', (text) => text.replace('"atMs":16', '"atMs":15')],
    'a seal was dropped': ['seals.ndjson.zst', lines(([, ...rest]) => rest)],
    'it is no text at all': ['seals.ndjson.zst', () => 'nothing'],
  }
  for (const [what, [file, change]] of Object.entries(forgeries)) {
    test(`with its sums made anew it is still known: ${what}`, async () => {
      const copy = given()
      forge(copy, file, change)
      const alone = await kinds(copy, false)
      assert.ok(
        alone.length > 0 && alone.every((one) => /^archive_(broken|damaged|seal) 2021-09$/.test(one)),
        String(alone),
      )
      assert.ok((await kinds(copy)).includes('archive_swapped 2021-09'))
    })
  }

  test('a hash that was written down is found in them: of an archive, a link or a seal', async () => {
    const archives = openArchives([to])
    const [{ manifest } = assert.fail()] = archives
    const [lane = assert.fail()] = manifest.production.lanes
    const sums = [manifestSum(manifest), lane.until.hash, manifest.seals?.until.hash]
    for (const expected of [...sums, 'f'.repeat(64)]) {
      const { holdsExpected } = await verifyArchives({ archives, expected })
      assert.equal(holdsExpected, sums.includes(expected))
    }
    const newest = manifestSum(archives.at(-1)?.manifest ?? assert.fail())
    assert.equal((await verifyTrail(store.trail, 'sandbox', { expected: newest })).holdsExpected, true)
  })

  test('a manifest says of itself that it was changed', () => {
    const copy = given()
    const path = join(copy, '2021-09', 'manifest.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('2021-09', '2021-07'))
    assert.throws(() => openArchives([copy]), ArchiveFault)
    assert.throws(() => openArchives([newDirectory()]), ArchiveFault)
  })
})

for (const engine of engines) {
  describe(`what the store keeps of its archives on ${engine}`, () => {
    test('kept records that were changed, dropped or added are named with their month, with the store alone', async () => {
      const { place, store } = await archivedTrail(engine)
      const { number, place: at } = (await found(store))[0] ?? assert.fail()
      const ways = [
        `update trail_link set records = replace(records, 'cli_', 'CLI_') where number = ${number}`,
        `update trail_link set records = replace(records, 'CLI_', 'cli_') where number = ${number}`,
        `delete from trail_link where number = ${number}`,
      ]
      assert.equal(at, 1)
      for (const [step, statement] of ways.entries()) {
        await changeRows(place, 'trail.db', statement)
        const { besides } = await verifyTrail(store.trail, 'production')
        const kinds = besides.filter(({ kind }) => kind === 'kept_changed')
        assert.deepEqual(kinds, step === 1 ? [] : [{ kind: 'kept_changed', month: '2021-08' }], statement)
      }
    })

    test('where the lanes and the seals go on cannot be changed unseen', async () => {
      const { place, store } = await archivedTrail(engine)
      const same = `'${'0'.repeat(64)}'`
      await changeRows(
        place,
        'trail.db',
        `update trail_left set hash = ${same} where environment = 'production'`,
      )
      assert.notEqual((await verifyTrail(store.trail, 'production')).broken, undefined)
      await changeRows(
        place,
        'trail.db',
        "update trail_archive set manifest = replace(manifest, '2021-09', '2021-08') where month = '2021-09'",
      )
      const { besides } = await verifyTrail(store.trail, 'sandbox')
      assert.ok(besides.some((one) => 'month' in one && one.month === '2021-09'))
    })

    test('usage that was changed in what left is noticed', async () => {
      const { place, store, to } = await archivedTrail(engine)
      await changeRows(place, 'trail.db', 'update trail_left_usage set billed = billed + 1')
      assert.ok((await verifyTrail(store.trail, 'production')).besides.some(({ kind }) => kind === 'usage'))
      const { faults } = await verifyArchives({ archives: openArchives([to]), trail: store.trail })
      assert.ok(faults.some(({ kind }) => kind === 'usage'))
    })

    test('a trail whose months left is whole, by the day on which they may have', async () => {
      const { store } = await archivedTrail(engine)
      for (const environment of ['production', 'sandbox'] as const) {
        assert.deepEqual((await verifyTrail(store.trail, environment, { today })).besides, [])
        // A month earlier the last of them could not have left.
        const early = await verifyTrail(store.trail, environment, { today: '2026-10-31' as Day })
        assert.deepEqual(early.besides, [{ kind: 'archive_changed', month: '2021-10' }])
      }
      assert.equal((await verifyTrail(store.trail, 'production')).besides.length, 3)
    })

    /** Rows of months that left, of records that are kept for fifteen years, with all that stands beside them. */
    const dropKept = (month: string) => {
      const endMs = Date.parse(`${month}-28T23:59:59-03:00`)
      const lanes = engine === 'sqlite' ? '' : `and last_at_ms <= ${endMs}`
      const numbers = `(select number from trail_link where environment = 'production' and last_at_ms <= ${endMs})`
      const environment = engine === 'sqlite' ? 0 : "'production'"
      return [
        `delete from consultation where environment = ${environment} and number in ${numbers}`,
        `delete from trail_owner where environment = 'production' and number in ${numbers}`,
        `delete from trail_lane_owner where environment = 'production' ${lanes}`,
        `delete from trail_link where environment = 'production' and last_at_ms <= ${endMs}`,
      ]
    }
    const cover = {
      'have left': "update trail_archive set holds_long_kept = 0 where month = '2021-08'",
      'be leaving': "update trail_archive set state = 'leaving' where month = '2021-08'",
      'be leaving for good': "update trail_archive set state = 'leaving', holds_long_kept = 0",
    }
    for (const [what, statement] of Object.entries(cover)) {
      test(`records of fifteen years that are said to ${what} are missed before their time`, async () => {
        const { place, store } = await archivedTrail(engine)
        await changeRows(place, 'trail.db', statement)
        assert.deepEqual((await verifyTrail(store.trail, 'production', { today })).besides, [])
        await changeRows(place, 'trail.db', dropKept('2021-08').join(';\n'))
        const { besides } = await verifyTrail(store.trail, 'production', { today })
        assert.deepEqual(besides, [{ kind: 'kept_changed', month: '2021-08' }])
        const late = await verifyTrail(store.trail, 'production', { today: '2036-12-01' as Day })
        assert.equal(late.besides.length, what === 'be leaving' ? 1 : 0)
      })
    }

    const lastOf = (store: Store, at: 'left' | 'heads') =>
      store.trail[at]('production').then((all) => all[0] ?? assert.fail())

    test('a lane that goes on later than its archives end is named, though it is chained from there', async () => {
      const { place, store } = await archivedTrail(engine)
      const { number } = await lastOf(store, 'left')
      const next = (await Array.fromAsync(store.trail.links('production', number)))[0] ?? assert.fail()
      await changeRows(
        place,
        'trail.db',
        `update trail_left set number = ${next.number}, hash = '${next.hash}'
           where environment = 'production' and number = ${number};
         delete from trail_link where environment = 'production' and number = ${next.number}`,
      )
      const { broken, besides } = await verifyTrail(store.trail, 'production', { today })
      assert.notEqual(broken, undefined)
      assert.ok(besides.some((one) => one.kind === 'archive_changed' && 'number' in one))
    })

    test('a lane of which nothing is left past its archives is named, without a seal that says so', async () => {
      const { place, store } = await archivedTrail(engine)
      const { number } = await lastOf(store, 'left')
      const { number: until } = await lastOf(store, 'heads')
      await changeRows(
        place,
        'trail.db',
        `delete from trail_link where environment = 'production' and number > ${number} and number <= ${until};
         delete from trail_seal`,
      )
      const { besides } = await verifyTrail(store.trail, 'production', { today })
      const lane = laneOf(number)
      assert.ok(
        besides.some((one) => one.kind === 'lane_cut' && one.lane === lane && one.number === number + 1),
      )
    })

    test('a month that is gone from what the trail knows, or is said to be another, is named', async () => {
      const ways = [
        "delete from trail_archive where month = '2021-08'",
        "delete from trail_archive where month = '2021-09'",
        "delete from trail_archive where month = '2021-10'",
        "update trail_archive set month = '2021-07' where month = '2021-08'",
        "delete from trail_left where environment = 'production'",
      ]
      for (const statement of ways) {
        const { place, store } = await archivedTrail(engine)
        await changeRows(place, 'trail.db', statement)
        const { besides } = await verifyTrail(store.trail, 'production', { today })
        assert.ok(
          besides.some(({ kind }) => kind === 'archive_changed'),
          statement,
        )
      }
    })

    test('a lane that was at rest for years is not missed by a seal that is younger than what left', async () => {
      const place = await newPlace(engine)
      const store = await place.open()
      onTestFinished(() => store.close())
      const to = newDirectory()
      const seals: Seal[] = []
      const seal = async (day: string) => {
        const made = await store.trail.seal(atNoon(day), 'always')
        seals.push(typeof made === 'object' ? made : assert.fail())
      }
      await store.trail.append('production', [queryOn('2021-08-05', 1)])
      await seal('2021-08-06')
      await store.trail.append('production', [queryOn('2021-08-07', 2)])
      await seal('2021-08-08')
      // For years it ends with the second link, and every seal says so.
      await seal('2026-11-01')
      await store.trail.append('production', [queryOn('2026-11-02', 3)])
      await seal('2026-11-03')
      await archive(store, to)
      assert.equal((await lastOf(store, 'left')).hash, seals[1]?.heads[0]?.hash)
      const { broken, besides } = await verifyTrail(store.trail, 'production', { held: seals, today })
      assert.deepEqual([broken, besides], [undefined, []])
    })
  })
}
