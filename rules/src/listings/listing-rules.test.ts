import assert from 'node:assert/strict'
import type { RefusalCode } from '@lastro/contract/listings/listing-codes.ts'
import type { ListingPatch, ListingRequest } from '@lastro/contract/listings/listings.ts'
import { describe, test } from 'vitest'
import { addDays, type Day } from '../calendar/day.ts'
import { decideResumption, decideSuspension } from './court.ts'
import { decideDispute, decideDisputeOutcome, disputeDueOn } from './dispute.ts'
import { expiryOf, refusalOf, reviewOf } from './insertion/admission.ts'
import { decideGuarantor, decideInsertion } from './insertion/insertion.ts'
import type { Debt, Draft, Listing, Means, Moment } from './listing.ts'
import { decideDelivered, decideSent } from './notices/give-notice.ts'
import { composedNotice } from './notices/listing-notice.ts'
import type { Notice } from './notices/notice.ts'
import { decideUndelivered } from './notices/undelivered.ts'
import { isRefused } from './refused.ts'
import { decidePayment, decideRelease, guarantorsFollow, releaseDueOn } from './release.ts'
import { caughtUp } from './time.ts'
import { decideUpdate } from './update.ts'
import { isVisible } from './visible.ts'

const today = '2026-11-16' as Day
const moment: Moment = { today, nowMs: 0, actor: 'client:c' }
const on = (day: string): Moment => ({ ...moment, today: day as Day })
const creditor = { document: '99999999000191', name: 'CREDOR' }
const address = {
  addressLine: 'RUA',
  district: 'CENTRO',
  city: 'SAO PAULO',
  state: 'SP',
  zipCode: '01001000',
}
const request: ListingRequest = {
  documento: '52998224725',
  name: 'ANA',
  birthDate: '1980-05-20',
  amount: '1520.33',
  dueDate: '2026-03-10',
  contractId: 'CT-1',
  legalNatureId: 'CP',
  address,
  contact: { email: 'ana@exemplo.com.br' },
}

let ids = 0
const means: Means = {
  newId: () => `n${ids++}`,
  channelsFor: ({ contact }) => (contact.email === undefined ? ['letter'] : ['email', 'letter']),
  compose: (facts): Notice => ({ ...facts, subject: '', text: '', sha256: '' }),
  waitingDaysIn: () => 10,
  howToContest: '',
}

const inserted = (changes: Partial<ListingRequest> = {}): Draft =>
  decideInsertion(
    {
      id: `l${ids++}`,
      register: 'production',
      clientId: 'c',
      requestKey: undefined,
      creditor,
      request: { ...request, ...changes },
    },
    [],
    means,
    moment,
  )

const kept = (draft: Draft): Draft => ({
  keptVersion: draft.listing.version,
  listing: draft.listing,
  entries: [],
  steps: [],
  notices: [],
})

const delivered = (draft: Draft, day = today): Draft => {
  const record = draft.notices.at(-1)
  assert.ok(record)
  const decided = decideDelivered(draft, record, { proof: '250', on: day }, means, { ...moment, today: day })
  assert.ok(!isRefused(decided))
  return kept(decided)
}

const alone = (principal: Draft): Debt => ({ principal, guarantors: [] })
const published = (changes: Partial<ListingRequest> = {}): Debt =>
  alone(kept(caughtUp(delivered(inserted(changes)), on('2026-11-27'))))

const decided = (debt: Debt | ReturnType<typeof decideUpdate>): Debt => {
  assert.ok(!isRefused(debt), isRefused(debt) ? JSON.stringify(debt) : '')
  return debt
}
const stateAfter = (debt: ReturnType<typeof decideUpdate>) => decided(debt).principal.listing.state

