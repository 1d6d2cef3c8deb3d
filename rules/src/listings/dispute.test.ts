import assert from 'node:assert/strict'
import type { ListingChange } from '@lastro/contract/listings/listing-codes.ts'
import { test } from 'vitest'
import { at, done, someDebt } from '../../testing/listings/some-debt.ts'
import type { Day } from '../calendar/day.ts'
import type { PersonRequest } from '../person/request.ts'
import { changedSinceDispute, decideDispute, decideDisputeOutcome } from './dispute.ts'
import type { Dispute, HistoryEntry } from './listing.ts'
import { isVisible } from './visible.ts'

const moment = at('2026-12-01')
const disputed = () => done(decideDispute(someDebt(), undefined, 'não é minha', moment)).principal.listing

test('a dispute of the person on file is kept with the request that opened it', () => {
  const request = { id: 'r1', statement: 'não é minha' } as PersonRequest
  const { principal, guarantors } = done(
    decideDispute(someDebt({}, {}), 'g1', 'não é minha', moment, request),
  )
  const [guarantor] = guarantors
  assert.equal(guarantor?.request, request)
  assert.equal(guarantor.listing.dispute?.requestId, 'r1')
  assert.equal(guarantor.listing.dispute.openedOn, '2026-12-01')
  assert.equal(principal.request, undefined)
})

const request = { id: 'r1', statement: 'não reconheço' } as PersonRequest

test('a dispute that the creditor recorded gives way to the person’s words, and its days run on', () => {
  const taken = done(
    decideDispute(someDebt(disputed()), undefined, 'não reconheço', at('2026-12-02'), request),
  ).principal
  assert.equal(taken.request, request)
  assert.deepEqual(taken.listing.dispute, {
    statement: 'não reconheço',
    // Asked for two days later, it would be shown for longer and released later than without.
    openedOn: '2026-12-01',
    dueOn: '2026-12-08',
    isOverdue: false,
    outcome: undefined,
    answer: undefined,
    requestId: 'r1',
  })
  assert.equal(taken.entries.at(-1)?.change, 'disputed')
})

test('one that was hidden for want of an answer stays hidden when the person disputes it', () => {
  const dispute = { ...disputed().dispute, isOverdue: true } as Dispute
  const listing = { ...disputed(), dispute }
  const later = at('2026-12-10')
  const taken = done(decideDispute(someDebt(listing), undefined, 'não reconheço', later, request)).principal
  const { dueOn, isOverdue, openedOn, requestId } = taken.listing.dispute ?? {}
  assert.deepEqual([dueOn, isOverdue, openedOn, requestId], ['2026-12-08', true, '2026-12-01', 'r1'])
  assert.equal(isVisible(taken.listing, undefined, later.today), false)
})

test('while a dispute of the person is open nobody opens another, and the creditor none beside its own', () => {
  const ofPerson = done(decideDispute(someDebt(), undefined, 'não', moment, request)).principal.listing
  const again = { ...request, id: 'r2' }
  for (const by of [undefined, again])
    assert.deepEqual(decideDispute(someDebt(ofPerson), undefined, 'outra', moment, by), { refused: 'state' })
  assert.deepEqual(decideDispute(someDebt(disputed()), undefined, 'outra', moment), { refused: 'state' })
})

test('one that comes after an answer has days of its own', () => {
  const dispute = { ...disputed().dispute, outcome: 'rejected' } as Dispute
  const again = done(
    decideDispute(someDebt({ ...disputed(), dispute }), undefined, 'outra', at('2026-12-15')),
  ).principal.listing.dispute
  assert.deepEqual([again?.openedOn, again?.dueOn, again?.outcome], ['2026-12-15', '2026-12-22', undefined])
})

test('what has ended has no answer to its dispute any more', () => {
  const ended = someDebt({ ...disputed(), state: 'released', release: '03' })
  for (const outcome of ['rejected', 'upheld'] as const)
    assert.deepEqual(decideDisputeOutcome(ended, undefined, { outcome }, moment), { refused: 'state' })
})

test('rejected because what was wrong was put right, it says so, and otherwise does not', () => {
  const rejected = (of: { readonly isCorrected?: true }) =>
    done(decideDisputeOutcome(someDebt(disputed()), undefined, { outcome: 'rejected', ...of }, moment))
      .principal.listing.dispute
  assert.equal(rejected({ isCorrected: true })?.isCorrected, true)
  assert.equal(rejected({})?.isCorrected, undefined)
})

test('a person who asked is answered in words, or not at all; nobody else is owed any', () => {
  const request = { id: 'r1', statement: 'não é minha' } as PersonRequest
  const asked = done(decideDispute(someDebt(), undefined, 'não é minha', moment, request)).principal.listing
  const outcomeOf = (of: typeof asked, outcome: 'rejected' | 'upheld', answer?: string) => {
    const given = { outcome, ...(answer !== undefined && { answer }) }
    const decided = decideDisputeOutcome(someDebt(of), undefined, given, moment)
    return 'refused' in decided ? decided.refused : decided.principal.listing.dispute?.outcome
  }
  for (const answer of [undefined, '', ' ', '.', '--', '\u3164', '\u200b\u2800'])
    assert.equal(outcomeOf(asked, 'rejected', answer), 'answer_required', JSON.stringify(answer))
  assert.equal(outcomeOf(asked, 'rejected', 'Não.'), 'rejected')
  assert.equal(outcomeOf(asked, 'upheld'), 'upheld')
  assert.equal(outcomeOf(disputed(), 'rejected'), 'rejected')
})

test('a listing was corrected since its dispute where a change came after the last one', () => {
  const history = (changes: readonly ListingChange[]): readonly HistoryEntry[] =>
    changes.map((change, index) => ({
      version: index + 1,
      change,
      state: 'published',
      atMs: 0,
      on: '2026-12-01' as Day,
      actor: 'bureau',
      cause: undefined,
    }))
  const cases: readonly (readonly [readonly ListingChange[], boolean])[] = [
    [['published', 'disputed', 'changed'], true],
    [['published', 'disputed', 'changed', 'dispute_overdue'], true],
    [['published', 'disputed', 'dispute_overdue'], false],
    [['published', 'changed', 'disputed'], false],
    [['disputed', 'changed', 'dispute_rejected', 'disputed'], false],
    [['published', 'changed'], false],
    [[], false],
  ]
  for (const [changes, isCorrected] of cases)
    assert.equal(changedSinceDispute(history(changes)), isCorrected, changes.join())
})
