import assert from 'node:assert/strict'
import { test } from 'vitest'
import { manyTurns } from '../../../testing/until.ts'
import { openCallSlots } from './call-slots.ts'

const forever = new AbortController().signal

test('no more go at a time than may, and the others go in turn', async () => {
  const slots = openCallSlots({ countMax: 2, clientCountMax: 2 })
  const gone: number[] = []
  const all = Array.from({ length: 5 }, async (_, at) => {
    assert.equal(await slots.take('one', forever), 'taken')
    gone.push(at)
  })
  await manyTurns()
  assert.deepEqual([gone, slots.inFlight(), slots.waiting()], [[0, 1], 2, 3])
  for (let given = 0; given < 3; given++) slots.give('one')
  await Promise.all(all)
  assert.deepEqual([gone, slots.inFlight(), slots.waiting()], [[0, 1, 2, 3, 4], 2, 0])
})

test('one client leaves room for the others, who pass those of it that wait', async () => {
  const slots = openCallSlots({ countMax: 3, clientCountMax: 2 })
  const gone: string[] = []
  const take = async (client: string) => {
    assert.equal(await slots.take(client, forever), 'taken')
    gone.push(client)
  }
  const greedy = [take('greedy'), take('greedy'), take('greedy')]
  await take('other')
  assert.deepEqual([gone, slots.waiting()], [['greedy', 'greedy', 'other'], 1])
  slots.give('other')
  await manyTurns()
  assert.equal(slots.waiting(), 1, 'its share is still taken')
  slots.give('greedy')
  await Promise.all(greedy)
  assert.deepEqual([slots.inFlight(), slots.waiting()], [2, 0])
})

test('whoever waits past the deadline leaves the queue, and takes no slot later', async () => {
  const slots = openCallSlots({ countMax: 1, clientCountMax: 1 })
  await slots.take('one', forever)
  const deadline = new AbortController()
  const waiting = slots.take('two', deadline.signal)
  deadline.abort()
  assert.equal(await waiting, 'late')
  assert.equal(await slots.take('two', deadline.signal), 'late')
  slots.give('one')
  assert.deepEqual([slots.inFlight(), slots.waiting()], [0, 0])
})

test('a queue that is too long takes nobody more', async () => {
  const slots = openCallSlots({ countMax: 1, clientCountMax: 1 })
  await slots.take('one', forever)
  const all = Array.from({ length: 2_000 }, () => slots.take('one', forever))
  assert.equal(await slots.take('one', forever), 'full')
  for (const _ of all) slots.give('one')
  assert.ok((await Promise.all(all)).every((one) => one === 'taken'))
})

test('a slot that nobody had is not given back', () => {
  assert.throws(() => openCallSlots({ countMax: 1, clientCountMax: 1 }).give('one'))
})
