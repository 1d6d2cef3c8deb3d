import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dayAt } from './day.ts'
import { firstDayAfter, monthAfter, monthAt, monthOf, monthSpan } from './month.ts'

test('a month begins and ends at midnight in São Paulo, whatever the zone of the machine', () => {
  assert.deepEqual(monthSpan('2026-11'), {
    fromMs: Date.parse('2026-11-01T03:00:00Z'),
    untilMs: Date.parse('2026-12-01T03:00:00Z'),
  })
  assert.equal(monthSpan('2026-12')?.untilMs, monthSpan('2027-01')?.fromMs)
  // The last that four digits can write, whose next has five.
  assert.equal(monthSpan('9999-12')?.untilMs, Date.UTC(10_000, 0, 1, 3))
  assert.equal(monthSpan('2028-02')?.untilMs, Date.parse('2028-03-01T03:00:00Z'))
})

test('its last instant is of its last day, and the next is not', () => {
  const { fromMs, untilMs } = monthSpan('2026-02') ?? assert.fail()
  assert.deepEqual(
    [fromMs - 1, fromMs, untilMs - 1, untilMs].map((at) => monthOf(dayAt(at))),
    ['2026-01', '2026-02', '2026-02', '2026-03'],
  )
})

test('an instant is in the month of São Paulo, and after December comes January', () => {
  assert.equal(monthAt(Date.parse('2026-12-01T02:59:59Z')), '2026-11')
  assert.equal(monthAt(Date.parse('2026-12-01T03:00:00Z')), '2026-12')
  assert.equal(firstDayAfter('2026-12'), '2027-01-01')
  assert.equal(firstDayAfter('2026-02'), '2026-03-01')
  assert.deepEqual([monthAfter('2026-11'), monthAfter('2026-12')], ['2026-12', '2027-01'])
})

test('what is no month has no span', () => {
  for (const odd of ['2026-00', '2026-13', '2026-1', '12026-11', '2026-11-16', ''])
    assert.equal(monthSpan(odd), undefined, odd)
})