describe('who may be listed', () => {
  const refusals: readonly [RefusalCode, Partial<ListingRequest>][] = [
    ['014', { dueDate: '2026-02-30' }],
    ['016', { dueDate: '2026-11-16' }],
    ['016', { dueDate: '2027-01-01' }],
    ['016', { birthDate: '2026-11-17' }],
    ['014', { birthDate: '2001-02-29' }],
    ['017', { dueDate: '2021-11-15' }],
    ['029', { documento: '52998224726' }],
    ['035', { legalNatureId: 'ZZ' }],
    ['057', { amount: '9.99' }],
    ['381', { amount: '1000000000.00' }],
    ['109', { address: { ...address, addressLine: undefined } as never }],
    ['121', { birthDate: '2010-03-11' }],
    ['286', { documento: creditor.document }],
    ['491', { address: { ...address, zipCode: '20001000' } }],
    ['491', { address: { ...address, state: 'XX' } }],
  ]
  for (const [code, changes] of refusals) {
    test(`${code}: ${JSON.stringify(changes)}`, () => {
      assert.equal(refusalOf({ ...request, ...changes }, creditor, today), code)
      const { listing, entries } = inserted(changes)
      assert.equal(listing.state, 'refused')
      assert.equal(listing.refusal, code)
      assert.equal(entries.at(-1)?.cause, code)
    })
  }

  test('085: a debt without its contract', () => {
    const { contractId: _, ...without } = request
    assert.equal(refusalOf(without, creditor, today), '085')
  })

  test('089: a creditor that the contract does not let the client act for', () => {
    assert.equal(refusalOf(request, undefined, today), '089')
  })

  test('of several reasons the first of the list is told', () => {
    const { contractId: _, ...without } = { ...request, documento: '52998224726', amount: '1.00' }
    assert.equal(refusalOf(without, undefined, today), '029')
    assert.equal(refusalOf({ ...without, documento: request.documento }, undefined, today), '089')
    assert.equal(refusalOf({ ...without, documento: request.documento }, creditor, today), '085')
  })

  test('each part that is missing from an address has its code', () => {
    const parts = { addressLine: '109', district: '110', city: '111', state: '112', zipCode: '113' }
    for (const [part, code] of Object.entries(parts)) {
      const { [part as keyof typeof address]: _, ...rest } = address
      assert.equal(refusalOf({ ...request, address: rest }, creditor, today), code)
    }
  })

  test('the edges are on the right side: due yesterday, five years to the day, 10.00, the highest value', () => {
    for (const changes of [
      { dueDate: '2026-11-15' },
      { dueDate: '2021-11-16' },
      { amount: '10.00' },
      { amount: '999999999.99' },
      { birthDate: '2010-03-10' },
    ]) {
      assert.equal(refusalOf({ ...request, ...changes }, creditor, today), undefined, JSON.stringify(changes))
    }
  })

  test('under 16 is void, 16 and 17 are looked at, 18 is of age: on the due date', () => {
    assert.equal(reviewOf(request.documento, '2010-03-10', '2026-03-10' as Day), 'minor')
    assert.equal(reviewOf(request.documento, '2008-03-11', '2026-03-10' as Day), 'minor')
    assert.equal(reviewOf(request.documento, '2008-03-10', '2026-03-10' as Day), undefined)
  })

  test('a person whose birth date is unknown is held for the operator; a company has none', () => {
    const { birthDate: _, ...unborn } = request
    assert.equal(reviewOf(request.documento, undefined, '2026-03-10' as Day), 'birth_date_unknown')
    assert.equal(reviewOf('11222333000181', undefined, '2026-03-10' as Day), undefined)
    const held = decideInsertion(
      { id: 'x', register: 'production', clientId: 'c', requestKey: undefined, creditor, request: unborn },
      [],
      means,
      moment,
    )
    assert.equal(held.listing.state, 'received')
    assert.equal(held.listing.review, 'birth_date_unknown')
    assert.deepEqual(held.notices, [])
  })
})

