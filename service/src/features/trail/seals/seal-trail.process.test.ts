import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { type LaneHead, type Seal, sealOf, sealStart } from '@lastro/rules/trail/seal.ts'
import { describe, onTestFinished, test, vi } from 'vitest'
import { engines, newPlace } from '../../../../testing/engines.ts'
import { draftOf } from '../../../../testing/invented/chained.ts'
import { type SealingDeps, sealingLook, trailSealing } from './seal-trail.ts'

const clock = { nowMs: () => 1_800_000_000_000 }

/** A trail of one lane whose seals two processes write. */
function trailOf(busyTimes = 0) {
  const seals: Seal[] = []
  const heads: LaneHead[] = []
  let busy = busyTimes
  return {
    seals,
    record: () =>
      void heads.splice(0, 1, { environment: 'sandbox', number: seals.length + 1, hash: `${seals.length}` }),
    newestSeal: async () => seals.at(-1),
    seal: async (atMs: number, when: 'always' | 'ifNew') => {
      assert.ok(when === 'always' || when === 'ifNew')
      if (busy-- > 0) return 'busy' as const
      const newest = seals.at(-1)
      if (when === 'ifNew' && JSON.stringify(newest?.heads ?? []) === JSON.stringify(heads))
        return 'nothingNew' as const
      const seal = sealOf(newest ?? sealStart, heads, atMs)
      seals.push(seal)
      return seal
    },
  }
}

describe('a look', () => {
  test('seals what was recorded, once, and tells it outside', async () => {
    const trail = trailOf()
    const told: number[] = []
    const look = sealingLook({ trail, clock, onSealed: ({ number }) => told.push(number) })
    await look()
    assert.deepEqual(told, [])
    trail.record()
    await look()
    await look()
    assert.deepEqual(told, [1])
    trail.record()
    await look()
    assert.deepEqual(told, [1, 2])
  })

  test('leaves it to another that has sealed since, and goes on when that one falls silent', async () => {
    const trail = trailOf()
    const told: string[] = []
    const ana = sealingLook({ trail, clock, onSealed: () => told.push('ana') })
    const bia = sealingLook({ trail, clock, onSealed: () => told.push('bia') })
    for (let at = 0; at < 3; at++) {
      trail.record()
      await ana()
      await bia()
    }
    assert.deepEqual(told, ['ana', 'ana', 'ana'])
    trail.record()
    await ana()
    trail.record()
    await bia()
    assert.deepEqual(told.slice(3), ['ana'], 'the other has sealed since its last look')
    await bia()
    assert.deepEqual(told.slice(4), ['bia'], 'two looks are the longest that records stay without a seal')
  })

  test('goes away without a seal while another is at it', async () => {
    const trail = trailOf(1)
    trail.record()
    const look = sealingLook({ trail, clock, onSealed: () => assert.fail() })
    await look()
    assert.deepEqual(trail.seals, [])
  })
})

