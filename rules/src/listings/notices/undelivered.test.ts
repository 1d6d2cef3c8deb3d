import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { someListing, unpublished } from '../../../testing/listings/some-debt.ts'
import type { Day } from '../../calendar/day.ts'
import { decideResumption } from '../court.ts'
import { type Draft, draftOf, type Listing, type Means, type Moment, type NoticeRecord } from '../listing.ts'
import { byState, isRefused, type Refused } from '../refused.ts'
import { decideUndelivered } from './undelivered.ts'

const moment: Moment = { today: '2026-12-01' as Day, nowMs: 2_000, actor: 'bureau' }
const means: Means = {
  newId: () => 'n2',
  channelsFor: ({ contact }) => (contact.email === undefined ? ['letter'] : ['email', 'letter']),
  compose: (facts) => ({ ...facts, subject: '', text: '', sha256: '' }),
  waitingDaysIn: () => 10,
  howToContest: '',
}
const email: NoticeRecord = {
  id: 'n1',
  listingId: 'L1',
  register: 'production',
  version: 2,
  channel: 'email',
  status: 'delivered',
  createdAtMs: 1_000,
  sentAtMs: 1_000,
  settledOn: '2026-11-16' as Day,
  proof: '250 ok',
  notice: undefined,
}
const letter: NoticeRecord = { ...email, channel: 'letter', proof: 'AR 1' }
const deadEmail = { ...email, status: 'failed', settledOn: '2026-12-01', proof: '250 ok; 5.1.1' }

const bounce = { detail: '5.1.1', isBounce: true, isPaid: false }
const reported = (of: Partial<Listing>, record: NoticeRecord, told = bounce): Draft | Refused =>
  decideUndelivered(draftOf(someListing(of)), record, told, means, moment)

const ok = (decided: Draft | Refused): Draft => {
  assert.ok(!isRefused(decided))
  return decided
}
const datesOf = ({ listing: { deliveredOn, waitingEndsOn, publishOn } }: Draft) => [
  deliveredOn,
  waitingEndsOn,
  publishOn,
]
const noDates = [undefined, undefined, undefined]
const itsDates = ['2026-11-16', '2026-11-26', '2026-11-27']
const linesOf = ({ entries }: Draft) =>
  entries.map(({ on, change, state, cause }) => [on, change, state, cause ?? '-'].join(' '))

describe('an e-mail that comes back after its delivery was proved', () => {
  test('was never delivered: what waited or was published on it is hidden, and a letter is tried', () => {
    for (const state of ['waiting', 'published'] as const) {
      const dead = ok(reported({ state }, email))
      assert.deepEqual(linesOf(dead), ['2026-12-01 notice_failed notice_queued email'])
      assert.deepEqual(datesOf(dead), noDates)
      assert.deepEqual(dead.listing.notice, { id: 'n2', channel: 'letter', tried: ['email', 'letter'] })
      const [failed, queued] = dead.notices
      assert.deepEqual(failed, deadEmail)
      assert.deepEqual([queued?.id, queued?.channel, queued?.status], ['n2', 'letter', 'queued'])
    }
  })

  test('ends the listing where no other way reaches the person', () => {
    const tried = { id: 'n1', channel: 'email', tried: ['email', 'letter'] } as const
    const { listing } = ok(reported({ notice: tried }, email))
    assert.deepEqual([listing.state, listing.refusal], ['refused', 'notice_undeliverable'])
  })

  test('tells nobody while a court forbids it; once the order is lifted, a letter is tried', () => {
    const dead = ok(reported({ state: 'suspended' }, email))
    assert.deepEqual(linesOf(dead), ['2026-12-01 notice_failed suspended email'])
    assert.deepEqual(datesOf(dead), noDates)
    assert.deepEqual(dead.notices, [deadEmail])
    const debt = { principal: draftOf(dead.listing), guarantors: [] }
    const lifted = decideResumption(debt, undefined, means, moment)
    assert.ok(!isRefused(lifted))
    const { state, notice } = lifted.principal.listing
    assert.deepEqual([state, notice?.channel], ['notice_queued', 'letter'])
  })

  test('of a paid debt is recorded once, and nobody is told of the debt any more', () => {
    const paid = { ...bounce, isPaid: true }
    const dead = ok(reported({}, email, paid))
    assert.deepEqual(linesOf(dead), ['2026-12-01 notice_returned published email'])
    assert.deepEqual(datesOf(dead), itsDates)
    assert.deepEqual(dead.notices, [deadEmail])
    assert.deepEqual(reported(dead.listing, dead.notices[0] ?? email, paid), byState)
  })
})

describe('a letter that comes back after it was posted', () => {
  const notice = { id: 'n1', channel: 'letter', tried: ['letter'] } as const

  test('still counts, and the operator looks', () => {
    for (const state of ['waiting', 'published', 'suspended'] as const) {
      const returned = ok(reported({ state, notice }, letter))
      assert.deepEqual(linesOf(returned), [`2026-12-01 notice_returned ${state} letter`])
      assert.deepEqual(datesOf(returned), itsDates)
      assert.deepEqual(returned.listing.notice, notice)
      assert.deepEqual(returned.notices, [{ ...letter, status: 'returned', proof: 'AR 1; 5.1.1' }])
      assert.equal(returned.listing.review, 'letter_returned')
    }
  })

  test('is looked at besides what waits already', () => {
    const { review, moreReviews } = ok(reported({ notice, review: 'minor' }, letter)).listing
    assert.deepEqual([review, moreReviews], ['minor', ['letter_returned']])
  })

  test('is recorded once', () => {
    const known: readonly Partial<Listing>[] = [
      { review: 'letter_returned' },
      { review: 'minor', moreReviews: ['letter_returned'] },
      { reviewed: ['letter_returned'] },
    ]
    for (const of of known) assert.deepEqual(reported({ notice, ...of }, letter), byState, JSON.stringify(of))
    assert.deepEqual(reported({ notice }, { ...letter, status: 'returned' }), byState)
  })
})

describe('what changes nothing', () => {
  const silence = { ...bounce, isBounce: false }

  test('silence about a notice whose delivery was proved', () => {
    for (const record of [email, letter]) assert.deepEqual(reported({}, record, silence), byState)
  })

  test('the return of a notice on which nothing rests', () => {
    assert.deepEqual(reported({ ...unpublished, state: 'suspended' }, { ...email, status: 'sent' }), byState)
    assert.deepEqual(reported({ state: 'released' }, email), byState)
    assert.deepEqual(reported({}, { ...email, id: 'n0' }), byState)
  })
})
