import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chargedTries, pauseKeys, pauseLimits, pauseMs } from './sign-in-pauses.ts'

test('pauses begin after the free tries, double, and stop at a quarter of an hour', () => {
  const seconds = Array.from({ length: 14 }, (_, at) => pauseMs(at + 1, 5, pauseLimits) / 1000)
  assert.deepEqual(seconds, [0, 0, 0, 0, 0, 15, 30, 60, 120, 240, 480, 900, 900, 900])
  assert.equal(pauseMs(1_000_000, 5, pauseLimits), pauseLimits.longestMs)
})

test('a day without a try forgets them', () => {
  const key = { key: 'user x', freeTries: 5 }
  const held = { tries: 50, lastAtMs: 1_000, pausedUntilMs: 2_000 }
  assert.equal(chargedTries(held, key, 1_000 + pauseLimits.memoryMs - 1, pauseLimits).tries, 51)
  assert.equal(chargedTries(held, key, 1_000 + pauseLimits.memoryMs, pauseLimits).tries, 1)
})

test('where a user is known only its own tries from there count; elsewhere everybody’s', () => {
  const [known, ...more] = pauseKeys('ana@exemplo.com.br', '203.0.113.7', true)
  assert.match(known?.key ?? '', /^known /)
  assert.deepEqual(more, [])
  const strange = pauseKeys(' ANA@exemplo.com.br', '203.0.113.7', false)
  assert.deepEqual(
    strange.map(({ key }) => key.split(' ')[0]),
    ['user', 'address'],
  )
  assert.ok(!JSON.stringify(strange).includes('ana'))
})
