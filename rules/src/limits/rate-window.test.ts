import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { newWindow, takeFromWindow } from './rate-window.ts'

const stepMs = 50

test('no thousand milliseconds let through more than the limit, and nobody waits longer than they must', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 40, maxLength: 120 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), gaps, (limit, pauses) => {
      const window = newWindow()
      let nowMs = 1_000_000
      const granted: number[] = []
      for (const pause of pauses) {
        nowMs += pause
        const taken = takeFromWindow(window, { limit, wanted: 7, nowMs })
        const before = granted.filter((at) => at > nowMs - 1_000 - 2 * stepMs).length
        assert.ok(taken >= Math.min(7, limit - before), 'room that there is is given')
        for (let at = 0; at < taken; at++) granted.push(nowMs)
      }
      for (const from of granted) {
        const within = granted.filter((at) => at >= from && at < from + 1_000).length
        assert.ok(within <= limit, `${within} of ${limit}`)
      }
    }),
    { numRuns: 100 },
  )
})

test('a window gives what is wanted while there is room, then what is left, then nothing', () => {
  const window = newWindow()
  const take = (wanted: number, nowMs = 10_000) => takeFromWindow(window, { limit: 10, wanted, nowMs })
  assert.deepEqual([take(4), take(4), take(4), take(4)], [4, 4, 2, 0])
  // What was taken counts until a whole second has passed since the end of its step.
  assert.equal(take(10, 10_000 + 1_000), 0)
  assert.equal(take(10, 10_000 + 1_000 + stepMs - 1), 0)
  assert.equal(take(10, 10_000 + 1_000 + stepMs), 10)
})

test('a limit that was lowered since owes nobody anything', () => {
  const window = newWindow()
  assert.equal(takeFromWindow(window, { limit: 10, wanted: 10, nowMs: 0 }), 10)
  assert.equal(takeFromWindow(window, { limit: 3, wanted: 1, nowMs: 0 }), 0)
  assert.equal(takeFromWindow(window, { limit: 11, wanted: 5, nowMs: 0 }), 1)
})

test('steps move on by as many as have passed, and keep what was taken in each', () => {
  const window = newWindow()
  const take = (nowMs: number) => takeFromWindow(window, { limit: 3, wanted: 1, nowMs })
  assert.deepEqual([take(0), take(500), take(900), take(950)], [1, 1, 1, 0])
  assert.deepEqual([take(1_049), take(1_050), take(1_051)], [0, 1, 0])
  assert.deepEqual([take(1_549), take(1_550), take(1_950), take(2_000)], [0, 1, 1, 0])
})

test('a clock a little behind shares the second of one ahead; a window a minute ahead is begun anew', () => {
  const taken = (behindMs: number) => {
    const window = newWindow()
    takeFromWindow(window, { limit: 1, wanted: 1, nowMs: 1_000_000 })
    return takeFromWindow(window, { limit: 1, wanted: 1, nowMs: 1_000_000 - behindMs })
  }
  assert.deepEqual([taken(0), taken(stepMs), taken(60_000), taken(60_000 + stepMs)], [0, 0, 0, 1])
})
