import assert from 'node:assert/strict'
import { test } from 'vitest'
import { someListing, unpublished } from '../../testing/listings/some-debt.ts'
import { type Day, startOfDayMs } from '../calendar/day.ts'
import { draftOf, type Listing, type Moment } from './listing.ts'
import { move } from './move.ts'
import type { ListingEvent } from './states.ts'

const moment: Moment = { today: '2026-12-01' as Day, nowMs: 1_000, actor: 'bureau' }

test('what has ended is not looked at any more, whatever waited for the operator', () => {
  const held = someListing({
    ...unpublished,
    state: 'received',
    review: 'minor',
    moreReviews: ['city_differs'],
  })
  const { state, review, moreReviews } = move(draftOf(held), 'withdraw', moment, {}).listing
  assert.deepEqual([state, review, moreReviews], ['withdrawn', undefined, []])
})

test('the history keeps what readers could see of each version, and nothing of one that nobody could read', () => {
  const lowered = { amountCents: 100_00n }
  const versions: readonly [event: ListingEvent, of: Partial<Listing>, amount: string | undefined][] = [
    ['accept', { ...unpublished, state: 'received' }, undefined],
    ['send', { ...unpublished, state: 'notice_queued' }, undefined],
    ['withdraw', { state: 'waiting', publishedOn: undefined }, undefined],
    // Read from its day on, before anything is recorded.
    ['deliver', { ...unpublished, state: 'notice_sent' }, '100.00'],
    ['update', {}, '100.00'],
    ['raise', {}, '100.00'],
    ['release', {}, '100.00'],
  ]
  for (const [event, of, amount] of versions) {
    const [entry] = move(draftOf(someListing(of)), event, moment, { fields: lowered }).entries
    assert.equal(entry?.shown?.amount, amount, event)
    assert.equal(entry !== undefined && 'shown' in entry, amount !== undefined, event)
  }
})

test('what a date has done holds from the first moment of its day, what somebody did from then on', () => {
  const on = '2026-11-30' as Day
  const [byDate] = move(draftOf(someListing()), 'remind', { ...moment, isByDate: true }, { on }).steps
  const [byHand] = move(draftOf(someListing()), 'pay', moment, { on }).steps
  assert.deepEqual([byDate?.fromMs, byDate?.isByDate], [startOfDayMs(on), true])
  assert.deepEqual([byHand?.fromMs, byHand?.isByDate], [1_000, false])
})
