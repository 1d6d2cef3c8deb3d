import assert from 'node:assert/strict'
import type { GuarantorRequest, ListingPatch, ListingRequest } from '@lastro/contract/listings/listings.ts'
import { describe, test } from 'vitest'
import type { Day } from '../calendar/day.ts'
import { decideResumption, decideSuspension } from './court.ts'
import { decideDispute, decideDisputeOutcome } from './dispute.ts'
import { decideGuarantor, decideInsertion } from './insertion/insertion.ts'
import {
  type Debt,
  type Draft,
  draftOf,
  draftsOf,
  hasChanged,
  type Listing,
  type Means,
  type Moment,
} from './listing.ts'
import { onTarget, targetOf } from './move.ts'
import { decideDelivered, decideSent, deliveredAtOnce } from './notices/give-notice.ts'
import { composedNotice } from './notices/listing-notice.ts'
import { channelNames } from './notices/notice.ts'
import { decideUndelivered } from './notices/undelivered.ts'
import { isRefused, type Refused } from './refused.ts'
import { productionRegister } from './register.ts'
import { decidePayment, decideRelease, guarantorsFollow } from './release.ts'
import { decideApproval, decideReviewRefusal } from './review.ts'
import { caughtUp, debtCaughtUp, nextDue } from './time.ts'
import { decideUpdate } from './update.ts'
import { isVisible } from './visible.ts'

/*
 * What is kept after each decision, whole: the listing, its line of history, its notices. Recipients of a report,
 * the debtor and the courts are answered from these.
 */

const today = '2026-11-16' as Day
const moment: Moment = { today, nowMs: 1_000, actor: 'client:c' }
const on = (day: string, over: Partial<Moment> = {}): Moment => ({ ...moment, today: day as Day, ...over })
const operator = on('2026-12-01', { actor: 'operator:ana' })
const later = on('2026-12-01', { nowMs: 2_000 })
const creditor = { document: '11222333000181', name: 'LOJA LTDA' }
const address = {
  addressLine: 'RUA',
  district: 'CENTRO',
  city: 'SAO PAULO',
  state: 'SP',
  zipCode: '01001000',
}
const request: ListingRequest = {
  documento: '529.982.247-25',
  name: 'ANA',
  birthDate: '1980-05-20',
  amount: '1520.33',
  dueDate: '2026-03-10',
  contractId: 'CT-1',
  legalNatureId: 'CP',
  address,
  contact: { email: 'ana@exemplo.com.br' },
}

/** Notices are numbered in the order in which they are made. */
function newMeans(): Means {
  let made = 0
  return {
    newId: () => `n${++made}`,
    channelsFor: ({ contact }) => (contact.email === undefined ? ['letter'] : ['email', 'letter']),
    compose: (facts) => ({ ...facts, subject: 'Comunicado', text: facts.recipient.name, sha256: 'hash' }),
    waitingDaysIn: (state) => (state === 'SP' ? 10 : 20),
    howToContest: 'pelo telefone',
  }
}
const means = newMeans()

const insertion = (changes: Partial<ListingRequest> = {}, by: Means = newMeans()): Draft =>
  decideInsertion(
    {
      id: 'l1',
      register: 'production',
      clientId: 'c',
      requestKey: 'key',
      creditor,
      request: { ...request, ...changes },
    },
    [],
    by,
    moment,
  )

const ok = <Decided extends object>(decided: Decided | Refused): Decided => {
  assert.ok(
    !isRefused(decided),
    JSON.stringify(decided, (_, value) => String(value)),
  )
  return decided
}
const kept = (draft: Draft): Draft => draftOf(draft.listing)
const alone = (principal: Draft): Debt => ({ principal: kept(principal), guarantors: [] })

const waitingOf = (draft: Draft, at = moment): Draft => {
  const notice = draft.notices.at(-1)
  assert.ok(notice)
  return ok(decideDelivered(draft, notice, { proof: '250', on: at.today }, means, at))
}
const publishedOf = (draft: Draft): Draft => caughtUp(kept(waitingOf(draft)), on('2026-11-27'))
const published = (changes: Partial<ListingRequest> = {}): Debt => alone(publishedOf(insertion(changes)))

/** `version day change state actor cause at`. */
const history = ({ entries }: Draft): readonly string[] =>
  entries.map((one) =>
    [one.version, one.on, one.change, one.state, one.actor, one.cause ?? '-', one.atMs].join(' '),
  )

const party: GuarantorRequest = { documento: '12345678909', name: 'BIA', birthDate: '1975-01-01', address }
const guarantee = (debt: Debt, changes: Partial<GuarantorRequest> = {}, id = 'g1', at = moment) =>
  decideGuarantor(
    debt,
    { id, register: 'production', clientId: 'c', requestKey: undefined, request: { ...party, ...changes } },
    [],
    newMeans(),
    at,
  )
/** A published debt with a published guarantor. */
const backed = (): Debt => {
  const { added, principal } = guarantee(published())
  return { principal: kept(principal), guarantors: [kept(publishedOf(added))] }
}

const listingAtFirst: Listing = {
  id: 'l1',
  register: 'production',
  clientId: 'c',
  principalId: undefined,
  state: 'notice_queued',
  version: 2,
  createdAtMs: 1_000,
  document: '52998224725',
  name: 'ANA',
  birthDate: '1980-05-20' as Day,
  address,
  contact: { email: 'ana@exemplo.com.br' },
  creditor,
  contractId: 'CT-1',
  legalNatureId: 'CP',
  section: 'listingP',
  legalSquare: undefined,
  amountCents: 152_033n,
  dueDate: '2026-03-10' as Day,
  formerDebts: [],
  subJudice: false,
  courtCase: undefined,
  notice: { id: 'n1', channel: 'email', tried: ['email'] },
  deliveredOn: undefined,
  waitingEndsOn: undefined,
  publishOn: undefined,
  publishedOn: undefined,
  expiresOn: '2031-03-10' as Day,
  paidOn: undefined,
  isReminded: false,
  refusal: undefined,
  review: undefined,
  moreReviews: [],
  reviewed: [],
  release: undefined,
  suspension: undefined,
  dispute: undefined,
  earlier: undefined,
  lifted: undefined,
  told: undefined,
  requestKey: 'key',
}
const noticeAtFirst = {
  id: 'n1',
  listingId: 'l1',
  register: 'production',
  version: 2,
  channel: 'email',
  status: 'queued',
  createdAtMs: 1_000,
  sentAtMs: undefined,
  settledOn: undefined,
  proof: undefined,
  notice: undefined,
} as const

