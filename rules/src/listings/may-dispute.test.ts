import assert from 'node:assert/strict'
import type { ListingStatus } from '@lastro/contract/listings/listings.ts'
import { test } from 'vitest'
import { mayDispute } from './may-dispute.ts'

const listing = (of: Partial<ListingStatus>) => ({ state: 'published', history: [], ...of }) as ListingStatus
const dispute = { statement: 'x', openedOn: '2026-12-01', dueOn: '2026-12-08', answerBy: '2026-12-11' }
const by = (actor: string) => [{ on: '2026-12-01', change: 'disputed', state: 'published', actor }] as never

test('the person disputes what stands, also while the operator looks, and not what has ended', () => {
  for (const state of ['received', 'waiting', 'published'] as const)
    assert.equal(mayDispute(listing({ state })), true, state)
  for (const state of ['refused', 'withdrawn', 'released', 'expired'] as const)
    assert.equal(mayDispute(listing({ state })), false, state)
})

test('an open dispute of the person stands alone; one that the creditor recorded gives way, as does one that is over', () => {
  assert.equal(mayDispute(listing({ dispute, history: by('person') })), false)
  assert.equal(mayDispute(listing({ dispute, history: by('creditor') })), true)
  assert.equal(
    mayDispute(listing({ dispute: { ...dispute, outcome: 'rejected' }, history: by('person') })),
    true,
  )
})
