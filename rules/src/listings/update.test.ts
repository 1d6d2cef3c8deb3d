import assert from 'node:assert/strict'
import type { ListingPatch } from '@lastro/contract/listings/listings.ts'
import { describe, test } from 'vitest'
import {
  at,
  done,
  someAddress,
  someDebt,
  someListing,
  someMeans,
  toldBy,
  unpublished,
} from '../../testing/listings/some-debt.ts'
import type { Day } from '../calendar/day.ts'
import { nothingKnown } from './insertion/known-party.ts'
import type { Debt, Listing } from './listing.ts'
import { decideUpdate } from './update.ts'

const update = (debt: Debt, patch: ListingPatch, guarantorId?: string, known = nothingKnown) =>
  done(decideUpdate(debt, guarantorId, patch, someMeans, at('2026-12-01'), known))

test('a guarantor that is told to have paid has paid the whole debt, besides what else is told of it', () => {
  const patch = { paidOn: '2026-11-30', contact: { ...someListing().contact, phone: '11999990000' } }
  const { principal, guarantors } = update(someDebt({}, {}), patch, 'g1')
  assert.deepEqual(toldBy(principal), ['2026-11-30 paid published client:c g1'])
  assert.equal(principal.listing.paidOn, '2026-11-30')
  assert.deepEqual(guarantors.map(toldBy), [['2026-12-01 changed published client:c contact']])
})

test('a due date from before the five years ends the debt for everyone, as the lapse that it is', () => {
  const { principal, guarantors } = update(someDebt({}, {}), { dueDate: '2021-11-30' })
  for (const draft of [principal, ...guarantors])
    assert.deepEqual(toldBy(draft), [
      '2026-12-01 changed published client:c debt',
      '2026-12-01 expired expired bureau 97',
    ])
})

test('what a court holds is looked at there, and what was changed of it is on record', () => {
  const { principal } = update(someDebt({ state: 'suspended' }), { birthDate: '2009-01-01' })
  assert.deepEqual(toldBy(principal), ['2026-12-01 changed suspended client:c birthDate'])
  assert.equal(principal.listing.review, 'minor')
})

test('a birth date is judged on the earliest day that was told of the debt, by a load or before it was sent', () => {
  const { creditor, contractId = '', dueDate } = someListing()
  const item = { contractId, creditorName: creditor?.name ?? '', amount: '1.00', legalNatureId: 'CP' }
  const after = (of: Partial<Listing>, occurrenceDate?: string, birthDate = '2008-06-01') => {
    const debts =
      occurrenceDate === undefined ? [] : [{ ...item, section: 'listingP' as const, occurrenceDate }]
    const known = { ...nothingKnown, registered: { names: [], birthDate: undefined, debts } }
    const { listing } = update(someDebt(of), { birthDate }, undefined, known).principal
    return [listing.state, listing.release, listing.review]
  }
  assert.equal(dueDate, '2026-03-10')
  const minor = ['received', undefined, 'minor']
  assert.deepEqual(after({}), minor)
  assert.deepEqual(after({}, '2024-06-01'), minor, 'sixteen on that day')
  assert.deepEqual(after({}, '2024-05-31'), ['released', '21', undefined], 'a child on that day')
  assert.deepEqual(after({}, '2026-05-31'), minor, 'a later day says nothing')
  assert.deepEqual(after({ expiresOn: '2029-06-01' as Day }), minor)
  assert.deepEqual(after({ expiresOn: '2029-05-31' as Day }), ['released', '21', undefined])
  assert.deepEqual(after({}, '2024-06-01', '2007-06-01'), minor, 'of age when it was sent, and not before')
  const leapDay = { dueDate: '2024-02-29' as Day, expiresOn: '2029-02-28' as Day }
  assert.deepEqual(
    after(leapDay, undefined, '2008-02-29'),
    minor,
    'sixteen on the day, not on the one before',
  )
})

test('a lawsuit alone leaves nothing that the debt was before, of a guarantor’s either', () => {
  const { principal, guarantors } = update(someDebt({}, {}), { flagSubJudice: 'true' })
  for (const { listing } of [principal, ...guarantors])
    assert.deepEqual([listing.subJudice, listing.formerDebts], [true, []])
})

