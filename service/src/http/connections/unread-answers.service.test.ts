import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'vitest'
import { usualConnectionLimits } from './connection-limits.ts'
import { usualTimeouts } from './http-timeouts.ts'
import { UnreadAnswers } from './unread-answers.ts'

const limits = { ...usualConnectionLimits, unreadBytesMax: 100, unreadBytesPerAddressMax: 50 }

const from = (remoteAddress: string): Socket =>
  Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })

const cutOf = (sockets: readonly Socket[]) => sockets.map((one) => one.destroyed)

test('past the limit of an address its longest waiting caller is cut, and nobody else', () => {
  const unread = new UnreadAnswers(limits)
  const [other, first, second] = [from('192.0.2.9'), from('192.0.2.1'), from('192.0.2.1')]
  unread.waits(other, 40)
  unread.waits(first, 30)
  unread.waits(second, 30)
  assert.deepEqual(cutOf([other, first, second]), [false, true, false])
  assert.equal(unread.bytes, 70)
})

test('past the limit of the process whoever waits longest is cut, of any address', () => {
  const unread = new UnreadAnswers(limits)
  const sockets = [from('192.0.2.1'), from('192.0.2.2'), from('192.0.2.3')]
  for (const socket of sockets) unread.waits(socket, 40)
  assert.deepEqual(cutOf(sockets), [true, false, false])
  assert.equal(unread.bytes, 80)
})

test('what was read no longer counts, and more for the same caller counts once', () => {
  const unread = new UnreadAnswers(limits)
  const [reading, late] = [from('192.0.2.1'), from('192.0.2.1')]
  unread.waits(reading, 20)
  unread.waits(reading, 40)
  assert.equal(unread.bytes, 40)
  unread.taken(reading)
  unread.taken(reading)
  assert.equal(unread.bytes, 0)
  unread.waits(late, 40)
  unread.waits(reading, 5)
  assert.deepEqual(cutOf([reading, late]), [false, false])
})

test('an answer that is alone is let out, however long it is', () => {
  const unread = new UnreadAnswers(limits)
  const alone = from('192.0.2.1')
  unread.waits(alone, 500)
  assert.equal(alone.destroyed, false)
})

test('a trusted proxy has no limit of its own, and addresses of one IPv6 block have one together', () => {
  const unread = new UnreadAnswers({ ...limits, trustedProxies: ['192.0.2.1'] })
  const proxied = [from('192.0.2.1'), from('192.0.2.1')]
  for (const socket of proxied) unread.waits(socket, 30)
  assert.deepEqual(cutOf(proxied), [false, false])
  for (const socket of proxied) unread.taken(socket)
  const block = [from('2001:db8::1'), from('2001:db8::2')]
  for (const socket of block) unread.waits(socket, 30)
  assert.deepEqual(cutOf(block), [true, false])
})

test('whoever has read nothing for so long is cut; whoever reads a little is not', () => {
  let nowMs = 1_000
  const unread = new UnreadAnswers(limits, () => nowMs)
  const [silent, slow, late] = [from('192.0.2.1'), from('192.0.2.2'), from('192.0.2.3')]
  unread.waits(silent, 10)
  unread.waits(slow, 10)
  nowMs += 40
  unread.waits(slow, 9)
  unread.waits(late, 10)
  nowMs += 30
  unread.cutStalled(65)
  assert.deepEqual(cutOf([silent, slow, late]), [true, false, false])
  assert.equal(unread.bytes, 19)
})

test('callers that never read are gone after 75 seconds', () => {
  const { idleMs, unreadMs, checkEveryMs } = usualTimeouts
  assert.ok(Math.max(idleMs, unreadMs + checkEveryMs) <= 75_000)
})
