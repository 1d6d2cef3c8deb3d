import assert from 'node:assert/strict'
import type { GuarantorRequest, ListingRequest } from '@lastro/contract/listings/listings.ts'
import type { NegativeItem } from '@lastro/contract/reports/subject.ts'
import { describe, test } from 'vitest'
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
import { nothingKnown } from './known-party.ts'

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
const inserted = (
  known: readonly Listing[],
  changes: Partial<ListingRequest> = {},
  loaded: readonly Partial<NegativeItem>[] = [],
) =>
  decideInsertion(
    { ...asked, id: 'l2', creditor: someCreditor, request: { ...ana, ...changes } },
    known,
    someMeans,
    moment,
    partyWith(loaded),
  )
/** Of whom debts were loaded, and nothing else is known. */
const partyWith = (loaded: readonly Partial<NegativeItem>[]) => ({
  ...nothingKnown,
  registered: { names: [], birthDate: undefined, debts: loaded.map((one) => ({ ...loadedDebt, ...one })) },
})
const loadedDebt: NegativeItem = {
  section: 'listingP',
  occurrenceDate: '2024-01-10',
  legalNatureId: 'CP',
  contractId: 'CT-1',
  creditorName: 'Loja',
  amount: '90.00',
}
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

describe('a debt that was loaded before', () => {
  test('is shown until five years after the day that was loaded, however either is spelled, noticed or not', () => {
    const spellings: readonly (readonly [string, Partial<NegativeItem>])[] = [
      ['CT-1', {}],
      ['CT-1', { contractId: 'ct 0001' }],
      ['001001', { contractId: 'Contrato nº 1001', creditorName: 'LOJA S.A.' }],
      ['CT-1', { section: 'collectionRecords', principal: 'false' }],
      ['CT-1', { notifiedBy: 'OUTRO BIRÔ', notifiedOn: '2024-02-01' }],
    ]
    for (const [contractId, one] of spellings) {
      const { listing } = inserted([], { contractId }, [one])
      assert.deepEqual([listing.state, listing.dueDate], ['notice_queued', '2026-03-10'], JSON.stringify(one))
      assert.equal(listing.expiresOn, '2029-01-10', JSON.stringify(one))
    }
  })

  test('is refused once those five years are over, and names no listing for it', () => {
    const lastDay = inserted([], {}, [{ occurrenceDate: '2021-11-16' }]).listing
    assert.deepEqual([lastDay.state, lastDay.expiresOn], ['notice_queued', '2026-11-16'])
    const { listing } = inserted([ended({ dueDate: '2025-01-10' as Day })], {}, [
      { occurrenceDate: '2021-11-15' },
    ])
    assert.deepEqual([listing.refusal, listing.expiresOn, listing.earlier], ['017', '2026-11-15', undefined])
  })

  test('counts from the earliest of all that is told: of several loaded, of a listing, of what is sent now', () => {
    const two = [{ occurrenceDate: '2025-01-10' }, { occurrenceDate: '2023-05-05' }]
    for (const loaded of [two, two.toReversed()])
      assert.equal(inserted([], {}, loaded).listing.expiresOn, '2028-05-05')
    assert.equal(inserted([ended({ dueDate: '2022-02-02' as Day })], {}, two).listing.expiresOn, '2027-02-02')
    assert.equal(inserted([], { dueDate: '2022-03-03' }, two).listing.expiresOn, '2027-03-03')
  })

  test('is another debt under another contract or of another creditor', () => {
    for (const other of [{ contractId: 'CT-2' }, { creditorName: 'OUTRA' }])
      assert.equal(inserted([], {}, [other]).listing.expiresOn, '2031-03-10', JSON.stringify(other))
  })

  test('is void, or looked at, by the age on the first day that was told', () => {
    const loaded = [{ occurrenceDate: '2024-01-10' }]
    const young = inserted([], { birthDate: '2008-01-11' }, loaded).listing
    assert.deepEqual([young.state, young.refusal], ['refused', '121'])
    const minor = inserted([], { birthDate: '2008-01-10' }, loaded).listing
    assert.deepEqual([minor.state, minor.review], ['received', 'minor'])
    assert.equal(inserted([], { birthDate: '2006-01-10' }, loaded).listing.state, 'notice_queued')
  })
})

describe('a guarantor that is added', () => {
  const bia: GuarantorRequest = {
    documento: '12345678909',
    name: 'BIA',
    birthDate: '1975-01-01',
    address: someAddress,
  }
  const added = (debt: Debt, known: readonly Listing[] = [], loaded: readonly Partial<NegativeItem>[] = []) =>
    decideGuarantor(debt, { ...asked, id: 'g2', request: bia }, known, someMeans, moment, partyWith(loaded))

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

  test('again to the debt that it left is taken, and the operator looks where it backs another', () => {
    const debt = someDebt({}, { document: '11144477735' })
    const left = someGuarantor({ state: 'released', release: '03', document: bia.documento })
    const other = { ...debt.principal.listing, id: 'l2' }
    const review = (known: readonly Listing[]) => added(debt, known).added.listing.review
    assert.equal(review([left, debt.principal.listing]), undefined)
    assert.equal(review([left, debt.principal.listing, other]), 'ended_before')
  })

  test('of whom the debt was loaded is shown no longer than five years after that day', () => {
    const loaded = [{ occurrenceDate: '2024-06-01', principal: 'false' as const }]
    assert.equal(added(someDebt(), [], loaded).added.listing.expiresOn, '2029-06-01')
    const lapsed = added(someDebt(), [], [{ occurrenceDate: '2021-06-01' }])
    assert.equal(lapsed.added.listing.refusal, '017')
    assert.equal(lapsed.principal.listing.expiresOn, '2031-03-10')
  })

  test('is shown no longer than its principal, whose five years may have begun earlier', () => {
    const debt = someDebt({ expiresOn: '2029-01-10' as Day })
    assert.equal(added(debt).added.listing.expiresOn, '2029-01-10')
  })
})
