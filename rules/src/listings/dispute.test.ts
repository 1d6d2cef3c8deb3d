import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListingChange } from '@lastro/contract/listings/listing-codes.ts'
import { at, done, someDebt } from '../../testing/listings/some-debt.ts'
import type { Day } from '../calendar/day.ts'
import type { PersonRequest } from '../person/request.ts'
import { changedSinceDispute, decideDispute, decideDisputeOutcome } from './dispute.ts'
import type { HistoryEntry } from './listing.ts'

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