describe('dates', () => {
  test('five years from the due date, and 29 February ends on the 28th', () => {
    assert.equal(expiryOf('2026-03-10' as Day), '2031-03-10')
    assert.equal(expiryOf('2024-02-29' as Day), '2029-02-28')
  })

  test('the waiting period excludes the day of the notice and ends on a business day; it is shown the day after', () => {
    const endOf = (day: string) => {
      const { waitingEndsOn, publishOn } = delivered(inserted(), day as Day).listing
      assert.equal(publishOn, addDays(waitingEndsOn as Day, 1))
      return waitingEndsOn
    }
    assert.equal(endOf('2026-11-16'), '2026-11-26')
    // Ten days from Tuesday the 10th end on Friday 20 November, a holiday: Monday the 23rd.
    assert.equal(endOf('2026-11-10'), '2026-11-23')
    // Ten days from 29 January 2027 end on Carnival Monday: Ash Wednesday.
    assert.equal(endOf('2027-01-29'), '2027-02-10')
    assert.equal(endOf('2027-01-30'), '2027-02-10')
  })

  test('five business days to release after payment, by the national calendar: Carnival does not stop them', () => {
    assert.equal(releaseDueOn('2026-11-13' as Day), '2026-11-23')
    assert.equal(releaseDueOn('2026-11-16' as Day), '2026-11-24')
    assert.equal(releaseDueOn('2026-12-21' as Day), '2026-12-29')
    assert.equal(releaseDueOn('2027-02-04' as Day), '2027-02-11')
    assert.equal(disputeDueOn('2026-11-16' as Day), '2026-11-24')
  })

  test('a state that gives its debtors more days gives them', () => {
    const record = inserted()
    const longer = { ...means, waitingDaysIn: () => 20 }
    const [notice] = record.notices
    assert.ok(notice)
    const decision = decideDelivered(record, notice, { proof: '', on: today }, longer, moment)
    assert.ok(!isRefused(decision))
    assert.equal(decision.listing.waitingEndsOn, '2026-12-07')
  })
})

describe('what a reader sees', () => {
  const waiting = delivered(inserted()).listing

  test('dates decide: a waiting listing is read as published from its day on, though no job has run', () => {
    assert.equal(waiting.state, 'waiting')
    assert.equal(isVisible(waiting, undefined, '2026-11-26' as Day), false)
    assert.equal(isVisible(waiting, undefined, '2026-11-27' as Day), true)
  })

  test('the last day is shown, the day after is not, though no job has run', () => {
    const { listing } = published().principal
    assert.equal(isVisible(listing, undefined, '2031-03-10' as Day), true)
    assert.equal(isVisible(listing, undefined, '2031-03-11' as Day), false)
    assert.equal(isVisible(waiting, undefined, '2031-03-11' as Day), false)
  })

  test('paid, suspended, or disputed past the deadline: hidden', () => {
    const { listing } = published().principal
    const seen = (changes: Partial<Listing>, day = '2026-12-01') =>
      isVisible({ ...listing, ...changes }, undefined, day as Day)
    assert.equal(seen({}), true)
    assert.equal(seen({ paidOn: '2026-11-30' as Day }), false)
    assert.equal(seen({ state: 'suspended' }), false)
    const dispute = {
      statement: '',
      openedOn: '2026-11-24' as Day,
      dueOn: '2026-12-01' as Day,
      isOverdue: false,
      outcome: undefined,
      answer: undefined,
    }
    assert.equal(seen({ dispute }), true)
    assert.equal(seen({ dispute }, '2026-12-02'), false)
    assert.equal(seen({ dispute: { ...dispute, outcome: 'rejected' } }, '2026-12-02'), true)
  })

  test('a guarantor is hidden with its principal', () => {
    const { listing } = published().principal
    const guarantor = { ...listing, id: 'g', principalId: listing.id }
    const seen = (principal: Partial<Listing>) =>
      isVisible(guarantor, { ...listing, ...principal }, '2026-12-01' as Day)
    assert.equal(seen({}), true)
    assert.equal(seen({ state: 'waiting' }), true)
    assert.equal(seen({ state: 'suspended' }), false)
    assert.equal(seen({ paidOn: '2026-11-30' as Day }), false)
  })
})