describe('a new listing, whole', () => {
  test('a debt that is taken is received from its creditor and put on its way to a notice by the bureau', () => {
    const draft = insertion()
    assert.deepEqual(draft.listing, listingAtFirst)
    assert.deepEqual(draft.notices, [noticeAtFirst])
    assert.equal(draft.keptVersion, undefined)
    assert.deepEqual(history(draft), [
      '1 2026-11-16 received received client:c - 1000',
      '2 2026-11-16 notice_queued notice_queued bureau - 1000',
    ])
  })

  test('section and place of a court are kept as they were told', () => {
    const { listing } = insertion({ section: 'listingR', legalSquare: 'CAMPINAS' })
    assert.deepEqual([listing.section, listing.legalSquare], ['listingR', 'CAMPINAS'])
  })

  test('a debt that is refused is kept with its code, and a document that is none as it was sent', () => {
    const draft = insertion({ documento: '123' })
    assert.deepEqual([draft.listing.document, draft.listing.refusal], ['123', '029'])
    assert.deepEqual(history(draft).at(-1), '2 2026-11-16 refused refused bureau 029 1000')
    assert.deepEqual(draft.notices, [])
  })

  test('the register of production stands in stores that exist under its name', () => {
    assert.equal(productionRegister, 'production')
  })

  test('a draft knows whether it has changed since it was read', () => {
    assert.equal(hasChanged(draftOf(listingAtFirst)), false)
    assert.equal(hasChanged(insertion()), true)
    assert.deepEqual(draftOf(listingAtFirst), {
      keptVersion: 2,
      listing: listingAtFirst,
      entries: [],
      steps: [],
      notices: [],
    })
    assert.deepEqual(
      draftsOf(backed()).map(({ listing }) => listing.id),
      ['l1', 'g1'],
    )
  })
})

describe('a review, whole', () => {
  const held = insertion({ birthDate: undefined as never })

  test('the operator takes a listing that was held, and the review is over', () => {
    assert.deepEqual([held.listing.state, held.listing.review], ['received', 'birth_date_unknown'])
    const approved = ok(decideApproval(kept(held), 'documento visto', newMeans(), operator))
    const reviewed = ['birth_date_unknown']
    assert.deepEqual(approved.listing, { ...listingAtFirst, birthDate: undefined, reviewed })
    assert.deepEqual(history(approved), [
      '2 2026-12-01 notice_queued notice_queued operator:ana documento visto 1000',
    ])
  })

  test('the operator refuses it', () => {
    const refused = ok(decideReviewRefusal(kept(held), 'sem prova', operator))
    const { state, refusal, review } = refused.listing
    assert.deepEqual([state, refusal, review], ['refused', 'review_refused', undefined])
    assert.deepEqual(history(refused), ['2 2026-12-01 refused refused operator:ana sem prova 1000'])
  })

  test('neither is done to what is not held', () => {
    for (const draft of [kept(insertion()), published().principal]) {
      assert.deepEqual(decideApproval(draft, '', means, operator), { refused: 'state' })
      assert.deepEqual(decideReviewRefusal(draft, '', operator), { refused: 'state' })
    }
  })
})

describe('a notice, whole', () => {
  const [email] = insertion().notices
  assert.ok(email)
  const queued = { ...insertion(), notices: [email] }

  test('sent without proof, it says when, and no clock runs', () => {
    const sent = ok(decideSent(kept(queued), email, later))
    assert.deepEqual(sent.notices, [{ ...noticeAtFirst, status: 'sent', sentAtMs: 2_000 }])
    assert.deepEqual(history(sent), ['3 2026-12-01 notice_sent notice_sent client:c email 2000'])
    assert.equal(sent.listing.publishOn, undefined)
  })

  test('delivered, it is kept with its proof, and the period begins on that day', () => {
    const proved = { proof: '250 ok', on: '2026-11-30' as Day }
    const delivered = ok(decideDelivered(kept(queued), email, proved, means, later))
    assert.deepEqual(delivered.notices, [
      {
        ...noticeAtFirst,
        status: 'delivered',
        sentAtMs: 2_000,
        settledOn: '2026-11-30',
        proof: '250 ok',
      },
    ])
    assert.deepEqual(history(delivered), [
      '3 2026-12-01 notice_sent notice_sent client:c email 2000',
      '4 2026-11-30 waiting waiting client:c email 2000',
    ])
    const { state, deliveredOn, waitingEndsOn, publishOn } = delivered.listing
    assert.deepEqual(
      [state, deliveredOn, waitingEndsOn, publishOn],
      ['waiting', '2026-11-30', '2026-12-10', '2026-12-11'],
    )
  })

  test('one that was sent before keeps the time at which it was, and counts by the days of its state', () => {
    const sent = ok(decideSent(kept(queued), email, moment))
    const [record] = sent.notices
    assert.ok(record)
    const elsewhere = { ...kept(sent), listing: { ...sent.listing, address: { ...address, state: 'RJ' } } }
    const proved = { proof: '', on: '2026-12-01' as Day }
    const delivered = ok(decideDelivered(elsewhere, record, proved, means, later))
    assert.equal(delivered.notices[0]?.sentAtMs, 1_000)
    assert.equal(delivered.listing.waitingEndsOn, '2026-12-21')
    assert.equal(history(delivered).length, 1)
  })

  test('a day before the words were written, or a second delivery, starts no clock', () => {
    const written = composedNotice(queued, email, undefined, means, moment)
    const at = (day: string) =>
      decideDelivered(kept(queued), written, { proof: '', on: day as Day }, means, later)
    assert.deepEqual(at('2026-11-15'), { refused: 'state' })
    assert.equal(isRefused(at('2026-11-16')), false)
    assert.equal(isRefused(at('2026-12-01')), false)
    assert.deepEqual(at('2026-12-02'), { refused: 'state' })
    const delivered = waitingOf(queued)
    const again = { proof: '', on: today }
    assert.deepEqual(decideDelivered(kept(delivered), email, again, means, moment), { refused: 'state' })
    const held = kept(insertion({ birthDate: undefined as never }))
    assert.deepEqual(decideSent(held, email, moment), { refused: 'state' })
  })

  test('failed, it is kept with the reason, and the next channel is tried under a notice of its own', () => {
    const by = newMeans()
    by.newId()
    const failed = ok(
      decideUndelivered(
        kept(queued),
        email,
        { detail: '550 unknown', isBounce: true, isPaid: false },
        by,
        later,
      ),
    )
    assert.deepEqual(failed.notices, [
      { ...noticeAtFirst, status: 'failed', settledOn: '2026-12-01', proof: '550 unknown' },
      { ...noticeAtFirst, id: 'n2', version: 3, channel: 'letter', createdAtMs: 2_000 },
    ])
    assert.deepEqual(failed.listing.notice, { id: 'n2', channel: 'letter', tried: ['email', 'letter'] })
    assert.deepEqual(history(failed), ['3 2026-12-01 notice_retried notice_queued client:c email 2000'])
    const letter = failed.notices.at(-1)
    assert.ok(letter)
    const none = ok(
      decideUndelivered(
        kept(failed),
        letter,
        { detail: 'returned', isBounce: true, isPaid: false },
        by,
        later,
      ),
    )
    assert.deepEqual(history(none), [
      '4 2026-12-01 notice_retried notice_queued client:c letter 2000',
      '5 2026-12-01 refused refused bureau notice_undeliverable 2000',
    ])
    assert.deepEqual(none.notices.length, 1)
  })

  test('its words name everyone and everything that they must', () => {
    const composed = composedNotice(queued, email, undefined, means, moment)
    const facts = {
      id: 'n1',
      writtenOn: '2026-11-16',
      waitingDays: 10,
      deadline: '2026-11-26',
      howToContest: 'pelo telefone',
      recipient: { name: 'ANA', document: '52998224725', email: 'ana@exemplo.com.br', address },
      role: { kind: 'principal' },
      creditor: { name: 'LOJA LTDA', document: '11222333000181' },
      debt: {
        contractId: 'CT-1',
        legalNature: 'CRED PESSOAL',
        amountCents: 152_033n,
        dueDate: '2026-03-10',
      },
    }
    const words = { subject: 'Comunicado', text: 'ANA', sha256: 'hash' }
    assert.deepEqual(composed, { ...noticeAtFirst, notice: { ...facts, ...words } })
    const whole = { ...address, number: '100', complement: 'APTO 1', state: 'RJ', zipCode: '20001000' }
    const other = { ...queued.listing, principalId: 'l0', address: whole, legalNatureId: 'Q9' }
    const told = composedNotice({ ...queued, listing: other }, email, 'CAIO', means, moment).notice
    assert.deepEqual(told?.role, { kind: 'guarantor', principalName: 'CAIO' })
    assert.deepEqual(told.recipient.address, whole)
    assert.equal(told.debt.legalNature, 'Q9')
    assert.equal(told.waitingDays, 20)
    const unnamed = composedNotice({ ...queued, listing: other }, email, undefined, means, moment).notice
    assert.deepEqual(unnamed?.role, { kind: 'guarantor', principalName: '' })
  })

  test('nobody is written to without a whole address, a creditor and a contract', () => {
    for (const part of ['addressLine', 'district', 'city', 'state', 'zipCode'] as const) {
      const { [part]: _, ...rest } = address
      const listing = { ...queued.listing, address: rest }
      assert.throws(() => composedNotice({ ...queued, listing }, email, undefined, means, moment), /address/)
    }
    for (const missing of [{ creditor: undefined }, { contractId: undefined }]) {
      const listing = { ...queued.listing, ...missing }
      assert.throws(() => composedNotice({ ...queued, listing }, email, undefined, means, moment))
    }
  })

  test('mail is tried before post', () => assert.deepEqual(channelNames, ['email', 'letter']))
})

