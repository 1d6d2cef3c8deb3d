import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Day } from '../calendar/day.ts'
import type { Dispute, Listing } from '../listings/listing.ts'
import { accessDueOn, awaitsAnswer, contestsSince, correctionDueOn, isRequestOverdue } from './request.ts'
import { settledRequest } from './settled-request.ts'

const day = (text: string) => text as Day

test('a correction has five business days, and access fifteen calendar days', () => {
  for (const [opened, due] of [
    ['2026-11-13', '2026-11-23'],
    ['2026-11-16', '2026-11-24'],
    ['2026-12-21', '2026-12-29'],
    ['2027-02-04', '2027-02-11'],
  ] as const) {
    assert.equal(correctionDueOn(day(opened)), due)
  }
  assert.equal(accessDueOn(day('2026-11-16')), '2026-12-01')
})

test('a request is overdue from the day after its deadline, while nobody has answered it', () => {
  const open = { outcome: undefined, dueOn: day('2026-11-24') }
  assert.equal(isRequestOverdue(open, day('2026-11-24')), false)
  assert.equal(isRequestOverdue(open, day('2026-11-25')), true)
  assert.equal(isRequestOverdue({ ...open, outcome: 'rejected' }, day('2027-01-01')), false)
})

test('what waits for an answer is open, and asks for more than a look', () => {
  assert.equal(awaitsAnswer({ kind: 'dispute', outcome: undefined }), true)
  assert.equal(awaitsAnswer({ kind: 'correction', outcome: 'rejected' }), false)
  assert.equal(awaitsAnswer({ kind: 'access', outcome: undefined }), false)
})

test('a correction contests what was told before it was opened or granted, and nothing once it is refused', () => {
  const opened = {
    kind: 'correction',
    listingId: undefined,
    outcome: undefined,
    openedAtMs: 100,
    answeredAtMs: undefined,
  } as const
  assert.equal(contestsSince(opened, 100), true)
  assert.equal(contestsSince(opened, 101), false)
  assert.equal(contestsSince({ ...opened, outcome: 'corrected', answeredAtMs: 200 }, 150), true)
  assert.equal(contestsSince({ ...opened, outcome: 'corrected', answeredAtMs: 200 }, 201), false)
  assert.equal(contestsSince({ ...opened, outcome: 'rejected', answeredAtMs: 200 }, 50), false)
  assert.equal(contestsSince({ ...opened, kind: 'access' }, 50), false)
  assert.equal(contestsSince({ ...opened, listingId: 'div_1' }, 50), false)
})

const disputed = (of: Partial<Dispute>, state: Listing['state'] = 'published') =>
  settledRequest({
    state,
    dispute: {
      statement: 'Não é minha.',
      openedOn: day('2026-11-16'),
      dueOn: day('2026-11-24'),
      isOverdue: false,
      outcome: undefined,
      answer: undefined,
      requestId: 'r1',
      ...of,
    },
  } as Listing)?.outcome

test('a request is settled by whatever settles its listing, and by nothing else', () => {
  assert.equal(disputed({}), undefined)
  assert.equal(disputed({ isOverdue: true }), undefined)
  assert.equal(disputed({ outcome: 'upheld' }, 'released'), 'removed')
  assert.equal(disputed({ outcome: 'rejected' }), 'rejected')
  assert.equal(disputed({ outcome: 'rejected', isCorrected: true }), 'corrected')
  assert.equal(disputed({ outcome: 'unanswered' }, 'released'), 'unanswered')
  for (const state of ['released', 'expired', 'withdrawn', 'refused'] as const) {
    assert.equal(disputed({}, state), 'ended', state)
  }
  assert.equal(settledRequest({ state: 'released', dispute: undefined } as Listing), undefined)
})
