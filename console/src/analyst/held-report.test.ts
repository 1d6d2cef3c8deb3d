import assert from 'node:assert/strict'
import { test } from 'vitest'
import { answeredAtMs, isKeyAlive } from './held-report.ts'

const hourMs = 3_600_000

test('a report is asked for under its key only while the service repeats it: past that it would be billed', () => {
  const atMs = Date.parse('2026-11-16T12:00:00-03:00')
  assert.equal(isKeyAlive({ atMs }, atMs), true)
  assert.equal(isKeyAlive({ atMs }, atMs + 23 * hourMs - 1), true)
  assert.equal(isKeyAlive({ atMs }, atMs + 23 * hourMs), false)
  // A clock that was set back says nothing of how old it is.
  assert.equal(isKeyAlive({ atMs }, atMs - 1), false)
})

test('a repeated answer is of when its consultation was answered, and a new one is of now', () => {
  const nowMs = Date.parse('2026-11-16T12:00:00-03:00')
  const consultation = { id: 'q', checkCode: 'MP39-M7MW-VBF4', at: '2026-11-16T09:00:00-03:00' }
  assert.equal(answeredAtMs({ replayed: true, consultation }, nowMs), nowMs - 3 * hourMs)
  assert.equal(answeredAtMs({ replayed: false, consultation }, nowMs), nowMs)
  assert.equal(answeredAtMs({ replayed: true, consultation: undefined }, nowMs), nowMs)
})
