import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { test } from 'vitest'
import { dataAge } from './data-age.ts'

const isLate = (dataSet: string, date: string, today: string) =>
  dataAge(dataSet, { date: date as Day, today: today as Day }).isLate

test('monthly data is late once a whole month was missed, over the end of a year too', () => {
  assert.equal(isLate('receita', '2026-10-11', '2026-11-30'), false)
  assert.equal(isLate('receita', '2026-10-11', '2026-12-01'), true)
  assert.equal(isLate('receita', '2026-12-13', '2027-01-31'), false)
  assert.equal(isLate('receita', '2026-12-13', '2027-02-01'), true)
})

test('quarterly data is late two months after the end of a quarter of which nobody has any', () => {
  assert.equal(isLate('pgfn', '2026-09-30', '2026-12-31'), false)
  assert.equal(
    isLate('pgfn', '2026-09-30', '2027-01-01'),
    false,
    'the quarter is over, and not published yet',
  )
  assert.equal(isLate('pgfn', '2026-09-30', '2027-03-01'), false)
  assert.equal(isLate('pgfn', '2026-09-30', '2027-03-02'), true)
  assert.equal(isLate('pgfn', '2026-12-31', '2027-05-30'), false)
  assert.equal(isLate('pgfn', '2026-12-31', '2027-05-31'), true)
})

test('daily data is late after a week', () => {
  for (const dataSet of ['ceis', 'cnep', 'cepim']) {
    assert.equal(isLate(dataSet, '2026-11-09', '2026-11-16'), false)
    assert.equal(isLate(dataSet, '2026-11-08', '2026-11-16'), true)
  }
})

test('data of a day to come is no age, and not late', () => {
  assert.deepEqual(dataAge('receita', { date: '2026-11-20' as Day, today: '2026-11-16' as Day }), {
    days: 0,
    isLate: false,
  })
})
