import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ListingState, listingChanges, listingStates } from '@lastro/contract/listings/listing-codes.ts'
import { changeOf, isActive, type ListingEvent, nextState, transitions } from './states.ts'

const states = Object.keys(listingStates) as ListingState[]
const events = Object.keys(changeOf) as ListingEvent[]

test('nothing happens to what has ended', () => {
  for (const state of ['refused', 'released', 'expired', 'withdrawn'] as const) {
    assert.equal(isActive(state), false, state)
    for (const event of events) assert.equal(nextState(state, event), undefined, `${state} ${event}`)
  }
})

test('only a waiting period, or the end of a suspension, leads to publication', () => {
  const ways = states.flatMap((from) =>
    events
      .filter((event) => nextState(from, event) === 'published' && from !== 'published')
      .map((event) => `${from} ${event}`),
  )
  assert.deepEqual(ways, ['waiting publish', 'suspended resume'])
})

test('only a delivered notice, or the end of a suspension, leads to the waiting period', () => {
  const ways = states.flatMap((from) =>
    events
      .filter((event) => nextState(from, event) === 'waiting' && from !== 'waiting')
      .map((event) => `${from} ${event}`),
  )
  assert.deepEqual(ways, ['notice_sent deliver', 'suspended resumeWaiting'])
})

test('what was shown is released, what never was is withdrawn', () => {
  assert.equal(nextState('published', 'withdraw'), undefined)
  for (const state of ['received', 'notice_queued', 'notice_sent', 'waiting'] as const) {
    assert.equal(nextState(state, 'release'), undefined, state)
    assert.equal(nextState(state, 'withdraw'), 'withdrawn', state)
  }
})

test('every active state ends on its last day', () => {
  for (const state of states.filter(isActive)) assert.equal(nextState(state, 'expire'), 'expired', state)
})

test('every event of the table has its line of history', () => {
  const inTable = new Set(Object.values(transitions).flatMap((row) => Object.keys(row)))
  assert.deepEqual([...inTable].toSorted(), events.toSorted())
  for (const change of Object.values(changeOf)) assert.ok(listingChanges.includes(change), change)
})
