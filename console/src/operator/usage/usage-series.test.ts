import assert from 'node:assert/strict'
import { test } from 'vitest'
import { usageSeries } from './usage-series.ts'

const line = (day: string, product: string, billed: number, unbilled: number, amount: string) => ({
  day,
  product,
  billed,
  unbilled,
  amount,
})

const february = {
  environment: 'production' as const,
  month: '2028-02',
  total: { billed: 6, unbilled: 2, amount: '9.05' },
  costs: [],
  lines: [
    line('2028-02-01', 'cadastral', 1, 1, '0.05'),
    line('2028-02-01', 'relatorioBasico', 4, 0, '6.00'),
    line('2028-02-29', 'relatorioBasico', 1, 1, '3.00'),
  ],
}

test('a month has all of its days, and each day its figure for each product', () => {
  const { parts, days, total, peak } = usageSeries(february, 'queries')
  assert.deepEqual(parts, ['relatorioBasico', 'cadastral'])
  assert.equal(days.length, 29)
  assert.deepEqual(days[0], { day: '2028-02-01', values: [4, 2], total: 6 })
  assert.deepEqual(days[1]?.values, [0, 0])
  assert.deepEqual(days[28]?.values, [2, 0])
  assert.equal(total, 8)
  assert.equal(peak, 6)
})

test('amounts are added in cents', () => {
  const { days, total } = usageSeries(february, 'amount')
  assert.deepEqual(days[0]?.values, [600, 5])
  assert.equal(total, 905)
})
