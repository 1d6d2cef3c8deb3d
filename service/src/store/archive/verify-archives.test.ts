import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { changeRows } from '../../../testing/change-rows.ts'
import { engines, newDirectory } from '../../../testing/engines.ts'
import { atNoon } from '../../../testing/invented/old-trail.ts'
import { archive, found, oldTrail } from '../../../testing/services/archived-trail.ts'
import { manifestSum, manifestText } from '../../features/trail/archive/month-manifest.ts'
import { verifyTrail } from '../../features/trail/seals/verify-trail.ts'
import { ArchiveFault } from './archive-fault.ts'
import { openArchives, sealsOf } from './month-archive.ts'
import { verifyArchives } from './verify-archives.ts'

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
    assert.ok(outside !== undefined)
    const { besides } = await verifyTrail(store.trail, 'production', { held: [...seals, outside] })
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
      const { place, store, to } = await oldTrail(engine)
      await archive(store, to)
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
      const { place, store, to } = await oldTrail(engine)
      await archive(store, to)
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
      assert.ok(besides.some((one) => one.kind === 'archive_changed' && one.month === '2021-09'))
    })

    test('usage that was changed in what left is noticed', async () => {
      const { place, store, to } = await oldTrail(engine)
      await archive(store, to)
      await changeRows(place, 'trail.db', 'update trail_left_usage set billed = billed + 1')
      assert.ok((await verifyTrail(store.trail, 'production')).besides.some(({ kind }) => kind === 'usage'))
      const { faults } = await verifyArchives({ archives: openArchives([to]), trail: store.trail })
      assert.ok(faults.some(({ kind }) => kind === 'usage'))
    })
  })
}