describe('the sandbox, where a notice counts at once', () => {
  test('what was queued is delivered, written and waiting, by the bureau', () => {
    const draft = deliveredAtOnce(insertion(), undefined, means, moment)
    assert.equal(draft.listing.state, 'waiting')
    assert.deepEqual(history(draft).slice(2), [
      '3 2026-11-16 notice_sent notice_sent bureau email 1000',
      '4 2026-11-16 waiting waiting bureau email 1000',
    ])
    const [notice, ...others] = draft.notices
    assert.deepEqual(others, [])
    assert.deepEqual(
      [notice?.status, notice?.proof, notice?.settledOn, notice?.notice?.writtenOn],
      ['delivered', 'sandbox', '2026-11-16', '2026-11-16'],
    )
  })

  test('of two notices that one change queued the one that counts is delivered, and the other is kept', () => {
    const by = newMeans()
    const first = insertion({ birthDate: undefined as never }, by)
    const patch = { birthDate: '1980-05-20', amount: '9000.00' }
    const twice = ok(decideUpdate(alone(first), undefined, patch, by, moment)).principal
    assert.deepEqual(
      twice.notices.map((one) => one.id),
      ['n1', 'n2'],
    )
    const draft = deliveredAtOnce(twice, undefined, by, moment)
    assert.deepEqual(
      draft.notices.map(({ id, status }) => `${id} ${status}`),
      ['n1 queued', 'n2 delivered'],
    )
  })

  test('what has no notice on its way stays as it is', () => {
    const held = insertion({ birthDate: undefined as never })
    const { principal } = published()
    const sent = ok(decideSent(kept(insertion()), noticeAtFirst, moment))
    const failed = { ...insertion(), notices: [{ ...noticeAtFirst, status: 'failed' as const }] }
    const stale = { ...insertion(), notices: [{ ...noticeAtFirst, id: 'n0' }] }
    const moved = { ...sent, notices: [noticeAtFirst] }
    for (const draft of [held, principal, sent, failed, stale, moved])
      assert.equal(deliveredAtOnce(draft, undefined, means, moment), draft)
  })
})

