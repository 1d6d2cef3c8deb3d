import assert from 'node:assert/strict'
import type { ListingState } from '@lastro/contract/listings/listing-codes.ts'
import { test } from 'vitest'
import { at, done, someDebt, someMeans, toldBy, unpublished } from '../../testing/listings/some-debt.ts'
import type { Day } from '../calendar/day.ts'
import { decideResumption, decideSuspension } from './court.ts'
import type { Listing } from './listing.ts'

const operator = at('2026-12-01', 'operator:ana')

test('what has ended is not suspended', () => {
  for (const state of ['refused', 'released', 'expired', 'withdrawn'] satisfies ListingState[])
    assert.deepEqual(decideSuspension(someDebt({ state }), undefined, 'ordem', operator), {
      refused: 'state',
    })
})

test('lifted before a notice was delivered, it goes to its notice or to the operator, and the history says why', () => {
  const suspension = { courtOrder: 'ordem', since: '2026-11-20' as Day, by: 'operator' as const }
  const lifted = (of: Partial<Listing>, note?: string) => {
    const debt = someDebt({ ...unpublished, state: 'suspended', suspension, ...of })
    return done(decideResumption(debt, undefined, someMeans, operator, note)).principal
  }
  for (const [of, state] of [
    [{}, 'notice_queued'],
    [{ review: 'minor' }, 'received'],
  ] as const) {
    const resumed = lifted(of, 'ordem revogada')
    assert.deepEqual(toldBy(resumed), [`2026-12-01 resumed ${state} operator:ana ordem revogada`])
    assert.equal(resumed.listing.suspension, undefined)
    assert.deepEqual(toldBy(lifted(of)), [`2026-12-01 resumed ${state} operator:ana -`])
  }
})

test('a notice that an order stopped on its way is given again by its channel; one that had failed is not', () => {
  const cases = [
    ['notice_queued', 'letter', ['letter'], ['letter'], 'letter'],
    ['notice_sent', 'letter', ['letter'], ['letter'], 'letter'],
    ['notice_sent', 'email', ['email'], ['email', 'letter'], 'email'],
    ['notice_sent', 'letter', ['email', 'letter'], ['email', 'letter'], 'letter'],
  ] as const
  for (const [state, channel, tried, channels, again] of cases) {
    const debt = someDebt({ ...unpublished, state, notice: { id: 'n1', channel, tried } })
    const suspended = done(decideSuspension(debt, undefined, 'ordem', operator))
    const means = { ...someMeans, channelsFor: () => channels }
    const { listing } = done(decideResumption(suspended, undefined, means, operator)).principal
    assert.deepEqual(
      [listing.state, listing.notice?.channel],
      ['notice_queued', again],
      `${state} ${tried.join()}`,
    )
  }
})

test('a notice that was delivered stays what it was, and one on its way keeps all but what was tried', () => {
  const notice = { id: 'n1', channel: 'letter', tried: ['email', 'letter'] } as const
  for (const [state, tried] of [
    ['waiting', ['email', 'letter']],
    ['published', ['email', 'letter']],
    ['notice_sent', ['email']],
  ] as const) {
    const suspended = done(decideSuspension(someDebt({ state, notice }), undefined, 'ordem', operator))
    assert.deepEqual(suspended.principal.listing.notice, { ...notice, tried }, state)
  }
  const unnoticed = someDebt({ ...unpublished, state: 'notice_queued', notice: undefined })
  const { listing } = done(decideSuspension(unnoticed, undefined, 'ordem', operator)).principal
  assert.equal(listing.notice, undefined)
})
