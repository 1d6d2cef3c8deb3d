import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Day, instantText, startOfDayMs } from './day.ts'
import { addDuration, parseDuration } from './duration.ts'

const later = (instant: string, duration: string): string => {
  const parsed = parseDuration(duration)
  assert.ok(parsed, duration)
  return instantText(addDuration(Date.parse(instant), parsed))
}

test('years, months and days move the date, and the time of day stays', () => {
  assert.equal(later('2026-11-16T10:00:00-03:00', 'P11D'), '2026-11-27T10:00:00-03:00')
  assert.equal(later('2026-11-16T23:30:00-03:00', 'P1D'), '2026-11-17T23:30:00-03:00')
  assert.equal(later('2024-02-29T10:00:00-03:00', 'P5Y'), '2029-02-28T10:00:00-03:00')
  assert.equal(later('2026-01-31T10:00:00-03:00', 'P1M'), '2026-02-28T10:00:00-03:00')
  assert.equal(later('2026-11-16T10:00:00-03:00', 'P1Y2M1W'), '2028-01-23T10:00:00-03:00')
  assert.equal(later('2026-11-16T10:00:00-03:00', 'PT36H30M1S'), '2026-11-17T22:30:01-03:00')
})

test('what is no duration is refused', () => {
  for (const text of ['', 'P', 'PT', 'P1DT', '11D', 'P-1D', 'P1.5D', 'P1S', 'p1d', '-P1D']) {
    assert.equal(parseDuration(text), undefined, text)
  }
})

test('a duration that leaves the calendar is refused, and the longest one still ends in it', () => {
  for (const text of ['P9999Y', 'P99999M', 'P7974Y', 'P1000Y1M']) assert.equal(parseDuration(text), undefined)
  assert.match(later('2026-11-16T10:00:00-03:00', 'P1000Y99999W999999DT9999999H'), /^\d{4}-\d{2}-\d{2}T/)
})

test('a day begins at midnight in São Paulo', () => {
  assert.equal(instantText(startOfDayMs('2026-11-16' as Day)), '2026-11-16T00:00:00-03:00')
})
