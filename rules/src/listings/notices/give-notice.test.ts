import assert from 'node:assert/strict'
import { test } from 'vitest'
import { someAddress, someListing } from '../../../testing/listings/some-debt.ts'
import type { Day } from '../../calendar/day.ts'
import { draftOf, type Listing, type Means, type Moment } from '../listing.ts'
import { isRefused } from '../refused.ts'
import { decideDelivered, queueNotice } from './give-notice.ts'
import { composedNotice } from './listing-notice.ts'
import { decideUndelivered } from './undelivered.ts'

const moment: Moment = { today: '2026-12-01' as Day, nowMs: 2_000, actor: 'bureau' }
const meansBy = (...channels: readonly ('email' | 'letter')[]): Means => ({
  newId: () => 'n2',
  channelsFor: () => channels,
  compose: (facts) => ({ ...facts, subject: '', text: '', sha256: '' }),
  waitingDaysIn: () => 10,
  howToContest: '',
})
const queuedBy = (event: Parameters<typeof queueNotice>[1], of: Partial<Listing>, means: Means) =>
  queueNotice(draftOf(someListing(of)), event, means, moment)

test('a new notice begins with e-mail; after one that did not arrive the letter is next', () => {
  const cases = [
    ['accept', 'received', 'email'],
    ['raise', 'published', 'email'],
    ['retry', 'notice_sent', 'letter'],
    ['bounce', 'published', 'letter'],
    ['resumeNotice', 'suspended', 'letter'],
  ] as const
  for (const [event, state, channel] of cases) {
    const { notice } = queuedBy(event, { state }, meansBy('email', 'letter')).listing
    assert.equal(notice?.channel, channel, event)
  }
})

test('nothing is left to look at once a notice is on its way', () => {
  const held = { state: 'received', review: 'minor', moreReviews: ['birth_date_differs'] } as const
  const { review, moreReviews } = queuedBy('accept', held, meansBy('email')).listing
  assert.deepEqual([review, moreReviews], [undefined, []])
})

test('a letter that came back is forgotten with its notice: the operator looks at the next one’s return too', () => {
  const means = meansBy('letter')
  const queued = queuedBy('raise', { reviewed: ['minor', 'letter_returned'] }, means)
  assert.deepEqual(queued.listing.reviewed, ['minor'])
  const [letter] = queued.notices
  assert.ok(letter)
  const posted = decideDelivered(queued, letter, { proof: 'AR 2', on: moment.today }, means, moment)
  assert.ok(!isRefused(posted))
  const told = { detail: 'mudou-se', isBounce: true, isPaid: false }
  const returned = decideUndelivered(posted, letter, told, means, moment)
  assert.ok(!isRefused(returned))
  assert.equal(returned.listing.review, 'letter_returned')
})

test('the days that a debtor was told in writing are waited for, whatever is set where the delivery is recorded', () => {
  const daysBy = (days: number): Means => ({ ...meansBy('letter'), waitingDaysIn: () => days })
  for (const [written, recorded] of [
    [20, 10],
    [10, 20],
  ] as const) {
    const queued = queuedBy('accept', { state: 'received' }, daysBy(written))
    const [record] = queued.notices
    assert.ok(record)
    const letter = composedNotice(queued, record, undefined, daysBy(written), moment)
    const told = { proof: 'AR', on: moment.today }
    const posted = decideDelivered(queued, letter, told, daysBy(recorded), moment)
    assert.ok(!isRefused(posted))
    assert.equal(posted.listing.waitingEndsOn, '2026-12-21', `${written} ${recorded}`)
    assert.ok((letter.notice?.deadline ?? '') <= '2026-12-21')
  }
})

test('whoever lives in no state waits as many days as are set for none', () => {
  const means: Means = { ...meansBy('letter'), waitingDaysIn: (state) => (state === '' ? 15 : 10) }
  const { state: _, ...address } = someAddress
  const queued = queuedBy('accept', { state: 'received', address }, means)
  const [record] = queued.notices
  assert.ok(record)
  const posted = decideDelivered(queued, record, { proof: 'AR', on: moment.today }, means, moment)
  assert.ok(!isRefused(posted))
  assert.equal(posted.listing.waitingEndsOn, '2026-12-16')
})
