import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manyTurns } from '../../../testing/until.ts'
import { openPlaces } from './places.ts'

const forever = new AbortController().signal

test('no more go at a time than may, and the others go in turn', async () => {
  const places = openPlaces({ countMax: 2, clientCountMax: 2 })
  const gone: number[] = []
  const all = Array.from({ length: 5 }, async (_, at) => {
    assert.equal(await places.take('one', forever), 'taken')
    gone.push(at)
  })
  await manyTurns()
  assert.deepEqual([gone, places.inFlight(), places.waiting()], [[0, 1], 2, 3])
  for (let given = 0; given < 3; given++) places.give('one')
  await Promise.all(all)
  assert.deepEqual([gone, places.inFlight(), places.waiting()], [[0, 1, 2, 3, 4], 2, 0])
})

test('one client leaves room for the others, who pass those of it that wait', async () => {
  const places = openPlaces({ countMax: 3, clientCountMax: 2 })
  const gone: string[] = []
  const take = async (client: string) => {
    assert.equal(await places.take(client, forever), 'taken')
    gone.push(client)
  }
  const greedy = [take('greedy'), take('greedy'), take('greedy')]
  await take('other')
  assert.deepEqual([gone, places.waiting()], [['greedy', 'greedy', 'other'], 1])
  places.give('other')
  await manyTurns()
  assert.equal(places.waiting(), 1, 'its share is still taken')
  places.give('greedy')
  await Promise.all(greedy)
  assert.deepEqual([places.inFlight(), places.waiting()], [2, 0])
})

test('whoever waits past the deadline leaves the queue, and takes no place later', async () => {
  const places = openPlaces({ countMax: 1, clientCountMax: 1 })
  await places.take('one', forever)
  const deadline = new AbortController()
  const waiting = places.take('two', deadline.signal)
  deadline.abort()
  assert.equal(await waiting, 'late')
  assert.equal(await places.take('two', deadline.signal), 'late')
  places.give('one')
  assert.deepEqual([places.inFlight(), places.waiting()], [0, 0])
})

test('a queue that is too long takes nobody more', async () => {
  const places = openPlaces({ countMax: 1, clientCountMax: 1 })
  await places.take('one', forever)
  const all = Array.from({ length: 2_000 }, () => places.take('one', forever))
  assert.equal(await places.take('one', forever), 'full')
  for (const _ of all) places.give('one')
  assert.ok((await Promise.all(all)).every((one) => one === 'taken'))
})

test('a place that nobody had is not given back', () => {
  assert.throws(() => openPlaces({ countMax: 1, clientCountMax: 1 }).give('one'))
})