describe('a change, whole', () => {
  const update = (debt: Debt, patch: ListingPatch, at = later, guarantorId?: string) =>
    decideUpdate(debt, guarantorId, patch, newMeans(), at)

  test('address, contact and lawsuit are kept as told, and the history names them', () => {
    const patch: ListingPatch = {
      address: { ...address, number: '7' },
      contact: { phone: '11999990000' },
      flagSubJudice: 'true',
    }
    const changed = ok(update(alone(kept(insertion())), patch)).principal
    assert.deepEqual(changed.listing.address, { ...address, number: '7' })
    assert.deepEqual(changed.listing.contact, { phone: '11999990000' })
    assert.equal(changed.listing.subJudice, true)
    assert.deepEqual(history(changed), [
      '3 2026-12-01 changed notice_queued client:c address,contact,subJudice 2000',
    ])
    const back = ok(update(alone(changed), { flagSubJudice: 'false', subJudiceReason: 'acordo' })).principal
    assert.equal(back.listing.subJudice, false)
    assert.deepEqual(back.listing.contact, { phone: '11999990000' })
  })

  test('a patch that says nothing new changes nothing', () => {
    const debt = published()
    for (const patch of [{}, { amount: '1520.33' }, { dueDate: '2026-03-10' }])
      assert.deepEqual(ok(update(debt, patch)).principal, debt.principal)
  })

  test('what is refused of a new listing is refused of a change', () => {
    const { city: _, ...noCity } = address
    const refusals: readonly (readonly [string, ListingPatch])[] = [
      ['014', { dueDate: '2026-02-30' }],
      ['014', { paidOn: '2026-02-30' }],
      ['014', { birthDate: '2026-02-30' }],
      ['016', { paidOn: '2026-12-02' }],
      ['016', { birthDate: '2026-12-02' }],
      ['111', { address: noCity }],
      ['491', { address: { ...address, state: 'RJ' } }],
    ]
    for (const [code, patch] of refusals)
      assert.deepEqual(update(published(), patch), { refused: 'rule', code }, JSON.stringify(patch))
    assert.equal(isRefused(update(published(), { paidOn: '2026-12-01' })), false)
  })

  test('of a guarantor’s change nothing reaches the principal or another guarantor', () => {
    const { principal, guarantors } = backed()
    const { added } = guarantee({ principal, guarantors }, { documento: '11144477735', name: 'CAIO' }, 'g2')
    const debt = { principal, guarantors: [...guarantors, kept(added)] }
    const changed = ok(update(debt, { contact: { phone: '1' }, amount: '10.00' }, later, 'g1'))
    assert.equal(changed.principal, principal)
    assert.equal(changed.guarantors[1], debt.guarantors[1])
    assert.deepEqual(changed.guarantors[0]?.listing.contact, { phone: '1' })
    assert.equal(changed.guarantors[0]?.listing.amountCents, 152_033n)
    assert.deepEqual(update(debt, { birthDate: '2026-12-02' }, later, 'g1'), { refused: 'rule', code: '016' })
  })

  test('value, due date and lawsuit of the principal are its guarantors’ too, while they are active', () => {
    const { principal, guarantors } = backed()
    const ended = ok(decideRelease({ principal, guarantors }, 'g1', { reason: '03' }, later)).guarantors
    const patch: ListingPatch = { amount: '100.00', dueDate: '2025-03-10', flagSubJudice: 'true' }
    const changed = ok(update({ principal, guarantors }, patch))
    for (const { listing } of draftsOf(changed)) {
      const { amountCents, dueDate, expiresOn, subJudice } = listing
      assert.deepEqual(
        [amountCents, dueDate, expiresOn, subJudice],
        [100_00n, '2025-03-10', '2030-03-10', true],
      )
    }
    assert.deepEqual(history(changed.guarantors[0] as Draft), [
      '6 2026-12-01 changed published client:c debt,subJudice 2000',
    ])
    const backAgain = ok(update(changed, { flagSubJudice: 'false', subJudiceReason: 'acordo' }))
    assert.deepEqual(
      draftsOf(backAgain).map(({ listing }) => listing.subJudice),
      [false, false],
    )
    const withoutEnded = ok(update({ principal, guarantors: ended.map(kept) }, patch))
    assert.deepEqual(withoutEnded.guarantors[0]?.entries, [])
    assert.equal(withoutEnded.guarantors[0]?.listing.amountCents, 152_033n)
  })

  test('what a debt was before stays with it and its guarantors, also with one who is added later', () => {
    const lowered = ok(update(backed(), { amount: '100.00' }))
    const moved = ok(update(lowered, { dueDate: '2025-03-10' }))
    const back = ok(update(moved, { amount: '1520.33', contact: { phone: '1' } }))
    const raised = ok(update(alone(insertion()), { amount: '2000.00' }))
    const formerOf = ({ listing }: Draft) => listing.formerDebts.map((one) => `${one.amount} ${one.dueDate}`)
    const former = ['1520.33 2026-03-10', '100.00 2026-03-10']
    assert.deepEqual(draftsOf(moved).map(formerOf), [former, former])
    assert.deepEqual(formerOf(guarantee(moved, { documento: '52998224725' }, 'g2').added), former)
    assert.deepEqual(formerOf(back.principal), [...former, '100.00 2025-03-10'])
    assert.deepEqual(formerOf(ok(update(moved, { flagSubJudice: 'true' })).principal), former)
    assert.deepEqual(formerOf(raised.principal), ['1520.33 2026-03-10'], 'before its notice too')
    const again = ok(update(ok(update(back, { amount: '100.00' })), { amount: '99.00' }))
    assert.equal(formerOf(again.principal).length, 4, 'each once')
  })

  test('a higher value is told anew, and said so', () => {
    const raised = ok(update(published(), { amount: '2000.00' })).principal
    assert.deepEqual(history(raised), ['6 2026-12-01 changed notice_queued client:c amount 2000'])
    const { notice, deliveredOn, waitingEndsOn, publishOn, amountCents } = raised.listing
    assert.deepEqual(
      [notice, deliveredOn, waitingEndsOn, publishOn, amountCents],
      [{ id: 'n1', channel: 'email', tried: ['email'] }, undefined, undefined, undefined, 200_000n],
    )
    const suspended = ok(decideSuspension(published(), undefined, 'ordem', later))
    assert.deepEqual(update(suspended, { amount: '2000.00' }), { refused: 'state' })
  })

  test('a higher value of what is held for review waits with it', () => {
    const held = insertion({ birthDate: undefined as never })
    const raised = ok(update(alone(held), { amount: '2000.00' })).principal
    assert.deepEqual([raised.listing.state, raised.listing.amountCents], ['received', 200_000n])
    assert.deepEqual(raised.notices, [])
  })

  test('a birth date that becomes known ends a review, goes on with it, begins one, or ends the debt', () => {
    const held = alone(insertion({ birthDate: undefined as never }))
    const grown = ok(update(held, { birthDate: '1990-01-01' })).principal
    assert.deepEqual(history(grown), [
      '2 2026-12-01 changed received client:c birthDate 2000',
      '3 2026-12-01 notice_queued notice_queued bureau - 2000',
    ])
    assert.equal(grown.listing.review, undefined)
    const minor = ok(update(held, { birthDate: '2009-01-01' })).principal
    assert.deepEqual(
      [minor.listing.state, minor.listing.review, minor.entries.length],
      ['received', 'minor', 1],
    )
    const { listing } = ok(update(published(), { birthDate: '2009-01-01' })).principal
    assert.deepEqual(
      [listing.state, listing.review, listing.notice, listing.publishOn, listing.deliveredOn],
      ['received', 'minor', undefined, undefined, undefined],
    )
    const begun = ok(update(published(), { birthDate: '2009-01-01' })).principal
    assert.deepEqual(
      history(begun).at(-1),
      '7 2026-12-01 held received client:c minor,birth_date_differs 2000',
    )
    const ended = ok(update(published(), { birthDate: '2012-01-01' })).principal
    assert.deepEqual(history(ended).at(-1), '7 2026-12-01 released released client:c 21 2000')
    assert.equal(ended.listing.release, '21')
    const never = ok(update(held, { birthDate: '2012-01-01' })).principal
    assert.deepEqual(history(never).at(-1), '3 2026-12-01 refused refused bureau 121 2000')
    assert.deepEqual([never.listing.refusal, never.listing.review], ['121', undefined])
    const suspended = ok(decideSuspension(published(), undefined, 'ordem', later))
    const looked = ok(update(suspended, { birthDate: '2009-01-01' })).principal.listing
    assert.deepEqual([looked.state, looked.review, looked.publishOn], ['suspended', 'minor', undefined])
  })

  test('what the operator took is not held again for what was known then', () => {
    const approved = (birthDate: string | undefined): Debt => {
      const held = insertion({ birthDate: birthDate as never })
      assert.equal(held.listing.state, 'received')
      return alone(publishedOf(ok(decideApproval(kept(held), 'visto', newMeans(), moment))))
    }
    const [unknown, minor] = [approved(undefined), approved('2008-06-01')]
    const { email = '' } = unknown.principal.listing.contact
    for (const patch of [{ contact: { email, phone: '1' } }, { amount: '100.00' }])
      for (const debt of [unknown, minor])
        assert.equal(ok(update(debt, patch)).principal.listing.state, 'published', JSON.stringify(patch))
    // On an earlier due date the debtor was younger than the one they looked at.
    for (const [debt, cause] of [
      [unknown, 'birth_date_unknown'],
      [minor, 'minor'],
    ] as const) {
      const { state, review } = ok(update(debt, { dueDate: '2026-03-09' })).principal.listing
      assert.deepEqual([state, review], ['received', cause])
    }
  })

  test('a higher value does not get an earlier due date past the age of who owes', () => {
    const raised = (birthDate: string, dueDate: string) =>
      ok(update(published({ birthDate }), { dueDate, amount: '1520.34' })).principal.listing
    const child = raised('2008-02-01', '2024-01-10')
    assert.deepEqual([child.state, child.release, child.amountCents], ['released', '21', 152_033n])
    const young = raised('2008-02-01', '2025-03-10')
    assert.deepEqual([young.state, young.review, young.amountCents], ['received', 'minor', 152_034n])
    const grown = raised('1980-05-20', '2025-03-10')
    assert.deepEqual(
      [grown.state, grown.dueDate, grown.expiresOn, grown.amountCents],
      ['notice_queued', '2025-03-10', '2030-03-10', 152_034n],
    )
    const paid = update(published(), { dueDate: '2025-03-10', amount: '1520.34', paidOn: '2026-11-30' })
    assert.ok(isRefused(paid), 'nobody is told of a higher value of what was paid')
    const { principal, guarantors } = backed()
    const [guarantor] = guarantors
    assert.ok(guarantor)
    const backing = { ...guarantor, listing: { ...guarantor.listing, birthDate: '2010-06-01' as Day } }
    const changed = ok(
      update({ principal, guarantors: [backing] }, { dueDate: '2025-03-10', amount: '1520.34' }),
    )
    assert.deepEqual(
      draftsOf(changed).map(({ listing }) => listing.state),
      ['notice_queued', 'released'],
    )
  })

  test('a guarantor of a debt that was told with an earlier day is as old as on that day', () => {
    const { principal } = published()
    const told = { ...principal, listing: { ...principal.listing, expiresOn: '2027-03-10' as Day } }
    const { added } = guarantee({ principal: told, guarantors: [] }, { birthDate: '2007-06-01' })
    assert.deepEqual([added.listing.state, added.listing.refusal], ['refused', '121'])
    assert.equal(guarantee(published(), { birthDate: '2007-06-01' }).added.listing.state, 'notice_queued')
  })

  test('a guarantor’s own lawsuit stays shown when its principal, which had none, says so again', () => {
    const own = ok(update(backed(), { flagSubJudice: 'true' }, later, 'g1'))
    const flags = (debt: Debt) => draftsOf(debt).map(({ listing }) => listing.subJudice)
    assert.deepEqual(flags(own), [false, true])
    assert.deepEqual(flags(ok(update(own, { flagSubJudice: 'false' }))), [false, true])
    const both = ok(update(own, { flagSubJudice: 'true' }))
    assert.deepEqual(flags(both), [true, true])
    assert.deepEqual(flags(ok(update(both, { flagSubJudice: 'false', subJudiceReason: 'acordo' }))), [
      false,
      false,
    ])
  })

  test('a lawsuit that is shown stays shown when something else changes', () => {
    const sued = ok(update(backed(), { flagSubJudice: 'true' }))
    const lowered = ok(update(sued, { amount: '100.00' }))
    assert.deepEqual(
      draftsOf(lowered).map(({ listing }) => listing.subJudice),
      [true, true],
    )
  })

  test('a void debt ends with the rest of the patch undone, its guarantors as they were', () => {
    const { principal, guarantors } = backed()
    const ended = ok(update({ principal, guarantors }, { birthDate: '2012-01-01', amount: '100.00' }))
    assert.equal(ended.guarantors, guarantors)
    assert.equal(ended.principal.listing.amountCents, 152_033n)
  })

  test('an earlier due date of a company asks nothing about age, nor does a lower value', () => {
    const company = published({ documento: '11444777000161', birthDate: undefined as never })
    const earlier = ok(update(company, { dueDate: '2025-03-10' })).principal
    assert.deepEqual(history(earlier), ['6 2026-12-01 changed published client:c debt 2000'])
    const grown = ok(
      update(published({ birthDate: '2007-06-01', dueDate: '2025-12-01' }), { amount: '100.00' }),
    )
    assert.equal(grown.principal.listing.state, 'published')
  })
})

