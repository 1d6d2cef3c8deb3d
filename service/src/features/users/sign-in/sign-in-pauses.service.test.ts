import assert from 'node:assert/strict'
import { test } from 'vitest'
import { chargedTries, pausedUntil, pauseKeys, pauseLimits, pauseMs } from './sign-in-pauses.ts'

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

test('attempts from a known browser count only there; all others count against the address and the name', () => {
  const trying = { email: 'ana@exemplo.com.br', address: '203.0.113.7' }
  const [known, ...more] = pauseKeys({ ...trying, own: { userId: 'usr_1', by: 'device' } })
  assert.equal(known?.key, 'own usr_1 device')
  assert.deepEqual(more, [])
  const strange = pauseKeys({ ...trying, email: ' ANA@exemplo.com.br' })
  assert.deepEqual(
    strange.map(({ key }) => key.split(' ')[0]),
    ['user', 'address'],
  )
  assert.ok(!JSON.stringify(strange).includes('ana'))
})

test('a paused address determines the wait for everyone there', () => {
  const address = { kind: 'address', pausedUntilMs: 10 } as const
  const user = { kind: 'user', pausedUntilMs: 99 } as const
  assert.equal(pausedUntil([user, address], 5), 10)
  assert.equal(pausedUntil([user, address], 10), 99)
  assert.equal(pausedUntil([user, address], 99), undefined)
})
