import assert from 'node:assert/strict'
import type { Outcome } from '@lastro/contract/policies/policy.ts'
import { test } from 'vitest'
import { outcomeSeries } from './outcome-series.ts'

const line = (day: string, outcome: Outcome, finalOutcome: Outcome, count: number, version = 1) => ({
  day,
  policy: { name: 'loja', version },
  outcome,
  finalOutcome,
  count,
})

test('every day of the period has the outcomes that stand, of all policies and versions, and the changed', () => {
  const { parts, days, peak } = outcomeSeries({
    from: '2026-12-30',
    until: '2027-01-02',
    total: 9,
    lines: [
      line('2026-12-30', 'approve', 'approve', 2),
      line('2026-12-30', 'approve', 'approve', 1, 2),
      line('2026-12-30', 'decline', 'approve', 1),
      line('2027-01-02', 'review', 'review', 2),
      line('2027-01-02', 'review', 'decline', 3),
    ],
  })
  assert.deepEqual(parts, ['approve', 'review', 'decline'])
  assert.deepEqual(days, [
    { day: '2026-12-30', values: [4, 0, 0], total: 4, overruled: 1 },
    { day: '2026-12-31', values: [0, 0, 0], total: 0, overruled: 0 },
    { day: '2027-01-01', values: [0, 0, 0], total: 0, overruled: 0 },
    { day: '2027-01-02', values: [0, 2, 3], total: 5, overruled: 3 },
  ])
  assert.equal(peak, 5)
})
