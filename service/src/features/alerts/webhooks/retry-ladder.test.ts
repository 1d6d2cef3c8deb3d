import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextAttemptAtMs, retryPausesMs } from './retry-ladder.ts'

test('attempts come at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 6, 7].map((attempts) => nextAttemptAtMs(attempts, 0, 0))
  assert.deepEqual(pauses, [0, 5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000])
})

test('after the eighth there is no other', () => {
  assert.equal(nextAttemptAtMs(retryPausesMs.length, 0, 0.5), undefined)
})

test('no attempt comes sooner than its pause, nor more than a tenth later', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 7 }),
      fc.nat(2 ** 31),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (at, nowMs, chance) => {
        const pauseMs = retryPausesMs[at] ?? 0
        const waitedMs = (nextAttemptAtMs(at, nowMs, chance) ?? 0) - nowMs
        assert.ok(waitedMs >= pauseMs && waitedMs <= Math.ceil(pauseMs * 1.1), `${waitedMs}`)
      },
    ),
  )
})