describe('changes', () => {
  const update = (debt: Debt, patch: ListingPatch, at = on('2026-12-01')) =>
    decideUpdate(debt, undefined, patch, means, at)

  test('a lower value holds at once', () => {
    const { listing } = decided(update(published(), { amount: '100.00' })).principal
    assert.equal(listing.state, 'published')
    assert.equal(listing.amountCents, 100_00n)
  })

  test('a higher value needs a new notice and a new period, and is not shown before', () => {
    const { listing, notices } = decided(update(published(), { amount: '2000.00' })).principal
    assert.equal(listing.state, 'notice_queued')
    assert.equal(listing.publishOn, undefined)
    assert.equal(notices.length, 1)
    assert.equal(isVisible(listing, undefined, '2027-12-01' as Day), false)
  })

  test('a value raised in the waiting period begins the notice anew', () => {
    const raised = decided(update(alone(delivered(inserted())), { amount: '2000.00' }, on('2026-11-20')))
    assert.equal(raised.principal.listing.state, 'notice_queued')
    assert.equal(raised.principal.listing.deliveredOn, undefined)
  })

  test('a value below the least, or above the most, is refused', () => {
    assert.deepEqual(update(published(), { amount: '9.99' }), { refused: 'rule', code: '057' })
    assert.deepEqual(update(published(), { amount: '9999999999.00' }), { refused: 'rule', code: '381' })
  })

  test('a due date moves backward only, and the last day moves with it', () => {
    assert.deepEqual(update(published(), { dueDate: '2026-03-11' }), { refused: 'due_date_forward' })
    const { listing } = decided(update(published(), { dueDate: '2025-03-10' })).principal
    assert.equal(listing.expiresOn, '2030-03-10')
  })

  test('a due date from before the five years ends the listing that day, whatever comes with it', () => {
    for (const more of [{}, { amount: '10.00' }, { amount: '2000.00' }, { paidOn: '2026-12-01' }]) {
      const debt = decided(update(published(), { dueDate: '2021-11-30', ...more }))
      const { listing, entries } = debt.principal
      assert.deepEqual([listing.state, listing.release], ['expired', '97'], JSON.stringify(more))
      assert.equal(entries.at(-1)?.on, '2026-12-01')
    }
    assert.equal(stateAfter(update(published(), { dueDate: '2021-12-01' })), 'published')
  })

  test('on an earlier due date the debtor was younger: held, or void', () => {
    const young = { birthDate: '2007-06-01', dueDate: '2025-12-01' }
    assert.equal(stateAfter(update(published(young), { dueDate: '2025-11-01' })), 'published')
    assert.equal(stateAfter(update(published(young), { dueDate: '2024-06-01' })), 'received')
    assert.equal(stateAfter(update(published(young), { dueDate: '2023-05-01' })), 'released')
  })

  test('a lawsuit is shown and does not remove', () => {
    const { listing } = decided(update(published(), { flagSubJudice: 'true' })).principal
    assert.equal(listing.subJudice, true)
    assert.equal(isVisible(listing, undefined, '2026-12-01' as Day), true)
  })

  test('a birth date ends a review, or shows that the debt was void all along', () => {
    const { birthDate: _, ...unborn } = request
    const asked = { id: 'x', register: 'production', clientId: 'c', requestKey: undefined, creditor }
    const held = alone(kept(decideInsertion({ ...asked, request: unborn }, [], means, moment)))
    assert.equal(stateAfter(update(held, { birthDate: '1990-01-01' }, moment)), 'notice_queued')
    assert.equal(stateAfter(update(held, { birthDate: '2009-01-01' }, moment)), 'received')
    assert.equal(stateAfter(update(held, { birthDate: '2012-01-01' }, moment)), 'refused')
    assert.equal(stateAfter(update(published(), { birthDate: '2012-01-01' })), 'released')
    assert.equal(stateAfter(update(published(), { birthDate: '2009-01-01' })), 'received')
  })

  test('a birth date that shows the debt to be void ends it, whatever else the patch says', () => {
    const late = { birthDate: '2012-01-01', amount: '100.00', paidOn: '2026-11-30' }
    assert.equal(stateAfter(update(published(), late)), 'released')
    const young = { birthDate: '2007-06-01', dueDate: '2025-12-01' }
    const earlier = { dueDate: '2023-05-01', paidOn: '2026-11-30' }
    assert.equal(stateAfter(update(published(young), earlier)), 'released')
  })

  test('a higher value of what was paid is refused, and no notice goes out', () => {
    const paid = decided(update(published(), { paidOn: '2026-11-30' }))
    assert.deepEqual(update(paid, { amount: '2000.00' }), { refused: 'state' })
    assert.deepEqual(update(published(), { amount: '2000.00', paidOn: '2026-11-30' }), { refused: 'state' })
    assert.equal(decided(update(paid, { amount: '100.00' })).principal.listing.amountCents, 100_00n)
  })

  test('a birth date in the future is refused, for a debtor and for a guarantor; today’s is not in the future', () => {
    const future = { refused: 'rule', code: '016' }
    assert.deepEqual(update(published(), { birthDate: '2026-12-02' }), future)
    assert.equal(stateAfter(update(published(), { birthDate: '2026-12-01' })), 'released')
    assert.deepEqual(update(published(), { paidOn: '2026-12-02' }), future)
    const party = { documento: '12345678909', name: 'BIA', address }
    const asked = { id: 'g', register: 'production', clientId: 'c', requestKey: undefined }
    const refusalAt = (birthDate: string) =>
      decideGuarantor(published(), { ...asked, request: { ...party, birthDate } }, [], means, moment).added
        .listing.refusal
    assert.equal(refusalAt('2026-11-17'), '016')
    assert.equal(refusalAt('2026-11-16'), '121')
  })

  test('nothing changes what has ended', () => {
    const released = decided(decideRelease(published(), undefined, { reason: '03' }, on('2026-12-01')))
    assert.deepEqual(update(released, { amount: '100.00' }), { refused: 'state' })
  })
})

