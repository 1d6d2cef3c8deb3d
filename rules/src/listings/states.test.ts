import assert from 'node:assert/strict'
import { type ListingState, listingChanges, listingStates } from '@lastro/contract/listings/listing-codes.ts'
import { test } from 'vitest'
import { changeOf, isActive, type ListingEvent, nextState, transitions } from './states.ts'

const states = Object.keys(listingStates) as ListingState[]
const events = Object.keys(changeOf) as ListingEvent[]

test('nothing happens to what has ended, except that the operator lets the debt come again', () => {
  for (const state of ['refused', 'released', 'expired', 'withdrawn'] as const) {
    assert.equal(isActive(state), false, state)
    for (const event of events.filter((one) => one !== 'lift'))
      assert.equal(nextState(state, event), undefined, `${state} ${event}`)
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

/** The same table by event: from which states it leads where. A state that is not named does not allow it. */
const byEvent: Readonly<Record<ListingEvent, Partial<Record<ListingState, ListingState>>>> = {
  accept: { received: 'notice_queued' },
  send: { notice_queued: 'notice_sent' },
  retry: { notice_queued: 'notice_queued', notice_sent: 'notice_queued' },
  deliver: { notice_sent: 'waiting' },
  bounce: { waiting: 'notice_queued', published: 'notice_queued', suspended: 'suspended' },
  recordReturn: staying('waiting', 'published', 'suspended'),
  keep: staying('received', 'waiting', 'published', 'suspended'),
  publish: { waiting: 'published' },
  refuse: { received: 'refused', notice_queued: 'refused', notice_sent: 'refused', waiting: 'refused' },
  hold: { notice_queued: 'received', notice_sent: 'received', waiting: 'received', published: 'received' },
  raise: {
    notice_queued: 'notice_queued',
    notice_sent: 'notice_queued',
    waiting: 'notice_queued',
    published: 'notice_queued',
  },
  update: staying('received', 'notice_queued', 'notice_sent', 'waiting', 'published', 'suspended'),
  addGuarantor: staying('received', 'notice_queued', 'notice_sent', 'waiting', 'published', 'suspended'),
  dispute: staying('received', 'notice_queued', 'notice_sent', 'waiting', 'published', 'suspended'),
  rejectDispute: staying('received', 'notice_queued', 'notice_sent', 'waiting', 'published', 'suspended'),
  overdueDispute: staying('received', 'notice_queued', 'notice_sent', 'waiting', 'published', 'suspended'),
  pay: staying('published', 'suspended'),
  remind: staying('published', 'suspended'),
  suspend: {
    received: 'suspended',
    notice_queued: 'suspended',
    notice_sent: 'suspended',
    waiting: 'suspended',
    published: 'suspended',
    suspended: 'suspended',
  },
  resume: { suspended: 'published' },
  resumeWaiting: { suspended: 'waiting' },
  resumeNotice: { suspended: 'notice_queued' },
  resumeReview: { suspended: 'received' },
  release: { published: 'released', suspended: 'released' },
  withdraw: {
    received: 'withdrawn',
    notice_queued: 'withdrawn',
    notice_sent: 'withdrawn',
    waiting: 'withdrawn',
    suspended: 'withdrawn',
  },
  lift: staying('refused', 'released', 'withdrawn'),
  expire: {
    received: 'expired',
    notice_queued: 'expired',
    notice_sent: 'expired',
    waiting: 'expired',
    published: 'expired',
    suspended: 'expired',
  },
}

function staying(...of: readonly ListingState[]): Partial<Record<ListingState, ListingState>> {
  return Object.fromEntries(of.map((state) => [state, state]))
}

test('each event leads from where it may to where it must, and from nowhere else', () => {
  for (const event of events) {
    const found = states.map((state) => [state, nextState(state, event)]).filter(([, to]) => to !== undefined)
    assert.deepEqual(Object.fromEntries(found), byEvent[event], event)
  }
})

test('a state is active while the debt may still be shown', () => {
  assert.deepEqual(states.filter(isActive).toSorted(), [
    'notice_queued',
    'notice_sent',
    'published',
    'received',
    'suspended',
    'waiting',
  ])
})
