import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { addDays, addMonths, type Day, parseDay } from './day.ts'
import { dayNumber, lastDayOf, monthsBetween } from './day-number.ts'

const anyDay = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10) as Day)

test('a day has the number that the machine counts it by', () => {
  assert.equal(dayNumber('1970-01-01'), 0)
  fc.assert(
    fc.property(anyDay, (day) => assert.equal(dayNumber(day), Date.parse(`${day}T00:00:00Z`) / 86_400_000)),
  )
})

test('what no calendar has is no day', () => {
  for (const text of [
    ...['2026-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-01-00', '2026-04-31', '1900-02-29'],
    ...[
      '2026-1-01',
      '2026-01-1',
      '20260101',
      '2026/01/01',
      '2026-01-0x',
      'x026-01-01',
      '',
      '2026-01-01T',
      ' 026-01-01',
    ],
  ])
    assert.equal(dayNumber(text), undefined, text)
  for (const value of [undefined, null, 20_260_101, {}, ['2026-01-01']])
    assert.equal(dayNumber(value), undefined)
  assert.notEqual(dayNumber('2000-02-29'), undefined)
  fc.assert(
    fc.property(fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/), (text) =>
      assert.equal(dayNumber(text) === undefined, parseDay(text) === undefined, text),
    ),
  )
})

test('a month is complete when the same day of the month has come', () => {
  const months = (since: string, until: string) => monthsBetween({ since, until })
  assert.equal(months('2026-01-15', '2026-02-14'), 0)
  assert.equal(months('2026-01-15', '2026-02-15'), 1)
  assert.equal(months('2026-01-31', '2026-02-28'), 0)
  assert.equal(months('2024-02-29', '2026-03-01'), 24)
  assert.equal(months('2020-12-01', '2026-01-01'), 61)
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1950-01-01'), max: new Date('2050-12-31'), noInvalidDate: true }),
      fc.nat(600),
      (date, count) => {
        const day = `${date.toISOString().slice(0, 8)}15` as Day
        assert.equal(months(day, addMonths(day, count)), count)
        assert.equal(months(day, addDays(addMonths(day, count), -1)), count - 1)
      },
    ),
  )
})

test('each month ends on its last day, and the year zero has one too', () => {
  for (const year of [0, 1900, 2000, 2024, 2026])
    for (let month = 1; month <= 12; month++) {
      const text = (day: number) =>
        `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
      const last = lastDayOf(year, month)
      assert.deepEqual([parseDay(text(last)), parseDay(text(last + 1))], [text(last), undefined])
      assert.notEqual(dayNumber(text(last)), undefined, text(last))
      assert.equal(dayNumber(text(last + 1)), undefined, text(last + 1))
    }
  for (const odd of ['2026-01-0:', '2026-01-0/', '2026-13-01', '2026-01-32'])
    assert.equal(dayNumber(odd), undefined, odd)
})

test('February is longer in leap years', () => {
  assert.deepEqual(
    [2024, 2026, 1900, 2000].map((year) => lastDayOf(year, 2)),
    [29, 28, 28, 29],
  )
})

test('years about the turns of centuries are counted as the machine counts them', () => {
  for (const year of ['1600', '1700', '1900', '1901', '1902', '2000', '2100', '2101', '2200', '2400']) {
    for (const rest of ['01-01', '02-28', '03-01', '12-31']) {
      const day = `${year}-${rest}`
      assert.equal(dayNumber(day), Date.parse(`${day}T00:00:00Z`) / 86_400_000, day)
    }
  }
})

test('one wrong sign, or another kind of value of the same length, is no day', () => {
  const asList = '2026-11-17'.split('')
  for (const other of [
    '2026/11-17',
    '2026-11/17',
    '2026-11-170',
    '2026-11-1',
    20_261_117,
    asList,
    undefined,
  ]) {
    assert.equal(dayNumber(other), undefined, String(other))
  }
})