test('what is held without a cause goes to its notice once something of it is changed', () => {
  const held = someDebt({ ...unpublished, state: 'received' })
  assert.equal(update(held, { contact: { phone: '11999990000' } }).principal.listing.state, 'notice_queued')
})

describe('what the operator has taken', () => {
  const shared = { registered: undefined, isMailboxShared: true }
  const inCampinas = { address: { ...someAddress, city: 'CAMPINAS' } }
  const reviewed = ['name_differs', 'mailbox_shared', 'city_differs'] as const
  const phone = { contact: { ...someListing().contact, phone: '11999990000' } }
  const after = (of: Partial<Listing>, patch: ListingPatch) => {
    const debt = someDebt({ ...inCampinas, reviewed, ...of })
    const { listing } = update(debt, patch, undefined, shared).principal
    return [listing.state, listing.review, listing.reviewed.join()]
  }
  const all = reviewed.join()

  test('of a mailbox or a city is not asked again for what did not change', () => {
    assert.deepEqual(after(unpublished, phone), ['notice_queued', undefined, all])
    for (const held of [{}, { state: 'suspended' }] as const)
      assert.deepEqual(after(held, inCampinas), ['state' in held ? held.state : 'published', undefined, all])
  })

  test('of one of them stays taken where the other changes', () => {
    const moved = { address: { ...someAddress, number: '7' } }
    assert.deepEqual(after(unpublished, moved), ['notice_queued', undefined, 'name_differs,mailbox_shared'])
    const carla = { contact: { email: 'carla@exemplo.com.br' } }
    assert.deepEqual(after(unpublished, carla), ['received', 'mailbox_shared', 'name_differs,city_differs'])
  })

  test('of a mailbox is not taken of another, though nobody has to look at it now', () => {
    const carla = { contact: { email: 'carla@exemplo.com.br' } }
    const byLetter = { contact: {} }
    assert.deepEqual(after(byLetter, carla), ['published', undefined, 'name_differs,city_differs'])
    assert.deepEqual(after({}, phone), ['published', undefined, all])
  })
})

test('another birth date of a debt that is paid, or is paid with it, holds nothing back', () => {
  for (const [of, patch] of [
    [{ paidOn: '2026-11-30' as Day }, { birthDate: '1981-01-01' }],
    [{}, { birthDate: '1981-01-01', paidOn: '2026-11-30' }],
  ] as const) {
    const { listing } = update(someDebt(of), patch).principal
    assert.deepEqual([listing.state, listing.review, listing.paidOn], ['published', undefined, '2026-11-30'])
  }
  const { listing } = update(someDebt({}), { birthDate: '1981-01-01' }).principal
  assert.deepEqual([listing.state, listing.review], ['received', 'birth_date_differs'])
})

test('a birth date that is said again is held against what the register has learnt since, and answers no doubt', () => {
  const { birthDate = '' } = someListing()
  const said = (of: Partial<Listing>, registered?: string) => {
    const known = { ...nothingKnown, registered: { names: [], birthDate: registered } }
    const { listing } = update(someDebt(of), { birthDate }, undefined, known).principal
    return [listing.state, listing.review]
  }
  assert.deepEqual(said({}), ['published', undefined])
  const unregistered = update(someDebt({}), { birthDate }).principal.listing
  assert.deepEqual([unregistered.state, unregistered.review], ['published', undefined])
  assert.deepEqual(said({}, birthDate), ['published', undefined])
  assert.deepEqual(said({}, '1981-01-01'), ['received', 'birth_date_differs'])
  const held = { ...unpublished, state: 'received', review: 'birth_date_differs' } as const
  assert.deepEqual(said(held), ['received', 'birth_date_differs'])
})

test('a birth date is held against those that other listings of the debt have told', () => {
  const known = { ...nothingKnown, birthDates: ['1981-01-01'] }
  const first = someDebt({ birthDate: undefined })
  const { listing } = update(first, { birthDate: '1980-05-20' }, undefined, known).principal
  assert.deepEqual([listing.state, listing.review], ['received', 'birth_date_differs'])
  const same = update(first, { birthDate: '1981-01-01' }, undefined, known).principal.listing
  assert.equal(same.review, undefined)
})
