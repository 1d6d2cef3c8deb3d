import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { changeRows } from '../../../testing/change-rows.ts'
import { newDirectory } from '../../../testing/engines.ts'
import { atNoon } from '../../../testing/invented/old-trail.ts'
import { archive, oldTrail } from '../../../testing/services/archived-trail.ts'
import { verifyTrail } from '../../features/trail/verify-trail.ts'
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

  test('a manifest says of itself that it was changed', () => {
    const copy = given()
    const path = join(copy, '2021-09', 'manifest.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('2021-09', '2021-07'))
    assert.throws(() => openArchives([copy]), ArchiveFault)
    assert.throws(() => openArchives([newDirectory()]), ArchiveFault)
  })
})
