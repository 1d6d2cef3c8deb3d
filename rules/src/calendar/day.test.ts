import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  addDays,
  addMonths,
  addYears,
  type Day,
  dayAt,
  earliest,
  instantText,
  parseDay,
  startOfDayMs,
} from './day.ts'

test('the day is the one in São Paulo, not in UTC', () => {
  assert.equal(dayAt(Date.parse('2026-03-11T02:59:59Z')), '2026-03-10')
  assert.equal(dayAt(Date.parse('2026-03-11T03:00:00Z')), '2026-03-11')
})

test('a day that no calendar has is refused', () => {
  const texts = ['2026-02-30', '2026-13-01', '2026-00-10', '26-01-01', '2026-1-1', '', '2026', '2026-01']
  for (const text of [...texts, '+012026-01-01', '2026-01-01T', ' 2026-01-01']) {
    assert.equal(parseDay(text), undefined, text)
  }
  assert.equal(parseDay('2028-02-29'), '2028-02-29')
})

test('five years from 29 February end on 28 February', () => {
  assert.equal(addYears('2024-02-29' as Day, 5), '2029-02-28')
  assert.equal(addYears('2024-02-29' as Day, 4), '2028-02-29')
  assert.equal(addYears('2021-11-15' as Day, 5), '2026-11-15')
  assert.equal(addYears('0995-11-15' as Day, 4), '0999-11-15')
})

test('of two days the earlier is found, whichever comes first', () => {
  const [before, after] = ['2026-11-15', '2026-11-16'] as Day[]
  assert.deepEqual(
    [earliest(before as Day, after as Day), earliest(after as Day, before as Day)],
    [before, before],
  )
})

test('days are added across months and years', () => {
  assert.equal(addDays('2026-12-31' as Day, 1), '2027-01-01')
  assert.equal(addDays('2028-03-01' as Day, -1), '2028-02-29')
})

test('months later, or before, is the same day, or the last of a month that has no such day', () => {
  const cases = [
    ['2026-11-16', -6, '2026-05-16'],
    ['2026-08-31', -6, '2026-02-28'],
    ['2028-08-31', -6, '2028-02-29'],
    ['2026-03-31', -6, '2025-09-30'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-05', 1, '2026-02-05'],
    ['0998-12-05', 1, '0999-01-05'],
    ['0998-11-05', 2, '0999-01-05'],
    ['2026-01-31', -1, '2025-12-31'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2027-12-31', 2, '2028-02-29'],
    ['2026-10-15', 27, '2029-01-15'],
    ['2026-11-15', 1, '2026-12-15'],
    ['2026-12-05', 12, '2027-12-05'],
    ['2028-02-29', 12, '2029-02-28'],
    // Counted in one: what is not in February is in March.
    ['2028-02-29', 13, '2029-03-29'],
  ] as const
  for (const [day, months, expected] of cases) assert.equal(addMonths(day as Day, months), expected)
})

test('from 2020 on the zone and the fixed offset say the same of every day', () => {
  for (let day = '2020-01-01' as Day; day < '2040-01-01'; day = addDays(day, 1)) {
    const startMs = startOfDayMs(day)
    assert.deepEqual([dayAt(startMs), dayAt(startMs - 60_000)], [day, addDays(day, -1)])
    assert.equal(instantText(startMs), `${day}T00:00:00-03:00`)
  }
})