describe('payment and release', () => {
  test('a payment hides at once, and the creditor is reminded on the third business day', () => {
    const paid = decided(decidePayment(published(), '2026-12-01' as Day, on('2026-12-01'))).principal
    assert.equal(paid.listing.state, 'published')
    assert.equal(isVisible(paid.listing, undefined, '2026-12-01' as Day), false)
    const before = caughtUp(kept(paid), on('2026-12-03'))
    assert.deepEqual(before.entries, [])
    const reminded = caughtUp(kept(paid), on('2026-12-04'))
    assert.deepEqual(
      reminded.entries.map(({ change, on: day }) => `${change} ${day}`),
      ['release_reminded 2026-12-04'],
    )
    assert.deepEqual(caughtUp(kept(reminded), on('2026-12-20')).entries, [])
  })

  test('a payment before publication withdraws: never shown', () => {
    assert.equal(stateAfter(decidePayment(alone(delivered(inserted())), today, moment)), 'withdrawn')
    assert.equal(stateAfter(decidePayment(alone(kept(inserted())), today, moment)), 'withdrawn')
  })

  test('a payment is never in the future, and counts once', () => {
    assert.deepEqual(decidePayment(published(), '2026-12-02' as Day, on('2026-12-01')), {
      refused: 'rule',
      code: '016',
    })
    const paid = decided(decidePayment(published(), '2026-12-01' as Day, on('2026-12-01')))
    assert.deepEqual(decidePayment(paid, '2026-12-01' as Day, on('2026-12-01')), { refused: 'state' })
  })

  test('the reserved reasons are the bureau’s: a creditor is refused with 799, the operator is not', () => {
    for (const reason of ['96', '97'] as const) {
      assert.deepEqual(decideRelease(published(), undefined, { reason }, moment), {
        refused: 'rule',
        code: '799',
      })
      const operator: Moment = { ...on('2026-12-01'), actor: 'operator:ana' }
      assert.equal(stateAfter(decideRelease(published(), undefined, { reason }, operator)), 'released')
    }
  })

  test('what was shown is released, what never was is withdrawn', () => {
    assert.equal(stateAfter(decideRelease(published(), undefined, { reason: '01' }, moment)), 'released')
    const waiting = alone(delivered(inserted()))
    assert.equal(stateAfter(decideRelease(waiting, undefined, { reason: '03' }, moment)), 'withdrawn')
  })
})

