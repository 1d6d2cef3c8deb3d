import assert from 'node:assert/strict'
import { test } from 'vitest'
import { admissionBy, afterCall, type Breaker, newBreaker, probing } from './breaker.ts'

const [good, fault] = [
  { isProbe: false, isFault: false },
  { isProbe: false, isFault: true },
]

const after = (breaker: Breaker, ends: readonly (typeof good)[], nowMs = 0): Breaker =>
  ends.reduce((held, end) => afterCall(held, end, nowMs), breaker)

const opened = (nowMs = 0): Breaker => after(newBreaker(0), Array(5).fill(fault), nowMs)

test('four faults say nothing yet; the fifth opens it', () => {
  const four = after(newBreaker(0), Array(4).fill(fault), 7)
  assert.deepEqual([four.state, four.sinceMs], ['closed', 0])
  const five = after(four, [fault], 7)
  assert.deepEqual([five.state, five.sinceMs], ['open', 7])
})

test('half of the last twenty open it, fewer do not', () => {
  const alternating = Array.from({ length: 40 }, (_, at) => (at % 3 === 0 ? fault : good))
  assert.equal(after(newBreaker(0), alternating).state, 'closed')
  const elevenGood = after(newBreaker(0), Array(11).fill(good))
  assert.equal(after(elevenGood, Array(9).fill(fault)).state, 'closed')
  assert.equal(after(elevenGood, Array(10).fill(fault)).state, 'open')
})

test('an answer that is no fault never opens it', () => {
  const half = after(newBreaker(0), [fault, fault, good, good])
  assert.equal(after(half, [good]).state, 'closed')
})

test('open refuses until its pause is over, then lets one through', () => {
  const breaker = opened(100)
  assert.equal(admissionBy(breaker, 100), 'refused')
  assert.equal(admissionBy(breaker, 5_099), 'refused')
  assert.equal(admissionBy(breaker, 5_100), 'probe')
  const trying = probing(breaker, 5_100)
  assert.equal(admissionBy(trying, 5_100), 'refused')
  assert.equal(admissionBy(trying, 9_999_999), 'refused')
})

test('the one that tries closes it, or opens it for twice as long, up to a minute', () => {
  let breaker = opened(0)
  let nowMs = 0
  for (const pauseMs of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    assert.equal(admissionBy(breaker, nowMs + pauseMs - 1), 'refused')
    nowMs += pauseMs
    assert.equal(admissionBy(breaker, nowMs), 'probe')
    breaker = afterCall(probing(breaker, nowMs), { isProbe: true, isFault: true }, nowMs)
    assert.deepEqual([breaker.state, breaker.sinceMs], ['open', nowMs])
  }
  const closed = afterCall(
    probing(breaker, nowMs + 60_000),
    { isProbe: true, isFault: false },
    nowMs + 60_001,
  )
  assert.deepEqual(closed, { state: 'closed', sinceMs: nowMs + 60_001, faults: [], openings: 0 })
})

test('calls that were under way when it opened say nothing any more', () => {
  const open = opened(3)
  assert.deepEqual(after(open, [good, fault], 9), open)
  const trying = probing(open, 6_000)
  assert.deepEqual(after(trying, [good, fault], 6_001), trying)
})

test('only an open breaker is tried', () => {
  assert.throws(() => probing(newBreaker(0), 0))
})
