import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { test } from 'vitest'
import { monthsOf, usageToday } from './usage-today.ts'

const line = (day: string, billed: number, unbilled = 0) => ({
  day,
  product: 'relatorioBasico',
  billed,
  unbilled,
  amount: '0.00',
})

test('today stands beside the mean of the seven days before, over the end of a month', () => {
  const months = [
    { lines: [line('2026-03-02', 5, 1), line('2026-03-01', 4)] },
    { lines: [line('2026-02-28', 10), line('2026-02-23', 7), line('2026-02-22', 1000)] },
  ]
  assert.deepEqual(usageToday(months, '2026-03-02' as Day), { today: 6, usual: 3, percent: 200 })
})

test('with nothing before there is no share, and today itself is never part of the usual', () => {
  const months = [{ lines: [line('2026-03-20', 9)] }]
  assert.deepEqual(usageToday(months, '2026-03-20' as Day), { today: 9, usual: 0, percent: undefined })
})

test('the month before is asked for only where a day of it counts', () => {
  assert.deepEqual(monthsOf('2026-03-08' as Day), ['2026-03'])
  assert.deepEqual(monthsOf('2026-01-07' as Day), ['2026-01', '2025-12'])
})