describe('payment and release, whole', () => {
  test('a payment is dated on its day, with the operator’s words', () => {
    const paid = ok(decidePayment(published(), '2026-11-28' as Day, later, 'comprovante')).principal
    assert.deepEqual(history(paid), ['6 2026-11-28 paid published client:c comprovante 2000'])
    assert.equal(paid.listing.paidOn, '2026-11-28')
    assert.equal(nextDue(paid.listing)?.on, '2026-12-02')
  })

  test('a payment before publication withdraws, as paid; after the end there is none', () => {
    const { principal, guarantors } = ok(
      decidePayment(
        { ...alone(waitingOf(insertion())), guarantors: backed().guarantors },
        today,
        later,
        'pago',
      ),
    )
    assert.deepEqual(
      [principal.listing.state, principal.listing.release, principal.listing.paidOn, guarantors.length],
      ['withdrawn', '01', today, 1],
    )
    assert.deepEqual(history(principal), ['5 2026-12-01 withdrawn withdrawn client:c 01: pago 2000'])
    const ended = ok(decideRelease(published(), undefined, { reason: '03' }, later))
    assert.deepEqual(decidePayment(ended, today, later), { refused: 'state' })
  })

  test('a release is dated, says its reason and whether the debt was paid', () => {
    const release = (of: Parameters<typeof decideRelease>[2], at = later) =>
      decideRelease(published(), undefined, of, at)
    const asked = ok(release({ reason: '03', note: 'a pedido' })).principal
    assert.deepEqual(history(asked), ['6 2026-12-01 released released client:c 03: a pedido 2000'])
    assert.deepEqual([asked.listing.release, asked.listing.paidOn], ['03', undefined])
    for (const reason of ['01', '20', '23'] as const)
      assert.equal(ok(release({ reason })).principal.listing.paidOn, '2026-12-01', reason)
    const paidOn = (day: string) => release({ reason: '01', paidOn: day })
    assert.equal(ok(paidOn('2026-11-30')).principal.listing.paidOn, '2026-11-30')
    assert.equal(ok(paidOn('2026-12-01')).principal.listing.paidOn, '2026-12-01')
    assert.deepEqual(paidOn('2026-12-02'), { refused: 'rule', code: '016' })
    assert.deepEqual(paidOn('2026-02-30'), { refused: 'rule', code: '014' })
    const bureau = ok(release({ reason: '96' }, { ...later, actor: 'bureau' })).principal
    assert.equal(bureau.listing.release, '96')
  })

  test('what was paid before keeps the day on which it was; what has ended is not released', () => {
    const paid = ok(decidePayment(published(), '2026-11-28' as Day, later))
    const released = ok(decideRelease(paid, undefined, { reason: '01', paidOn: '2026-11-30' }, later))
    assert.equal(released.principal.listing.paidOn, '2026-11-28')
    assert.deepEqual(decideRelease(released, undefined, { reason: '01' }, later), { refused: 'state' })
  })

  test('a guarantor is released by itself', () => {
    const debt = backed()
    const released = ok(decideRelease(debt, 'g1', { reason: '18' }, later))
    assert.equal(released.principal, debt.principal)
    assert.equal(released.guarantors[0]?.listing.release, '18')
  })

  test('what ends the principal ends its guarantors with its reason and its payment; what ended before stays', () => {
    const debt = backed()
    assert.equal(guarantorsFollow(debt, later), debt)
    const released = ok(decideRelease(debt, undefined, { reason: '01', paidOn: '2026-11-30' }, later))
    const followed = guarantorsFollow(released, later)
    assert.equal(followed.principal, released.principal)
    const [guarantor] = followed.guarantors
    assert.deepEqual(history(guarantor as Draft), ['6 2026-12-01 released released bureau 01 2000'])
    assert.equal(guarantor?.listing.paidOn, '2026-11-30')
    assert.equal(guarantorsFollow(followed, later).guarantors[0], guarantor)
  })

  test('a principal that was refused leaves no guarantor behind, however far that one is', () => {
    const { principal } = published()
    const refused = { ...principal, listing: { ...principal.listing, state: 'refused' as const } }
    const [shown] = backed().guarantors
    assert.ok(shown)
    const { guarantors } = guarantorsFollow({ principal: refused, guarantors: [shown] }, later)
    assert.deepEqual(history(guarantors[0] as Draft), ['6 2026-12-01 released released bureau 12 2000'])
  })
})

