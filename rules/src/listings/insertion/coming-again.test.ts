import assert from 'node:assert/strict'
import { type ReleaseReason, releaseReasons } from '@lastro/contract/listings/listing-codes.ts'
import { describe, test } from 'vitest'
import type { Day } from '../../calendar/day.ts'
import { draftOf, type Listing, type Moment } from '../listing.ts'
import { isRefused } from '../refused.ts'
import { decideLift, whatWasBefore } from './coming-again.ts'
import { newListing } from './new-listing.ts'

const creditor = { document: '11222333000181', name: 'LOJA LTDA' }
const identity = { creditorDocument: creditor.document, document: '52998224725', contractId: 'CT-1' }
const moment: Moment = { today: '2026-11-16' as Day, nowMs: 1_000, actor: 'operator:Olívia' }

const listing = (of: Partial<Listing> = {}): Listing => ({
  ...newListing(
    { id: 'L1', register: 'production', clientId: 'c', requestKey: undefined },
    { documento: identity.document, name: 'ANA', address: {} },
    {
      creditor,
      contractId: 'CT-1',
      legalNatureId: 'CP',
      section: 'listingP',
      legalSquare: undefined,
      amountCents: 100_00n,
      dueDate: '2026-03-10' as Day,
      formerDebts: [],
      expiresOn: '2031-03-10' as Day,
      subJudice: false,
      courtCase: undefined,
    },
    0,
  ),
  ...of,
})
const released = (release: ReleaseReason, of: Partial<Listing> = {}) =>
  listing({ state: 'released', release, ...of })

const before = (known: readonly Listing[], of: Partial<Parameters<typeof whatWasBefore>[1]> = {}) =>
  whatWasBefore(known, { identity, dueDate: '2026-03-10' as Day, clientId: 'c', birthDate: undefined, ...of })

