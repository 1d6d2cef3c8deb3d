import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { GuarantorRequest, ListingRequest } from '@lastro/contract/listings/listings.ts'
import {
  at,
  someAddress,
  someCreditor,
  someDebt,
  someGuarantor,
  someListing,
  someMeans,
  toldBy,
} from '../../../testing/listings/some-debt.ts'
import type { Day } from '../../calendar/day.ts'
import type { Debt, Listing } from '../listing.ts'
import { decideGuarantor, decideInsertion } from './insertion.ts'

const moment = at('2026-11-16')
const asked = { register: 'production', clientId: 'c', requestKey: undefined }
const ana: ListingRequest = {
  documento: '52998224725',
  name: 'ANA',
  birthDate: '1980-05-20',
  amount: '1520.33',
  dueDate: '2026-03-10',
  contractId: 'CT-1',
  legalNatureId: 'CP',
  address: someAddress,
}
const inserted = (known: readonly Listing[], changes: Partial<ListingRequest> = {}) =>
  decideInsertion(
    { ...asked, id: 'l2', creditor: someCreditor, request: { ...ana, ...changes } },
    known,
    someMeans,
    moment,
  )
const ended = (of: Partial<Listing> = {}) => someListing({ state: 'released', release: '03', ...of })

describe('a new listing', () => {
  test('is on record as its creditor sent it from the moment at which it came', () => {
    const { steps, entries } = inserted([])
    const [first] = steps
    const listing = first?.before
    assert.deepEqual([listing?.state, listing?.version, listing?.name], ['received', 1, 'ANA'])
    assert.deepEqual(first, {
      entry: entries[0],
      before: listing,
      after: listing,
      fromMs: moment.nowMs,
      isByDate: false,
    })
  })

  test('has its last day on record where it is refused too', () => {
    const { listing } = inserted([], { amount: '9.99' })
    assert.deepEqual([listing.state, listing.expiresOn], ['refused', '2031-03-10'])
  })
})

describe('a debt that was listed before', () => {
  test('and may not come again is refused, and names the other to the client that sent it alone', () => {
    for (const [clientId, isOwn] of [
      ['c', true],
      ['other', false],
    ] as const) {
      const { listing, ...draft } = inserted([ended({ release: '01', clientId })])
      assert.deepEqual(toldBy({ listing, ...draft }), [
        '2026-11-16 received received client:c -',
        '2026-11-16 refused refused bureau debt_ended',
      ])
      assert.deepEqual([listing.refusal, listing.earlier], ['debt_ended', { id: 'l1', isOwn }])
    }
  })

  test('is shown until five years after the first due date that was told for it', () => {
    const { listing } = inserted([ended({ dueDate: '2024-01-10' as Day })])
    assert.deepEqual([listing.state, listing.dueDate], ['notice_queued', '2026-03-10'])
    assert.deepEqual([listing.expiresOn, listing.earlier], ['2029-01-10', undefined])
  })

  test('is taken on the last day of those five years, and refused on the next', () => {
    const lastDay = inserted([ended({ dueDate: '2021-11-16' as Day })]).listing
    assert.deepEqual([lastDay.state, lastDay.expiresOn], ['notice_queued', '2026-11-16'])
    const refused = inserted([ended({ dueDate: '2021-11-15' as Day })])
    assert.deepEqual(toldBy(refused).slice(1), ['2026-11-16 refused refused bureau 017'])
    const { name, refusal, expiresOn, earlier } = refused.listing
    assert.deepEqual([name, refusal, expiresOn], ['ANA', '017', '2026-11-15'])
    assert.deepEqual(earlier, { id: 'l1', isOwn: true })
  })

  test('is held where it ended in doubt, and where the debtor was told with another birth date', () => {
    const reviewsOf = ({ review, moreReviews }: Listing) => [review, ...moreReviews]
    const doubtful = inserted([ended({ release: '25' })]).listing
    assert.deepEqual([doubtful.state, doubtful.earlier], ['received', { id: 'l1', isOwn: true }])
    assert.deepEqual(reviewsOf(doubtful), ['ended_before'])
    const other = { birthDate: '1981-05-20' as Day }
    assert.deepEqual(reviewsOf(inserted([ended(other)]).listing), ['birth_date_differs'])
    assert.deepEqual(reviewsOf(inserted([ended({ release: '25', ...other })]).listing), [
      'ended_before',
      'birth_date_differs',
    ])
  })
})

describe('a guarantor that is added', () => {
  const bia: GuarantorRequest = {
    documento: '12345678909',
    name: 'BIA',
    birthDate: '1975-01-01',
    address: someAddress,
  }
  const added = (debt: Debt, known: readonly Listing[] = []) =>
    decideGuarantor(debt, { ...asked, id: 'g2', request: bia }, known, someMeans, moment)

  test('to what was paid, or has ended otherwise, is refused', () => {
    for (const principal of [{ paidOn: '2026-11-10' as Day }, { state: 'released', release: '03' }] as const)
      assert.equal(added(someDebt(principal)).added.listing.refusal, '298', JSON.stringify(principal))
  })

  test('and refused for what was before leaves the debt as it is', () => {
    const debt = someDebt({}, { document: '11144477735' })
    const before = someGuarantor({ state: 'released', release: '01' })
    const { added: refused, ...left } = added(debt, [before])
    assert.deepEqual(toldBy(refused).slice(1), ['2026-11-16 refused refused bureau debt_ended'])
    assert.deepEqual(left, debt)
  })

  test('is shown no longer than its principal, whose five years may have begun earlier', () => {
    const debt = someDebt({ expiresOn: '2029-01-10' as Day })
    assert.equal(added(debt).added.listing.expiresOn, '2029-01-10')
  })
})
