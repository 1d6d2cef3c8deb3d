import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { nextAttemptAtMs, retryPausesMs } from './retry-ladder.ts'

const hour = 3_600_000

test('attempts come at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 18 h and the rest of three days', () => {
  const pauses = retryPausesMs.map((_, attempts) => nextAttemptAtMs(attempts, 0, 0))
  const rest = 22 * hour + 24 * 60_000 + 55_000
  assert.deepEqual(pauses, [
    0,
    5_000,
    300_000,
    1_800_000,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    18 * hour,
    rest,
  ])
  assert.equal(
    retryPausesMs.reduce((sum, pauseMs) => sum + pauseMs, 0),
    72 * hour,
  )
})

test('each pause is longer than the one before it, and after the last there is no other', () => {
  for (const [at, pauseMs] of retryPausesMs.entries())
    assert.ok(at === 0 || pauseMs > (retryPausesMs[at - 1] ?? 0))
  assert.equal(nextAttemptAtMs(retryPausesMs.length, 0, 0.5), undefined)
})

test('no attempt comes sooner than its pause, nor more than a tenth later', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: retryPausesMs.length - 1 }),
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