describe('court and dispute, whole', () => {
  test('a suspension is kept with its order, its day and whose it is', () => {
    const own = ok(decideSuspension(published(), undefined, 'Processo 1', later)).principal
    assert.deepEqual(own.listing.suspension, {
      courtOrder: 'Processo 1',
      since: '2026-12-01',
      by: 'creditor',
    })
    assert.deepEqual(history(own), ['6 2026-12-01 suspended suspended client:c Processo 1 2000'])
    const ordered = ok(decideSuspension(published(), undefined, 'Processo 2', operator)).principal
    assert.equal(ordered.listing.suspension?.by, 'operator')
    const early = ok(decideSuspension(alone(insertion()), undefined, 'Processo 3', later)).principal
    assert.deepEqual([early.listing.state, early.listing.publishOn], ['suspended', undefined])
    assert.deepEqual(decideSuspension(alone(ordered), undefined, '', operator), { refused: 'state' })
  })

  test('lifted, it is as the dates say, and first shown on the day on which it may be', () => {
    const waiting = alone(waitingOf(insertion()))
    const suspended = ok(decideSuspension(waiting, undefined, 'ordem', on('2026-11-20')))
    const resumed = ok(decideResumption(suspended, undefined, means, later, 'revogada')).principal
    assert.deepEqual(
      history(resumed),
      ['5 2026-11-20 suspended suspended client:c ordem 1000'].concat(
        '6 2026-12-01 resumed published client:c revogada 2000',
      ),
    )
    assert.deepEqual([resumed.listing.suspension, resumed.listing.publishedOn], [undefined, '2026-12-01'])
    const early = ok(decideResumption(suspended, undefined, means, on('2026-11-26'))).principal.listing
    assert.deepEqual([early.state, early.publishedOn], ['waiting', undefined])
    const onTheDay = ok(decideResumption(suspended, undefined, means, on('2026-11-27'))).principal.listing
    assert.deepEqual([onTheDay.state, onTheDay.publishedOn], ['published', '2026-11-27'])
    const again = ok(decideSuspension(published(), undefined, 'ordem', later))
    assert.equal(
      ok(decideResumption(again, undefined, means, later)).principal.listing.publishedOn,
      '2026-11-27',
    )
    assert.deepEqual(decideResumption(published(), undefined, means, later), { refused: 'state' })
  })

  test('a dispute is kept with its words and its answer', () => {
    const disputed = ok(decideDispute(published(), undefined, 'não é minha', later))
    const dispute = {
      statement: 'não é minha',
      openedOn: '2026-12-01',
      dueOn: '2026-12-08',
      isOverdue: false,
      outcome: undefined,
      answer: undefined,
    }
    assert.deepEqual(disputed.principal.listing.dispute, dispute)
    assert.deepEqual(history(disputed.principal), ['6 2026-12-01 disputed published client:c - 2000'])
    const answered = (outcome: 'upheld' | 'rejected', answer?: string) =>
      ok(
        decideDisputeOutcome(
          alone(disputed.principal),
          undefined,
          { outcome, ...(answer !== undefined && { answer }) },
          later,
        ),
      ).principal
    const rejected = answered('rejected', 'contrato anexo')
    assert.deepEqual(rejected.listing.dispute, { ...dispute, outcome: 'rejected', answer: 'contrato anexo' })
    assert.deepEqual(history(rejected), [
      '7 2026-12-01 dispute_rejected published client:c contrato anexo 2000',
    ])
    assert.match(history(answered('rejected'))[0] ?? '', / rejected 2000$/)
    const upheld = answered('upheld', 'fraude')
    assert.deepEqual(upheld.listing.dispute, { ...dispute, outcome: 'upheld', answer: 'fraude' })
    assert.deepEqual(history(upheld), ['7 2026-12-01 released released client:c 45 2000'])
    assert.equal(isRefused(decideDispute(alone(rejected), undefined, 'ainda não', later)), false)
  })

  test('what has no dispute has no answer to one; held for review, it has', () => {
    const outcome = { outcome: 'rejected' } as const
    assert.deepEqual(decideDisputeOutcome(published(), undefined, outcome, later), { refused: 'state' })
    const disputed = ok(decideDispute(published(), undefined, 'não', later)).principal
    const held = { ...disputed, listing: { ...disputed.listing, state: 'received' as const } }
    const answered = ok(decideDisputeOutcome(alone(held), undefined, outcome, later)).principal
    assert.deepEqual([answered.listing.state, answered.listing.dispute?.outcome], ['received', 'rejected'])
  })

  test('a dispute past its deadline is recorded so, with all that was said', () => {
    const { principal } = ok(decideDispute(published(), undefined, 'não é minha', later))
    const overdue = caughtUp(kept(principal), on('2026-12-10', { nowMs: 5_000 }))
    assert.deepEqual(history(overdue), ['7 2026-12-09 dispute_overdue published bureau - 5000'])
    assert.equal(overdue.listing.dispute?.isOverdue, true)
    assert.equal(overdue.listing.dispute?.statement, 'não é minha')
    assert.equal(isVisible(overdue.listing, undefined, '2026-12-10' as Day), false)
  })
})