describe('a process', () => {
  test('seals when it starts and when it stops, also where nothing was recorded', async () => {
    const trail = trailOf()
    const told: Seal[] = []
    const sealing = trailSealing({
      trail,
      clock,
      onSealed: (seal) => told.push(seal),
      onError: () => assert.fail(),
    })
    await sealing.start()
    assert.equal(told.length, 1)
    await sealing.stop()
    assert.deepEqual(told, trail.seals)
    assert.equal(told.length, 2)
  })

  test('tries again while others seal, for its own last records must be under it', async () => {
    const trail = trailOf(3)
    const sealing = trailSealing({ trail, clock, onSealed: () => undefined, onError: () => assert.fail() })
    await sealing.start()
    await sealing.stop()
    assert.equal(trail.seals.length, 2)
  })

  test('gives up after fifty tries, and says so', async () => {
    const errors: unknown[] = []
    let tries = 0
    const seal = async () => {
      tries += 1
      return 'busy' as const
    }
    const sealing = trailSealing({
      trail: { ...trailOf(), seal },
      clock,
      onSealed: () => assert.fail(),
      onError: (error) => errors.push(String(error)),
    })
    await sealing.stop()
    assert.deepEqual([tries, errors], [50, ['Error: Others were sealing the trail all the time']])
  })

  test('lets others come to an end before it tries again', async () => {
    const trail = trailOf(Number.POSITIVE_INFINITY)
    const sealed = trailOf()
    let isOver = false
    setImmediate(() => {
      isOver = true
    })
    const seal: typeof trail.seal = (...of) => (isOver ? sealed : trail).seal(...of)
    const sealing = trailSealing({
      trail: { ...trail, seal },
      clock,
      onSealed: () => undefined,
      onError: () => assert.fail(),
    })
    await sealing.stop()
    assert.equal(sealed.seals.length, 1)
  })

  test('does not go on running for its looks alone', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length
    const sealing = trailSealing({
      trail: trailOf(),
      clock,
      onSealed: () => undefined,
      onError: () => assert.fail(),
    })
    const before = timers()
    await sealing.start()
    assert.equal(timers(), before)
    await sealing.stop()
  })

  describe('between its start and its stop', () => {
    /** A process that has started, and whose clock is turned by hand. */
    const startedOn = async (trail: SealingDeps['trail']) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      onTestFinished(() => void vi.useRealTimers())
      const told: number[] = []
      const errors: unknown[] = []
      const sealing = trailSealing({
        trail,
        clock,
        onSealed: ({ number }) => told.push(number),
        onError: (error) => errors.push(error),
      })
      await sealing.start()
      const pass = async (ms: number) => {
        vi.advanceTimersByTime(ms)
        await turn()
      }
      return { sealing, told, errors, pass }
    }

    test('seals what was recorded in less than ten seconds, and looks no more after it', async () => {
      const trail = trailOf()
      const { sealing, told, pass } = await startedOn(trail)
      trail.record()
      await pass(5_000)
      await pass(4_999)
      assert.deepEqual(told, [1, 2])
      await sealing.stop()
      trail.record()
      await pass(10_000)
      await pass(10_000)
      assert.deepEqual(told, [1, 2, 3])
    })

    test('says so when a look fails, and goes on', async () => {
      const trail = trailOf()
      const failed = new Error('no store')
      const newestSeal = vi.fn(trail.newestSeal)
      newestSeal.mockImplementationOnce(() => Promise.reject(failed))
      const { told, errors, pass, sealing } = await startedOn({ ...trail, newestSeal })
      trail.record()
      for (let looks = 0; looks < 3; looks++) await pass(4_500)
      assert.deepEqual([told, errors], [[1, 2], [failed]])
      await sealing.stop()
    })

    test('ends a look that is under way before it seals for the last time', async () => {
      const trail = trailOf()
      const looked = Promise.withResolvers<undefined>()
      const newestSeal = () => looked.promise
      const { sealing, told, pass } = await startedOn({ ...trail, newestSeal })
      await pass(4_500)
      const stopped = sealing.stop()
      await turn()
      assert.deepEqual(told, [1])
      looked.resolve(undefined)
      await stopped
      assert.deepEqual(told, [1, 2])
    })
  })

  test('starts and stops where no seal can be written, and says so', async () => {
    const errors: unknown[] = []
    const full = new Error('disk full')
    const trail = { newestSeal: async () => undefined, seal: () => Promise.reject(full) }
    const sealing = trailSealing({
      trail,
      clock,
      onSealed: () => assert.fail(),
      onError: (error) => errors.push(error),
    })
    await sealing.start()
    await sealing.stop()
    assert.deepEqual(errors, [full, full])
  })
})

for (const engine of engines) {
  test(`on ${engine} a seal holds the heads of all lanes of both environments and the seal before`, async () => {
    const place = await newPlace(engine)
    const stores = [await place.open(), await place.open()]
    const [one = assert.fail(), other = assert.fail()] = stores
    assert.equal(await one.trail.seal(1, 'ifNew'), 'nothingNew')
    for (const store of stores) {
      await store.trail.append('production', [draftOf()])
      await store.trail.append('sandbox', [draftOf()])
    }
    const sealed = await one.trail.seal(2, 'ifNew')
    assert.ok(typeof sealed === 'object')
    const heads = [...(await one.trail.heads('production')), ...(await one.trail.heads('sandbox'))]
    assert.deepEqual(sealed.heads, heads)
    assert.equal(heads.length, engine === 'sqlite' ? 2 : 4)
    assert.equal(await other.trail.seal(3, 'ifNew'), 'nothingNew')
    const asked = await other.trail.seal(3, 'always')
    assert.ok(typeof asked === 'object')
    assert.deepEqual([asked.number, asked.previous], [sealed.number + 1, sealed.hash])
    assert.deepEqual(await one.trail.newestSeal(), asked)
    assert.deepEqual(await Array.fromAsync(one.trail.seals()), [sealed, asked])
    await Promise.all(stores.map((store) => store.close()))
  })
}