describe('a debt that comes again', () => {
  const never = ['01', '02', '19', '20', '23', '43', '97']
  const order = ['04', '96']
  const reason = ['40', '45']
  const barred = [...never, ...order, ...reason]
  const review = { '25': 'ended_before', '41': 'ended_before', '42': 'ended_before', '44': 'estate_claim' }

  test('after each reason is refused, held or taken, as the table says', () => {
    for (const code of Object.keys(releaseReasons) as ReleaseReason[]) {
      const isBarred = barred.includes(code)
      const { refusal, review: held } = before([released(code)])
      assert.equal(refusal, isBarred ? 'debt_ended' : undefined, code)
      assert.equal(held, review[code as keyof typeof review], code)
    }
  })

  test('is lifted after a court with an order, after fraud or dispute with a reason, and otherwise not', () => {
    for (const code of Object.keys(releaseReasons) as ReleaseReason[]) {
      const lift = (courtOrder: string | undefined) => {
        const done = decideLift(draftOf(released(code)), { courtOrder, note: 'porque sim' }, moment)
        return isRefused(done) ? done.refused : done.listing.state
      }
      const expected = never.includes(code)
        ? ['ending_final', 'ending_final']
        : order.includes(code)
          ? ['court_order_required', 'released']
          : reason.includes(code)
            ? ['released', 'released']
            : ['state', 'state']
      assert.deepEqual([lift(undefined), lift('AI 1')], expected, code)
    }
  })

  test('lifted, it is free; what time or a payment ended stays ended though it says so', () => {
    const lifted = { on: '2026-11-16' as Day }
    assert.equal(before([released('45', { lifted })]).refusal, undefined)
    assert.equal(before([released('04', { lifted })]).refusal, undefined)
    assert.equal(before([released('45', { lifted })]).earlier, undefined, 'and is not named')
    assert.equal(before([released('01', { lifted })]).refusal, 'debt_ended')
    assert.equal(before([released('45', { lifted }), released('40', { id: 'L2' })]).refusal, 'debt_ended')
    assert.equal(before([listing({ state: 'expired', release: '97', lifted })]).refusal, 'debt_ended')
  })

  test('was paid, however it was released; was held by a court, however it was released', () => {
    assert.equal(before([released('03', { paidOn: '2026-11-01' as Day })]).refusal, 'debt_ended')
    const suspension = { courtOrder: 'X', since: '2026-11-01' as Day, by: 'creditor' as const }
    assert.equal(before([released('03', { suspension })]).refusal, 'debt_ended')
    assert.equal(before([listing({ state: 'withdrawn', release: '03', suspension })]).refusal, 'debt_ended')
    const held = draftOf(released('45', { suspension }))
    assert.deepEqual(decideLift(held, { courtOrder: undefined, note: 'x' }, moment), {
      refused: 'court_order_required',
    })
  })

  test('never comes after its time ended, though no reason was kept', () => {
    assert.equal(before([listing({ state: 'expired' })]).refusal, 'debt_ended')
  })

  test('names the listing of before to the client that sent it, and to no other', () => {
    assert.deepEqual(before([released('01')]).earlier, { id: 'L1', isOwn: true })
    assert.deepEqual(before([released('01', { clientId: 'other' })]).earlier, { id: 'L1', isOwn: false })
  })

  test('is told with the first of those that refuse it or put it in doubt, and with its first due date', () => {
    const told = { isOtherBirthDate: false, firstDueDate: '2025-01-01', toldBy: { id: 'A', isOwn: true } }
    const earlier = { id: 'A', isOwn: true }
    const cases: readonly (readonly [Partial<Listing>, object])[] = [
      [{ state: 'published' }, { ...told, refusal: '059', earlier }],
      [
        { state: 'released', release: '01' },
        { ...told, refusal: 'debt_ended', earlier },
      ],
      [
        { state: 'released', release: '25' },
        { ...told, review: 'ended_before', earlier },
      ],
      [{ state: 'released', release: '03' }, told],
    ]
    for (const [of, expected] of cases) {
      const both = ['A', 'B'].map((id) => listing({ id, dueDate: '2025-01-01' as Day, ...of }))
      assert.deepEqual(before(both), expected, JSON.stringify(of))
    }
    const alike = ['A', 'B'].map((id) => released('03', { id, contractId: 'CT1' }))
    assert.deepEqual(before(alike).earlier, earlier)
  })

  test('is told by nobody before where the same due date was told', () => {
    assert.equal(before([released('03')]).toldBy, undefined)
  })

  test('is listed once, as debtor or as guarantor', () => {
    const published = listing({ state: 'published' })
    const principal = listing({ id: 'P', state: 'published', document: '12345678909' })
    const backing = listing({ state: 'published', principalId: 'P' })
    assert.equal(before([published]).refusal, '059')
    assert.equal(before([backing, principal]).refusal, '059')
    const suspension = { courtOrder: 'X', since: '2026-11-01' as Day, by: 'creditor' as const }
    const held = { ...principal, state: 'suspended' as const, suspension }
    assert.equal(before([backing, held]).refusal, '059', 'a court that holds the principal has not ended it')
  })

  const suspension = { courtOrder: 'X', since: '2026-11-01' as Day, by: 'operator' as const }
  const dispute = {
    statement: 'X',
    openedOn: '2026-11-01' as Day,
    dueOn: '2026-11-09' as Day,
    isOverdue: false,
    outcome: undefined,
    answer: undefined,
  }

  test('is listed still, and has not ended, though it was paid, a court holds it or it is disputed', () => {
    const standing: readonly Partial<Listing>[] = [
      { state: 'published', paidOn: '2026-11-01' as Day },
      { state: 'suspended', suspension },
      { state: 'published', dispute },
    ]
    for (const of of standing) assert.equal(before([listing(of)]).refusal, '059', JSON.stringify(of))
  })

  test('was backed: what was paid is paid for its guarantors, and time that ended the one ended the other', () => {
    const principal = listing({ id: 'P', state: 'published', document: '12345678909' })
    const paid = { ...principal, paidOn: '2026-11-01' as Day }
    const backing = listing({ state: 'published', principalId: 'P' })
    const left = released('03', { principalId: 'P' })
    assert.equal(before([backing, paid]).refusal, 'debt_ended')
    assert.equal(before([left, paid]).refusal, 'debt_ended')
    const unanswered = { ...principal, state: 'released' as const, release: '45' as const }
    assert.equal(before([backing, unanswered]).refusal, 'debt_ended')
    assert.equal(before([left, unanswered]).refusal, 'debt_ended')
  })

  test('was backed: what bars its principal bars whoever backed it, however and whenever the guarantor left', () => {
    const lifted = { on: '2026-11-16' as Day }
    const left: readonly Listing[] = [
      released('03'),
      released('17'),
      released('25'),
      released('45', { lifted }),
      listing({ state: 'withdrawn', release: '03' }),
      listing({ state: 'refused', refusal: 'notice_undeliverable' }),
    ]
    const principals: readonly Partial<Listing>[] = [
      ...(barred as ReleaseReason[]).map((release) => ({ release })),
      { release: '03', suspension },
      { release: '03', dispute },
    ]
    for (const one of left) {
      for (const of of principals) {
        const principal = listing({ id: 'P', document: '12345678909', state: 'released', ...of })
        const { refusal, earlier } = before([{ ...one, principalId: 'P' }, principal])
        const said = `${one.release ?? one.state} ${JSON.stringify(of)}`
        assert.equal(refusal, 'debt_ended', said)
        assert.deepEqual(earlier, { id: 'P', isOwn: true }, said)
        const isFinal = never.includes(of.release ?? '')
        const free = { ...principal, lifted }
        const again = before([{ ...one, principalId: 'P' }, free]).refusal
        assert.equal(again, isFinal ? 'debt_ended' : undefined, `lifted: ${said}`)
      }
    }
  })

  test('was left by a guarantor while it stands: with the court not at all, and otherwise the operator looks', () => {
    const left = released('03', { principalId: 'P' })
    const principal = listing({ id: 'P', state: 'published', document: '12345678909' })
    const held = { ...principal, state: 'suspended' as const, suspension }
    const earlier = { id: 'P', isOwn: true }
    const said = (...known: readonly Listing[]) => {
      const { refusal, review, earlier } = before(known)
      return { refusal, review, earlier }
    }
    assert.deepEqual(said(left, held), { refusal: 'debt_ended', review: undefined, earlier })
    for (const one of [principal, { ...principal, dispute }, { ...principal, state: 'waiting' as const }])
      assert.deepEqual(said(left, one), { refusal: undefined, review: 'ended_before', earlier }, one.state)
    // Added to it again it is shown only while that one is.
    for (const one of [principal, held, { ...principal, dispute }]) {
      const { refusal, review } = before([left, one], { principalId: 'P' })
      assert.deepEqual([refusal, review], [undefined, undefined], one.state)
    }
    assert.equal(before([left, held], { principalId: 'Q' }).refusal, 'debt_ended', 'behind another')
  })

  test('was never backed by whoever was refused as it came: only time and payment count', () => {
    const none = listing({ state: 'refused', refusal: '109', principalId: 'P' })
    const principal = listing({ id: 'P', state: 'published', document: '12345678909' })
    const barred = (refused: Listing, one: Listing) => {
      const { refusal, review: held } = before([refused, one])
      return [refusal, held]
    }
    const fraud = { ...principal, state: 'released', release: '40' } as const
    for (const one of [principal, { ...principal, state: 'suspended' as const, suspension }, fraud])
      assert.deepEqual(barred(none, one), [undefined, undefined], one.state)
    const paid = { ...principal, state: 'released', release: '01' } as const
    assert.deepEqual(barred(none, paid), ['debt_ended', undefined])
    const taken = { ...none, refusal: 'review_refused' } as const
    assert.deepEqual(barred(taken, fraud), ['debt_ended', undefined], 'one that was looked at did')
  })

  test('was backed, and its principal was listed anew since: that one counts as well', () => {
    const left = released('03', { principalId: 'P' })
    const first = released('03', { id: 'P', document: '12345678909' })
    const since = listing({ id: 'P2', document: '12345678909', contractId: ' ct-1', state: 'published' })
    assert.equal(before([left, first]).review, undefined)
    assert.equal(before([left, first, since]).review, 'ended_before')
    assert.equal(before([left, first, since], { principalId: 'P2' }).review, undefined)
    const held = { ...since, state: 'suspended' as const, suspension }
    assert.equal(before([left, first, held]).refusal, 'debt_ended')
    const fraud = { ...since, state: 'released' as const, release: '40' as const }
    assert.equal(before([left, first, fraud]).refusal, 'debt_ended')
    const others: readonly Partial<Listing>[] = [
      { contractId: 'CT-2' },
      { document: '11144477735' },
      { creditor: { document: '99888777000155', name: 'OUTRA' } },
      // Of what somebody backs, their own dispute says nothing of the debt.
      { principalId: 'Q' },
    ]
    for (const of of others)
      assert.equal(before([left, first, { ...fraud, ...of }]).refusal, undefined, JSON.stringify(of))
  })

  test('was disputed and ended without an answer, however it ended', () => {
    assert.equal(before([released('03', { dispute })]).refusal, 'debt_ended')
    const shown = '2026-10-01' as Day
    assert.equal(before([listing({ state: 'refused', publishedOn: shown, dispute })]).refusal, 'debt_ended')
    const asked = { courtOrder: undefined, note: 'x' }
    const refusedBy = (of: Listing) => {
      const done = decideLift(draftOf(of), asked, moment)
      return isRefused(done) ? done.refused : done.listing.state
    }
    assert.equal(refusedBy(released('02', { dispute })), 'ending_final', 'a renegotiation stays one')
    assert.equal(refusedBy(released('04', { dispute })), 'court_order_required')
    const suspension = { courtOrder: 'X', since: shown, by: 'creditor' as const }
    assert.equal(refusedBy(released('03', { dispute, suspension })), 'court_order_required')
    assert.equal(refusedBy(released('03', { dispute })), 'released')
    const answered = { ...dispute, outcome: 'rejected' as const }
    assert.equal(before([released('03', { dispute: answered })]).refusal, undefined)
    assert.equal(before([released('03', { dispute, lifted: { on: shown } })]).refusal, undefined)
  })

  test('with another birth date than before is looked at', () => {
    const born = (birthDate: string) => released('21', { birthDate: birthDate as Day })
    const birthDate = '1980-05-20' as Day
    assert.equal(before([born('2014-01-01')], { birthDate }).isOtherBirthDate, true)
    assert.equal(before([born('1980-05-20')], { birthDate }).isOtherBirthDate, false)
    assert.equal(before([born('2014-01-01')]).isOtherBirthDate, false)
    assert.equal(before([released('21')], { birthDate }).isOtherBirthDate, false)
  })

  test('a due date is struck of what was never shown alone', () => {
    const note = { courtOrder: undefined, note: 'x' }
    const shown = listing({ state: 'refused', publishedOn: '2026-10-01' as Day })
    assert.deepEqual(decideLift(draftOf(shown), note, moment), { refused: 'state' })
    const struck = decideLift(draftOf(listing({ state: 'refused' })), note, moment)
    assert.ok(!isRefused(struck))
    assert.deepEqual(decideLift(draftOf(struck.listing), note, moment), { refused: 'state' }, 'and once')
  })

  test('nothing is lifted of what stands, though a court holds it', () => {
    const suspension = { courtOrder: 'X', since: '2026-11-01' as Day, by: 'operator' as const }
    const held = draftOf(listing({ state: 'suspended', suspension }))
    for (const courtOrder of [undefined, 'AI 1'])
      assert.deepEqual(decideLift(held, { courtOrder, note: 'x' }, moment), { refused: 'state' })
  })

  test('a refused one bars nothing, and is like nothing', () => {
    const refused = before([listing({ state: 'refused', refusal: '057' })])
    assert.deepEqual([refused.refusal, refused.review, refused.earlier], [undefined, undefined, undefined])
    assert.equal(before([listing({ state: 'refused', contractId: 'CT1' })]).review, undefined)
    const like = before([listing({ state: 'withdrawn', release: '03', contractId: 'CT1' })])
    assert.deepEqual([like.review, like.earlier?.id], ['contract_similar', 'L1'])
  })

  test('has the earliest due date ever told, refused ones too, unless that was struck; those alike do not count', () => {
    const told = (dueDate: string, of: Partial<Listing> = {}) =>
      released('03', { dueDate: dueDate as Day, ...of })
    assert.equal(before([]).firstDueDate, '2026-03-10')
    assert.equal(before([]).toldBy, undefined)
    const two = before([told('2024-01-01', { id: 'A' }), told('2023-01-01', { id: 'B' })])
    assert.deepEqual([two.firstDueDate, two.toldBy?.id], ['2023-01-01', 'B'])
    assert.equal(before([told('2026-05-01')]).firstDueDate, '2026-03-10')
    const refused = told('2012-01-01', { state: 'refused' })
    assert.equal(before([refused]).firstDueDate, '2012-01-01')
    const struck = { ...refused, lifted: { on: '2026-11-16' as Day } }
    assert.equal(before([struck]).firstDueDate, '2026-03-10')
    assert.equal(before([told('2026-02-31')]).firstDueDate, '2026-03-10')
    assert.equal(before([told('2020-01-01', { contractId: 'CT1' })]).firstDueDate, '2026-03-10')
  })

  test('keeps the day that an earlier listing ran from, though whoever told it is gone, unless it was struck', () => {
    const short = released('03', { id: 'A', expiresOn: '2027-03-10' as Day })
    const again = before([short])
    assert.deepEqual([again.firstDueDate, again.toldBy?.id], ['2022-03-10', 'A'])
    const refused = { ...short, state: 'refused', refusal: '017', release: undefined } as const
    assert.equal(before([refused]).firstDueDate, '2022-03-10')
    const struck = listing({
      id: 'B',
      state: 'refused',
      dueDate: '2022-03-10' as Day,
      expiresOn: '2027-03-10' as Day,
      lifted: { on: '2026-11-16' as Day },
    })
    const standing = { ...struck, lifted: undefined }
    assert.equal(before([short, standing]).toldBy?.id, 'A')
    assert.equal(before([short, struck]).firstDueDate, '2026-03-10')
    assert.equal(before([short, { ...struck, dueDate: '2021-03-10' as Day }]).firstDueDate, '2022-03-10')
  })

  test('is told by its principal too, where it was backed before', () => {
    const principal = released('03', { id: 'P', document: '11444777000161', dueDate: '2022-03-10' as Day })
    const guarantor = released('03', { id: 'G', principalId: 'P' })
    const sent = before([guarantor, principal])
    assert.deepEqual([sent.firstDueDate, sent.toldBy?.id], ['2022-03-10', 'P'])
    assert.equal(before([{ ...guarantor, principalId: undefined }, principal]).firstDueDate, '2026-03-10')
  })

  test('a lift is on record with its order and reason, and is done once', () => {
    const done = decideLift(draftOf(released('96')), { courtOrder: 'AI 1', note: 'revogada' }, moment)
    assert.ok(!isRefused(done))
    assert.deepEqual(done.listing.lifted, { on: '2026-11-16', courtOrder: 'AI 1' })
    assert.equal(done.entries[0]?.cause, 'AI 1: revogada')
    assert.equal(done.entries[0]?.change, 'lifted')
    const again = decideLift(draftOf(done.listing), { courtOrder: 'AI 1', note: 'x' }, moment)
    assert.deepEqual(again, { refused: 'state' })
    const active = decideLift(
      draftOf(listing({ state: 'published' })),
      { courtOrder: 'A', note: 'x' },
      moment,
    )
    assert.deepEqual(active, { refused: 'state' })
    const noOrder = decideLift(draftOf(released('40')), { courtOrder: undefined, note: 'perícia' }, moment)
    assert.ok(!isRefused(noOrder))
    assert.deepEqual(noOrder.listing.lifted, { on: '2026-11-16' })
    assert.equal(noOrder.entries[0]?.cause, 'perícia')
  })
})