describe('guarantors, whole', () => {
  test('a guarantor copies the debt, has its own words, and is told as the principal’s', () => {
    const debt = published()
    const { added, principal } = guarantee(debt, { contact: { phone: '1' } }, 'g1', later)
    assert.deepEqual(added.listing, {
      ...listingAtFirst,
      id: 'g1',
      principalId: 'l1',
      document: '12345678909',
      name: 'BIA',
      birthDate: '1975-01-01',
      contact: { phone: '1' },
      createdAtMs: 2_000,
      notice: { id: 'n1', channel: 'letter', tried: ['letter'] },
      requestKey: undefined,
    })
    assert.deepEqual(history(principal), ['6 2026-12-01 guarantor_added published client:c g1 2000'])
    assert.deepEqual(history(added), [
      '1 2026-12-01 received received client:c - 2000',
      '2 2026-12-01 notice_queued notice_queued bureau - 2000',
    ])
  })

  test('the others of the debt stay beside the one that is added, or refused', () => {
    const debt = backed()
    const caio = { documento: '11144477735', name: 'CAIO' }
    assert.equal(guarantee(debt, caio, 'g2').guarantors, debt.guarantors)
    assert.equal(guarantee(debt, {}, 'g2').guarantors, debt.guarantors)
  })

  test('one that is there already is refused, and may come again once it has ended', () => {
    const debt = backed()
    assert.equal(guarantee(debt, {}, 'g2').added.listing.refusal, '059')
    const ended = ok(decideRelease(debt, 'g1', { reason: '03' }, later))
    assert.equal(guarantee(ended, {}, 'g2').added.listing.refusal, undefined)
    const withoutCreditor = {
      ...debt,
      principal: { ...debt.principal, listing: { ...debt.principal.listing, creditor: undefined } },
    }
    assert.equal(guarantee(withoutCreditor, {}, 'g2').added.listing.refusal, '298')
  })

  test('a guarantor’s own document, address and age are looked at', () => {
    const { city: _, ...noCity } = address
    const refusalOf = (changes: Partial<GuarantorRequest>) => guarantee(published(), changes).added.listing
    assert.equal(refusalOf({ documento: '123' }).refusal, '029')
    assert.equal(refusalOf({ address: noCity }).refusal, '111')
    assert.equal(refusalOf({ birthDate: '2010-03-11' }).refusal, '121')
    assert.equal(refusalOf({ birthDate: '2008-03-11' }).review, 'minor')
    const { birthDate: __, ...unborn } = party
    const asked = { id: 'g1', register: 'production', clientId: 'c', requestKey: undefined, request: unborn }
    const { added } = decideGuarantor(published(), asked, [], means, moment)
    assert.equal(added.listing.review, 'birth_date_unknown')
  })

  test('a decision on one party leaves the others, and what is refused leaves all of them', () => {
    const debt = backed()
    const marked = (draft: Draft): Draft => ({ ...draft, listing: { ...draft.listing, name: 'OUTRO' } })
    const onGuarantor = ok(onTarget(debt, 'g1', marked))
    assert.equal(onGuarantor.principal, debt.principal)
    assert.equal(onGuarantor.guarantors[0]?.listing.name, 'OUTRO')
    const onPrincipal = ok(onTarget(debt, undefined, marked))
    assert.equal(onPrincipal.principal.listing.name, 'OUTRO')
    assert.equal(onPrincipal.guarantors, debt.guarantors)
    assert.deepEqual(
      onTarget(debt, 'g1', () => ({ refused: 'state' })),
      { refused: 'state' },
    )
    assert.throws(() => targetOf(debt, 'nobody'), /belongs to the debt/)
  })
})

describe('time, whole', () => {
  test('what falls due first is done first; of two on one day, both are', () => {
    assert.deepEqual(nextDue(delivered('2021-11-20')), {
      on: '2026-11-21',
      event: 'expire',
      cause: '97',
      fields: { release: '97' },
    })
    const lastDay = delivered('2021-11-27')
    assert.equal(nextDue(lastDay)?.event, 'publish')
    assert.equal(nextDue(delivered('2021-11-26'))?.event, 'expire')
    assert.equal(nextDue({ ...lastDay, state: 'released' }), undefined)
  })

  test('nobody is reminded of what lapses before, or on the very day', () => {
    const { listing } = published().principal
    const paid = (expiresOn: string): Listing => ({
      ...listing,
      paidOn: '2026-12-01' as Day,
      expiresOn: expiresOn as Day,
    })
    assert.equal(nextDue(paid('2026-12-02'))?.event, 'expire')
    assert.equal(nextDue(paid('2026-12-03'))?.event, 'expire')
    assert.deepEqual(
      [nextDue(paid('2026-12-04'))?.event, nextDue(paid('2026-12-04'))?.on],
      ['remind', '2026-12-04'],
    )
  })

  /** In its waiting period, to be published on 2026-11-27. */
  const delivered = (dueDate: string): Listing => waitingOf(insertion({ dueDate })).listing

  test('the lapse of time is the bureau’s doing, with its reason', () => {
    const { principal } = published()
    const lapsed = caughtUp(principal, on('2032-01-01', { nowMs: 9_000 }))
    assert.deepEqual(history(lapsed), ['6 2031-03-11 expired expired bureau 97 9000'])
    assert.deepEqual(caughtUp(principal, on('2031-03-10')), principal)
  })

  test('a debt catches up whole: the principal and each guarantor by itself', () => {
    const { added } = guarantee(published())
    const debt = { principal: waitingOf(insertion()), guarantors: [waitingOf(added)] }
    const shown = debtCaughtUp(debt, on('2026-11-27'))
    assert.deepEqual(
      draftsOf(shown).map(({ listing }) => [listing.id, listing.state, listing.publishedOn]),
      [
        ['l1', 'published', '2026-11-27'],
        ['g1', 'published', '2026-11-27'],
      ],
    )
  })

  test('a guarantor goes with its principal on that day, however late somebody looks', () => {
    const disputed = ok(decideDispute(backed(), undefined, 'não é minha', later))
    const debt = { principal: kept(disputed.principal), guarantors: disputed.guarantors.map(kept) }
    const endings = (day: string) =>
      draftsOf(debtCaughtUp(debt, on(day))).map(({ listing, entries }) => [
        listing.state,
        listing.release,
        entries.at(-1)?.on,
      ])
    const ended = endings('2027-01-31')
    assert.deepEqual(ended[1], ended[0])
    assert.deepEqual(ended[0]?.slice(0, 2), ['released', '45'])
    // Past the five years too, when its own time would have ended as well.
    assert.deepEqual(endings('2032-01-01'), ended)
  })

  test('what was shown before keeps the day on which it first was', () => {
    const raised = ok(
      decideUpdate(published(), undefined, { amount: '9000.00' }, newMeans(), later),
    ).principal
    const shown = caughtUp(kept(waitingOf(raised, later)), on('2027-01-10'))
    assert.deepEqual([shown.listing.state, shown.listing.publishedOn], ['published', '2026-11-27'])
  })
})

