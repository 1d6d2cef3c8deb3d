import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'vitest'
import type { ArrivedRequest } from '../request.ts'
import { allowLongBody, longBodiesPerClientMax, paceOf } from './long-body.ts'

const limits = { longBodyMs: 1_000, longBodyWindowMs: 100, longBodyWindowBytesMin: 50 }
const callOf = (body: ArrivedRequest['body']) => ({ request: { body } as ArrivedRequest })

const newPace = () => {
  const body = new PassThrough()
  assert.equal(allowLongBody(callOf(body), `client ${Math.random()}`), undefined)
  return paceOf(body) ?? assert.fail()
}

test('a body that delivers too little in a window is late, and one that delivers enough is not', () => {
  const [slow, fast] = [newPace(), newPace()]
  for (let atMs = 1; atMs <= 900; atMs += 10) {
    assert.equal(fast.isLate(atMs, atMs, false, limits), false, `${atMs} ms`)
    assert.equal(slow.isLate(atMs, atMs / 3, false, limits), atMs >= 101, `${atMs} ms`)
    if (atMs >= 101) break
  }
  const generous = newPace()
  generous.isLate(1, 0, false, limits)
  assert.equal(generous.isLate(101, 1_000_000, false, limits), false)
  assert.equal(generous.isLate(201, 1_000_010, false, limits), true, 'much at first gives no time later')
})

test('while the sender waits for us, the window is paused but the total time is not', () => {
  const pace = newPace()
  for (let atMs = 1; atMs <= 1_000; atMs += 50) assert.equal(pace.isLate(atMs, 0, true, limits), false)
  assert.equal(pace.isLate(1_002, 0, true, limits), true)
})

test('limits how many bodies a client sends at once; each that ends or breaks off frees a slot', () => {
  const [client, bodies] = [
    'crowded',
    Array.from({ length: longBodiesPerClientMax }, () => new PassThrough()),
  ]
  for (const body of bodies) assert.equal(allowLongBody(callOf(body), client), undefined)
  const more = new PassThrough()
  for (let tries = 0; tries < 3; tries += 1)
    assert.equal(allowLongBody(callOf(more), client)?.code, 'uploads_too_many')
  assert.equal(paceOf(more), undefined, 'it has the time limit of an ordinary request')
  assert.equal(allowLongBody(callOf(new PassThrough()), 'another client'), undefined)
  assert.equal(allowLongBody(callOf(Buffer.from('whole')), client), undefined)
  const [ended, broken] = bodies
  ended?.emit('end')
  ended?.emit('close')
  broken?.emit('close')
  for (let room = 0; room < 2; room += 1)
    assert.equal(allowLongBody(callOf(new PassThrough()), client), undefined)
  assert.equal(allowLongBody(callOf(more), client)?.code, 'uploads_too_many', 'each freed its slot once')
})