describe('court and dispute', () => {
  const at = on('2026-12-01')

  test('a suspension in the waiting period ends where the dates say', () => {
    const waiting = alone(delivered(inserted()))
    const suspended = decided(decideSuspension(waiting, undefined, 'ordem', on('2026-11-20')))
    assert.equal(suspended.principal.listing.state, 'suspended')
    assert.equal(stateAfter(decideResumption(suspended, undefined, means, on('2026-11-25'))), 'waiting')
    assert.equal(stateAfter(decideResumption(suspended, undefined, means, on('2026-11-27'))), 'published')
    assert.equal(stateAfter(decideRelease(suspended, undefined, { reason: '03' }, at)), 'withdrawn')
  })

  test('an order that the operator recorded is lifted by the operator alone', () => {
    const operator: Moment = { ...at, actor: 'operator:ana' }
    const suspended = decided(decideSuspension(published(), undefined, 'ordem', operator))
    assert.deepEqual(decideResumption(suspended, undefined, means, at), { refused: 'suspension_of_operator' })
    assert.equal(stateAfter(decideResumption(suspended, undefined, means, operator)), 'published')
  })

  test('an order that reaches the operator holds over the creditor’s own suspension, and not the other way', () => {
    const operator: Moment = { ...at, actor: 'operator:ana' }
    const own = decided(decideSuspension(published(), undefined, 'ordem', at))
    assert.deepEqual(decideSuspension(own, undefined, 'de novo', at), { refused: 'state' })
    const ordered = decided(decideSuspension(own, undefined, 'ordem do juiz', operator))
    assert.equal(ordered.principal.listing.suspension?.courtOrder, 'ordem do juiz')
    assert.deepEqual(decideResumption(ordered, undefined, means, at), { refused: 'suspension_of_operator' })
    assert.deepEqual(decideSuspension(ordered, undefined, 'outra', at), { refused: 'state' })
  })

  test('a suspended listing still expires on its day', () => {
    const suspended = decided(decideSuspension(published(), undefined, 'ordem', at)).principal
    assert.equal(caughtUp(suspended, on('2031-03-11')).listing.state, 'expired')
  })

  test('a dispute upheld releases for reason 45, rejected keeps', () => {
    const disputed = decided(decideDispute(published(), undefined, 'não é minha', at))
    assert.equal(disputed.principal.listing.dispute?.dueOn, '2026-12-08')
    assert.deepEqual(decideDispute(disputed, undefined, 'de novo', at), { refused: 'state' })
    const upheld = decided(decideDisputeOutcome(disputed, undefined, { outcome: 'upheld' }, at))
    assert.equal(upheld.principal.listing.state, 'released')
    assert.equal(upheld.principal.listing.release, '45')
    const rejected = decided(decideDisputeOutcome(disputed, undefined, { outcome: 'rejected' }, at))
    assert.equal(rejected.principal.listing.state, 'published')
    assert.deepEqual(decideDisputeOutcome(rejected, undefined, { outcome: 'upheld' }, at), {
      refused: 'state',
    })
  })

  test('a dispute without an answer hides from the day after its deadline, until it is answered', () => {
    const { principal } = decided(decideDispute(published(), undefined, 'não é minha', at))
    assert.equal(isVisible(principal.listing, undefined, '2026-12-08' as Day), true)
    assert.equal(isVisible(principal.listing, undefined, '2026-12-09' as Day), false)
    const overdue = caughtUp(kept(principal), on('2026-12-11'))
    assert.equal(overdue.entries[0]?.change, 'dispute_overdue')
    assert.equal(overdue.entries[0]?.on, '2026-12-09')
    const answered = decideDisputeOutcome(
      alone(overdue),
      undefined,
      { outcome: 'rejected' },
      on('2026-12-11'),
    )
    assert.equal(isVisible(decided(answered).principal.listing, undefined, '2026-12-11' as Day), true)
  })

  test('a dispute without an answer in ten days ends the listing for good, however late that is recorded', () => {
    const { principal } = decided(decideDispute(published(), undefined, 'não é minha', at))
    const tenth = caughtUp(kept(principal), on('2026-12-11'))
    assert.equal(tenth.listing.state, 'published')
    for (const today of ['2026-12-12', '2027-05-01']) {
      const { listing, entries } = caughtUp(kept(principal), on(today))
      assert.deepEqual(
        [listing.state, listing.release, listing.dispute?.outcome],
        ['released', '45', 'unanswered'],
      )
      assert.deepEqual([entries.at(-1)?.on, entries.at(-1)?.actor], ['2026-12-12', 'bureau'])
    }
  })
})

