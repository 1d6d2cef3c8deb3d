import assert from 'node:assert/strict'
import type { ListingSummary } from '@lastro/contract/listings/listings.ts'
import { test } from 'vitest'
import { amountIn, countIn } from './counted-listings.ts'

const none = { count: 0, amount: '0.00' }
const summary: ListingSummary = {
  states: [
    { state: 'published', count: 2, amount: '100.10' },
    { state: 'waiting', count: 1, amount: '10.00' },
    { state: 'released', count: 7, amount: '9000.00' },
    { state: 'expired', count: 1, amount: '500.00' },
  ],
  disputed: { count: 1, amount: '50.00' },
  toRelease: none,
  review: none,
}

test('sums count active debts only, and a refused debt is not counted', () => {
  assert.deepEqual([countIn(summary, undefined), amountIn(summary, undefined)], [11, '110.10'])
  assert.deepEqual([countIn(summary, 'refused'), amountIn(summary, 'refused')], [undefined, undefined])
  assert.deepEqual([countIn(summary, 'released'), amountIn(summary, 'released')], [7, undefined])
  assert.deepEqual([countIn(summary, 'published'), amountIn(summary, 'published')], [2, '100.10'])
  assert.deepEqual([countIn(summary, 'disputed'), amountIn(summary, 'disputed')], [1, '50.00'])
  assert.deepEqual([countIn(summary, 'suspended'), amountIn(summary, 'suspended')], [0, '0.00'])
})
