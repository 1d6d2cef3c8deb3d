import assert from 'node:assert/strict'
import { test } from 'vitest'
import { SourceTally } from './source-tally.ts'

const clock = { nowMs: () => 1_700_000_000_000 }

function tallied() {
  let nowMs = 0
  const tally = new SourceTally(clock, () => nowMs)
  const call = (tookMs: number, fault?: 'source_timeout') => {
    const begunAtMs = tally.begin()
    nowMs += tookMs
    tally.end(begunAtMs, fault)
  }
  return { tally, call, pass: (ms: number) => (nowMs += ms) }
}

test('a source that was never asked has no times', () => {
  const { calls, failures, p50Ms, p95Ms, lastFailure } = tallied().tally.figures()
  assert.deepEqual([calls, failures, p50Ms, p95Ms, lastFailure], [0, 0, undefined, undefined, undefined])
})

test('times are those that half and nineteen in twenty keep within, to half a doubling', () => {
  const { tally, call } = tallied()
  for (let at = 0; at < 90; at++) call(1)
  for (let at = 0; at < 10; at++) call(100)
  const { p50Ms = 0, p95Ms = 0 } = tally.figures()
  assert.ok(p50Ms >= 1 && p50Ms <= 1.5, String(p50Ms))
  assert.ok(p95Ms >= 100 && p95Ms <= 150, String(p95Ms))
})

test('failures are counted, and the last is known by its kind and time', () => {
  const { tally, call } = tallied()
  call(1)
  call(5_000, 'source_timeout')
  const { calls, failures, lastFailure } = tally.figures()
  assert.deepEqual([calls, failures], [2, 1])
  assert.deepEqual(lastFailure, { atMs: clock.nowMs(), kind: 'source_timeout' })
})

test('what is older than the window is forgotten, minute by minute', () => {
  const { tally, call, pass } = tallied()
  call(1)
  pass(2 * 60_000)
  call(1)
  assert.equal(tally.figures().calls, 2)
  pass(3 * 60_000)
  assert.equal(tally.figures().calls, 1)
  pass(60 * 60_000)
  assert.equal(tally.figures().calls, 0)
  call(1)
  assert.equal(tally.figures().calls, 1)
})

test('the slowest and the quickest calls find a place', () => {
  const { tally, call } = tallied()
  call(0)
  assert.equal(tally.figures().p50Ms, 0.05)
  call(10 * 60_000)
  call(10 * 60_000)
  assert.ok((tally.figures().p95Ms ?? 0) > 60_000)
})
