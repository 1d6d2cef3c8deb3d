import assert from 'node:assert/strict'
import { alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import { test } from 'vitest'
import type { Day } from '../calendar/day.ts'
import { endOfMonthMs, monthAt } from '../calendar/month.ts'
import { isLongKept, keptYears, mayLeave, monthsBefore } from './retention.ts'

const day = (text: string) => text as Day

test('a month may leave once its last day is five years ago, and not a day before', () => {
  assert.equal(mayLeave('2021-10', day('2026-10-31'), keptYears.usual), false)
  assert.equal(mayLeave('2021-10', day('2026-11-01'), keptYears.usual), true)
  assert.equal(mayLeave('2020-02', day('2025-02-28'), keptYears.usual), false)
  assert.equal(mayLeave('2020-02', day('2025-03-01'), keptYears.usual), true)
  assert.equal(mayLeave('2021-12', day('2026-12-31'), keptYears.usual), false)
  assert.equal(mayLeave('2011-10', day('2026-11-01'), keptYears.long), true)
})

test('only whole months are asked for, whatever the day', () => {
  const today = day('2026-11-16')
  for (const before of ['2021-11-01', '2021-11-02', '2021-11-16', '2021-11-30'])
    assert.deepEqual(monthsBefore(day(before), today), { kind: 'months', before: '2021-11' }, before)
  assert.deepEqual(monthsBefore(day('2020-02-29'), today), { kind: 'months', before: '2020-02' })
})

test('what is younger than five years is refused with the day that can be asked for, and when', () => {
  const today = day('2026-11-16')
  const latest = '2021-11-01'
  assert.deepEqual(monthsBefore(day('2021-12-01'), today), {
    kind: 'too_young',
    latest,
    possibleOn: '2026-12-01',
  })
  assert.deepEqual(monthsBefore(day('2027-01-15'), today), {
    kind: 'too_young',
    latest,
    possibleOn: '2032-01-01',
  })
  assert.equal(monthsBefore(day(latest), today).kind, 'months')
  assert.equal(monthsBefore(day('2024-02-29'), day('2028-02-29')).kind, 'too_young')
})

test('a month begins and ends in São Paulo', () => {
  assert.equal(monthAt(Date.parse('2021-11-01T02:59:59.999Z')), '2021-10')
  assert.equal(monthAt(Date.parse('2021-11-01T03:00:00Z')), '2021-11')
  assert.equal(endOfMonthMs('2021-12'), Date.parse('2022-01-01T00:00:00-03:00'))
})

test('alerts of corrections and releases are kept for fifteen years, and nothing else', () => {
  const long = alertEventNames.filter((features) => isLongKept({ product: 'alertas', features }))
  assert.deepEqual(long.toSorted(), [
    'listing.changed',
    'listing.corrected',
    'listing.expired',
    'listing.released',
    'negative.removed',
  ])
  assert.equal(isLongKept({ product: 'relato', features: 'listing.released' }), false)
  assert.equal(isLongKept({ product: 'alertas', features: '' }), false)
})
