import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import { allRows } from '../../../testing/all-rows.ts'
import { changeRows } from '../../../testing/change-rows.ts'
import { engines, newDirectory } from '../../../testing/engines.ts'
import { atNoon, queryOn } from '../../../testing/invented/old-trail.ts'
import {
  archive,
  asked,
  assertWhole,
  found,
  names,
  oldTrail,
} from '../../../testing/services/archived-trail.ts'
import { verifyTrail } from '../../features/trail/seals/verify-trail.ts'
import { ArchiveFault } from './archive-fault.ts'
import type { ArchiveStep } from './archive-trail.ts'

for (const engine of engines) {
  describe(`months that leave in steps on ${engine}`, () => {
    test('cut off at any step, and at the same step again, the next run completes it: nothing lost, nothing twice', async () => {
      const steps: ArchiveStep[] = ['write', 'begin', 'removeSeals', 'remove', 'end']
      const { store, to, before } = await oldTrail(engine)
      // What a kill leaves of an archive that was being written is no archive.
      mkdirSync(join(to, '2021-08.unfinished-AbCdEf'), { recursive: true })
      for (const step of steps) {
        for (const times of [1, 2]) {
          let count = 0
          const crash = (at: ArchiveStep) => {
            if (at === step && ++count === times) throw new Error('killed')
          }
          await archive(store, to, {}, crash).catch(({ message }) => assert.equal(message, 'killed'))
          for (const environment of ['production', 'sandbox'] as const) {
            const { today } = asked
            const { broken, besides } = await verifyTrail(store.trail, environment, { today })
            assert.deepEqual([broken, besides], [undefined, []], `${step} ${times} ${environment}`)
          }
        }
      }
      await archive(store, to)
      await assertWhole(store, to)
      const all = await found(store, to)
      assert.deepEqual(names(all), names(before))
      assert.deepEqual(
        readdirSync(to).filter((name) => !name.includes('unfinished')),
        ['2021-08', '2021-09', '2021-10'],
      )
    })

    test('two runs at once archive each month once', async () => {
      const { place, store, to, before } = await oldTrail(engine)
      const other = await place.open()
      onTestFinished(() => other.close())
      const runs = await Promise.allSettled([archive(store, to), archive(other, to)])
      for (const one of runs)
        assert.ok(
          one.status === 'fulfilled' || one.reason instanceof ArchiveFault,
          String(one.status === 'rejected' && one.reason.stack),
        )
      await archive(store, to)
      await assertWhole(store, to)
      const all = await found(store, to)
      assert.deepEqual(names(all), names(before))
    })

    test('others write and verify meanwhile, and an equal query is still billed once', async () => {
      const { place, store, to } = await oldTrail(engine)
      const other = await place.open()
      onTestFinished(() => other.close())
      const twice = { ...queryOn('2026-12-16', 900_000), repeatWindowMs: 3_600_000 }
      const writing = (async () => {
        const billings: string[] = []
        for (let at = 0; at < 40; at++) {
          const drafts = [{ ...twice, atMs: twice.atMs + at }, queryOn('2026-12-16', 910_000 + at)]
          billings.push(...(await other.trail.append('production', drafts)))
        }
        return billings
      })()
      let isDone = false
      const verifying = (async () => {
        while (!isDone) await assertWhole(other)
      })()
      await archive(store, to)
      isDone = true
      await verifying
      const billings = await writing
      assert.equal(billings.filter((one) => one === 'billed').length, 41)
      await assertWhole(store, to)
      await assertWhole(other)
    })

    test('an archive that stands there already, of another trail or damaged, is not taken for this one', async () => {
      const [one, other] = [await oldTrail(engine), await oldTrail(engine)]
      await archive(one.store, one.to)
      // A trail that differs from the other in one seal.
      const { number } = (await other.store.trail.newestSeal()) ?? assert.fail()
      await changeRows(other.place, 'trail.db', `delete from trail_seal where number > 1`)
      await other.store.trail.seal(atNoon('2021-08-06'), 'always')
      await other.store.trail.seal(atNoon('2021-12-06'), 'always')
      assert.ok(number > 3)
      const rows = await allRows(other.place)
      cpSync(one.to, other.to, { recursive: true })
      const refused = (error: unknown) => error instanceof ArchiveFault && error.kind === 'taken'
      await assert.rejects(archive(other.store, other.to), refused)
      const path = join(one.to, '2021-08', 'seals.ndjson.zst')
      writeFileSync(path, readFileSync(path).subarray(0, -1))
      await assert.rejects(archive(other.store, one.to), ArchiveFault)
      assert.deepEqual(await allRows(other.place), rows)
    })

    test('a run that was cut off goes on only where its archive is', async () => {
      const { store, to } = await oldTrail(engine)
      const crash = (at: ArchiveStep) => {
        if (at === 'remove') throw new Error('killed')
      }
      await assert.rejects(archive(store, to, {}, crash), /killed/)
      const elsewhere = newDirectory()
      await assert.rejects(
        archive(store, elsewhere),
        (error) => error instanceof ArchiveFault && error.kind === 'elsewhere',
      )
      assert.equal((await verifyTrail(store.trail, 'production')).archived.leaving, '2021-08')
      await archive(store, to)
      await assertWhole(store, to)
      assert.equal(existsSync(join(elsewhere, '2021-08')), false)
    })
  })
}