describe('notices', () => {
  test('a failed channel goes on to the next; none left refuses as undeliverable', () => {
    const queued = inserted()
    assert.equal(queued.listing.notice?.channel, 'email')
    const [email] = queued.notices
    assert.ok(email)
    const second = decideUndelivered(
      queued,
      email,
      { detail: 'refused: 550', isBounce: true, isPaid: false },
      means,
      moment,
    )
    assert.ok(!isRefused(second))
    assert.equal(second.listing.state, 'notice_queued')
    assert.equal(second.listing.notice?.channel, 'letter')
    const letter = second.notices.at(-1)
    assert.ok(letter)
    const none = decideUndelivered(
      second,
      letter,
      { detail: 'returned', isBounce: true, isPaid: false },
      means,
      moment,
    )
    assert.ok(!isRefused(none))
    assert.equal(none.listing.state, 'refused')
    assert.equal(none.listing.refusal, 'notice_undeliverable')
  })

  test('a notice that was overtaken by a new one starts no clock', () => {
    const queued = inserted()
    const [email] = queued.notices
    assert.ok(email)
    const raised = decided(decideUpdate(alone(kept(queued)), undefined, { amount: '9000.00' }, means, moment))
    const stale = { refused: 'state' }
    const proved = { proof: '250', on: today }
    assert.deepEqual(decideDelivered(raised.principal, email, proved, means, moment), stale)
    assert.deepEqual(decideSent(raised.principal, email, moment), stale)
    assert.deepEqual(
      decideUndelivered(
        raised.principal,
        email,
        { detail: 'refused: 550', isBounce: true, isPaid: false },
        means,
        moment,
      ),
      stale,
    )
    const current = raised.principal.notices.at(-1)
    assert.ok(current)
    const sent = decideSent(raised.principal, current, moment)
    assert.ok(!isRefused(sent))
    assert.equal(sent.listing.state, 'notice_sent')
    assert.deepEqual(decideSent(sent, current, moment), stale)
  })

  test('a delivery is never in the future', () => {
    const queued = inserted()
    const [email] = queued.notices
    assert.ok(email)
    const early = decideDelivered(queued, email, { proof: '', on: '2026-11-17' as Day }, means, moment)
    assert.deepEqual(early, { refused: 'state' })
  })

  test('a delivery is never before its words were written', () => {
    const queued = inserted()
    const [email] = queued.notices
    assert.ok(email)
    const composed = composedNotice(queued, email, undefined, means, moment)
    const before = { proof: '', on: '2026-11-15' as Day }
    assert.deepEqual(decideDelivered(queued, composed, before, means, moment), { refused: 'state' })
  })
})