describe('a contact that is corrected after its notice, whole', () => {
  const update = (debt: Debt, patch: ListingPatch, at = later) =>
    ok(decideUpdate(debt, undefined, patch, newMeans(), at)).principal
  const other = { ...address, addressLine: 'OUTRA RUA' }
  const patches: readonly ListingPatch[] = [
    { address: other },
    { contact: { email: 'outra@exemplo.com.br' } },
    { contact: {} },
  ]

  test('asks for review from every state after the notice, and is hidden meanwhile', () => {
    const sent = kept(ok(decideSent(kept(insertion()), noticeAtFirst, moment)))
    const waiting = kept(waitingOf(insertion()))
    for (const debt of [alone(sent), alone(waiting), published()]) {
      for (const patch of patches) {
        const { state, review, notice, publishOn } = update(debt, patch).listing
        const found = [state, review, notice, publishOn]
        assert.deepEqual(
          found,
          ['received', 'contact_corrected', undefined, undefined],
          JSON.stringify(patch),
        )
      }
    }
  })

  test('before the notice has left, or spelt otherwise, it is nobody’s to look at', () => {
    for (const patch of patches)
      assert.equal(update(alone(kept(insertion())), patch).listing.review, undefined)
    const same = { ...address, addressLine: ` ${address.addressLine.toLowerCase()} ` }
    const { email = '' } = listingAtFirst.contact
    for (const patch of [
      { address: same },
      { contact: { email: email.toUpperCase(), phone: '11999990000' } },
    ])
      assert.equal(update(published(), patch).listing.state, 'published')
  })

  test('told for the first time it corrects nothing; taken away and told again it does', () => {
    const byLetter = alone(publishedOf(insertion({ contact: {} })))
    assert.equal(update(byLetter, { contact: { email: 'nova@exemplo.com.br' } }).listing.state, 'published')
    const gone = update(published(), { contact: {} })
    assert.equal(update(alone(gone), { contact: { email: 'nova@exemplo.com.br' } }).listing.state, 'received')
  })

  test('of a paid debt it asks for nothing: nobody is told of it any more', () => {
    const paid = ok(decidePayment(published(), '2026-11-28' as Day, later))
    assert.equal(update(paid, { address: other }).listing.state, 'published')
    assert.equal(update(published(), { address: other, paidOn: '2026-12-01' }).listing.paidOn, '2026-12-01')
  })

  test('suspended it stays so, and the order’s end brings it to the operator; looked at, to a new notice', () => {
    const suspended = ok(decideSuspension(published(), undefined, 'ordem', later))
    const corrected = update(suspended, { address: other })
    assert.deepEqual([corrected.listing.state, corrected.listing.review], ['suspended', 'contact_corrected'])
    const resume = (draft: Draft) =>
      ok(decideResumption(alone(kept(draft)), undefined, newMeans(), later)).principal.listing
    assert.deepEqual([resume(corrected).state, resume(corrected).review], ['received', 'contact_corrected'])
    const looked = ok(decideApproval(kept(corrected), 'visto', newMeans(), operator))
    assert.deepEqual([looked.listing.state, looked.listing.review], ['suspended', undefined])
    assert.deepEqual([resume(looked).state, resume(looked).notice?.channel], ['notice_queued', 'email'])
    const refused = ok(decideReviewRefusal(kept(corrected), 'não é ele', operator))
    assert.deepEqual([refused.listing.state, refused.listing.release], ['released', '05'])
  })
})

describe('several things to look at, whole', () => {
  const known = { registered: { names: ['ANA MARIA'], birthDate: '1980-05-21' }, isMailboxShared: true }
  const asked = {
    id: 'l1',
    register: 'production',
    clientId: 'c',
    requestKey: 'key',
    creditor,
    request,
  }

  test('each is taken by itself, and the notice waits for the last', () => {
    let draft = decideInsertion(asked, [], means, moment, known)
    const seen: (string | undefined)[] = []
    for (let turn = 0; turn < 3; turn++) {
      assert.equal(draft.listing.state, 'received')
      seen.push(draft.listing.review)
      draft = ok(decideApproval(kept(draft), 'visto', newMeans(), operator))
    }
    assert.deepEqual(seen, ['name_differs', 'birth_date_differs', 'mailbox_shared'])
    assert.deepEqual([draft.listing.state, draft.listing.review], ['notice_queued', undefined])
    assert.deepEqual(draft.listing.reviewed, seen)
  })

  test('what the creditor mends is not asked any more, and the rest still is', () => {
    const draft = kept(decideInsertion(asked, [], means, moment, known))
    const mended = ok(
      decideUpdate(alone(draft), undefined, { birthDate: '1980-05-21' }, newMeans(), later, known),
    ).principal
    const { state, review, moreReviews } = mended.listing
    assert.deepEqual([state, review, moreReviews], ['received', 'name_differs', ['mailbox_shared']])
  })
})

describe('a city that is not that of its postcode', () => {
  const campinas = { ...address, city: 'CAMPINAS' }

  test('waits for the operator, of a debtor and of a guarantor', () => {
    assert.equal(insertion({ address: campinas }).listing.review, 'city_differs')
    assert.equal(guarantee(published(), { address: campinas }).added.listing.review, 'city_differs')
    assert.equal(insertion().listing.review, undefined)
  })

  test('is mended by another address, or by another postcode', () => {
    const held = alone(kept(insertion({ address: campinas })))
    const mended = ok(decideUpdate(held, undefined, { address }, newMeans(), later)).principal
    assert.equal(mended.listing.state, 'notice_queued')
    const zipCode = '13010000'
    const moved = ok(
      decideUpdate(held, undefined, { address: { ...campinas, zipCode } }, newMeans(), later),
    ).principal
    assert.equal(moved.listing.state, 'notice_queued')
  })

  test('told after the notice it holds what was published, with the correction', () => {
    const { principal } = ok(decideUpdate(published(), undefined, { address: campinas }, newMeans(), later))
    const { state, review, moreReviews } = principal.listing
    assert.equal(state, 'received')
    assert.deepEqual([review, ...moreReviews], ['city_differs', 'contact_corrected'])
  })
})

describe('a contact that is changed before the notice leaves', () => {
  const shared = { registered: undefined, isMailboxShared: true }
  const campinas = { ...address, city: 'CAMPINAS' }
  const carla = { contact: { email: 'carla@exemplo.com.br' } }

  test('is looked at as if it had been sent so, whatever was taken before', () => {
    const queued = alone(kept(insertion()))
    const toAnother = ok(decideUpdate(queued, undefined, carla, newMeans(), later, shared)).principal
    assert.deepEqual([toAnother.listing.state, toAnother.listing.review], ['received', 'mailbox_shared'])
    const taken = { ...queued.principal.listing, reviewed: ['mailbox_shared' as const] }
    const again = alone(draftOf(taken))
    assert.equal(
      ok(decideUpdate(again, undefined, carla, newMeans(), later, shared)).principal.listing.review,
      'mailbox_shared',
    )
    const moved = ok(decideUpdate(queued, undefined, { address: campinas }, newMeans(), later)).principal
    assert.equal(moved.listing.review, 'city_differs')
  })

  test('is looked at too where a court holds it without a notice that counts', () => {
    const early = ok(decideSuspension(alone(insertion()), undefined, 'Processo 1', later)).principal
    const held = ok(decideUpdate(alone(early), undefined, { address: campinas }, newMeans(), later)).principal
    assert.deepEqual([held.listing.state, held.listing.review], ['suspended', 'city_differs'])
  })
})
