import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { type AttemptMade, afterAttempt } from './after-attempt.ts'
import { retryPausesMs } from './retry-ladder.ts'
import type { WebhookOutcome } from './send-webhook.ts'

const day = 24 * 60 * 60_000
const lastStep = retryPausesMs.length - 1
const answered = (status: number): WebhookOutcome => ({ kind: 'answered', status, excerpt: '' })
const hung: WebhookOutcome = { kind: 'failed', fault: 'timeout', detail: '' }

const after = (changes: Partial<AttemptMade>) =>
  afterAttempt({
    outcome: hung,
    step: 0,
    failingSinceMs: undefined,
    nowMs: 10 * day,
    machineMs: 1_000,
    chance: 0,
    ...changes,
  })

test('any 2xx is a success, and says that the webhook is well', () => {
  for (const status of [200, 201, 202, 204, 299]) {
    const decided = after({ outcome: answered(status), failingSinceMs: 0, step: lastStep })
    assert.deepEqual(decided, { settlement: { state: 'delivered' }, verdict: 'well' })
  }
})

test('whatever else comes is tried again by the ladder', () => {
  const outcomes = [hung, ...[101, 199, 301, 307, 400, 404, 429, 500, 503].map(answered)]
  for (const outcome of outcomes) {
    const decided = after({ outcome })
    assert.deepEqual(decided, { settlement: { state: 'pending', dueAtMs: 6_000 }, verdict: 'failing' })
  }
})

test('410 switches the webhook off at once', () => {
  const decided = after({ outcome: answered(410) })
  assert.deepEqual(decided, { settlement: { state: 'failed' }, verdict: { off: 'gone' } })
})

test('after the last attempt a message is given up; the webhook only when three days have brought nothing', () => {
  const last = { step: lastStep, nowMs: 10 * day }
  assert.deepEqual(after({ ...last, failingSinceMs: 8 * day }).verdict, 'failing')
  assert.deepEqual(after({ ...last, failingSinceMs: 7 * day + 1 }).verdict, 'failing')
  assert.deepEqual(after({ ...last, failingSinceMs: 7 * day }).verdict, { off: 'failing' })
  assert.deepEqual(after({ ...last, failingSinceMs: 7 * day }).settlement, { state: 'failed' })
})

test('three days of failures do not end a webhook while a message still has attempts left', () => {
  assert.deepEqual(after({ step: lastStep - 1, failingSinceMs: 0 }).verdict, 'failing')
})

test('a receiver that fails from the first attempt of a message to the last is switched off, however the pauses fell', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
        minLength: lastStep + 1,
        maxLength: lastStep + 1,
      }),
      fc.array(fc.nat(15_000), { minLength: lastStep + 1, maxLength: lastStep + 1 }),
      (chances, takes) => {
        let nowMs = 5 * day
        let failingSinceMs: number | undefined
        for (const [step, chance] of chances.entries()) {
          nowMs += takes[step] ?? 0
          const { settlement, verdict } = after({ step, chance, nowMs, machineMs: nowMs, failingSinceMs })
          failingSinceMs ??= nowMs
          if (step === lastStep) assert.deepEqual(verdict, { off: 'failing' })
          else {
            assert.equal(verdict, 'failing')
            assert.ok(settlement.state === 'pending')
            nowMs = settlement.dueAtMs
          }
        }
      },
    ),
  )
})