describe('guarantors', () => {
  const party = { documento: '12345678909', name: 'BIA', birthDate: '1975-01-01', address }
  const asked = { id: 'g', register: 'production', clientId: 'c', requestKey: undefined }
  const backed = (debt: Debt, changes = {}) =>
    decideGuarantor(debt, { ...asked, request: { ...party, ...changes } }, [], means, moment)

  test('a guarantor has its own notice and state, and follows its principal’s debt', () => {
    const debt = published()
    const { added, principal } = backed(debt)
    assert.equal(added.listing.state, 'notice_queued')
    assert.equal(added.listing.contractId, 'CT-1')
    assert.equal(added.listing.amountCents, debt.principal.listing.amountCents)
    assert.equal(principal.listing.version, debt.principal.listing.version + 1)
  })

  test('298 without an active principal, 059 for one that is there already, 286 for the creditor itself', () => {
    const released = decided(decideRelease(published(), undefined, { reason: '01' }, moment))
    assert.equal(backed(released).added.listing.refusal, '298')
    assert.equal(backed(published(), { documento: request.documento }).added.listing.refusal, '059')
    assert.equal(backed(published(), { documento: creditor.document }).added.listing.refusal, '286')
  })

  test('a guarantor’s refusal leaves the principal as it is', () => {
    const debt = published()
    assert.equal(backed(debt, { documento: '1' }).principal, debt.principal)
  })

  test('what ends the principal ends its guarantors', () => {
    const { added, principal } = backed(published())
    const debt = { principal: kept(principal), guarantors: [kept(added)] }
    const released = decided(decideRelease(debt, undefined, { reason: '02' }, moment))
    const [guarantor] = guarantorsFollow(released, moment).guarantors
    assert.equal(guarantor?.listing.state, 'withdrawn')
    assert.equal(guarantor?.listing.release, '02')
  })

  test('a principal that cannot be told leaves no guarantor behind', () => {
    const queued = inserted({ contact: {} })
    const { added } = backed(alone(kept(queued)))
    const [letter] = queued.notices
    assert.ok(letter)
    const refused = decideUndelivered(
      kept(queued),
      letter,
      { detail: 'returned', isBounce: true, isPaid: false },
      means,
      moment,
    )
    assert.ok(!isRefused(refused))
    const [guarantor] = guarantorsFollow({ principal: refused, guarantors: [kept(added)] }, moment).guarantors
    assert.equal(guarantor?.listing.refusal, '298')
  })

  test('a value raised on the principal needs a new notice to each guarantor', () => {
    const { added, principal } = backed(published())
    const waiting = delivered(added)
    const debt = { principal: kept(principal), guarantors: [waiting] }
    const raised = decided(decideUpdate(debt, undefined, { amount: '9000.00' }, means, on('2026-12-01')))
    assert.equal(raised.guarantors[0]?.listing.state, 'notice_queued')
    assert.equal(raised.guarantors[0]?.listing.amountCents, 9000_00n)
  })
})

describe('time', () => {
  test('what fell due is recorded with the day on which it did, however late', () => {
    const late = caughtUp(delivered(inserted()), on('2031-06-01'))
    assert.deepEqual(
      late.entries.map(({ change, on: day }) => `${change} ${day}`),
      ['published 2026-11-27', 'expired 2031-03-11'],
    )
    assert.equal(late.listing.release, '97')
  })

  test('one that would be published only after its last day is never published', () => {
    const old = delivered(inserted({ dueDate: '2021-11-20' }))
    const late = caughtUp(old, on('2027-01-01'))
    assert.deepEqual(
      late.entries.map(({ change }) => change),
      ['expired'],
    )
  })

  test('each change is one version and one line of history', () => {
    const { entries, listing } = inserted()
    assert.deepEqual(
      entries.map(({ version }) => version),
      [1, 2],
    )
    assert.equal(listing.version, 2)
  })
})
