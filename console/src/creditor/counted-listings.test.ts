import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListingSummary } from '@lastro/contract/listings/listings.ts'
import { amountIn, countIn } from './counted-listings.ts'

const none = { count: 0, amount: '0.00' }
const summary: ListingSummary = {
  states: [
    { state: 'published', count: 2, amount: '100.10' },
    { state: 'waiting', count: 1, amount: '10.00' },
    { state: 'refused', count: 7, amount: '9000.00' },
  ],
  disputed: { count: 1, amount: '50.00' },
  toRelease: none,
  review: none,
}

test('what was refused is counted among the refused alone, and is in no sum', () => {
  assert.deepEqual([countIn(summary, undefined), amountIn(summary, undefined)], [3, '110.10'])
  assert.deepEqual([countIn(summary, 'refused'), amountIn(summary, 'refused')], [7, undefined])
  assert.deepEqual([countIn(summary, 'published'), amountIn(summary, 'published')], [2, '100.10'])
  assert.deepEqual([countIn(summary, 'disputed'), amountIn(summary, 'disputed')], [1, '50.00'])
  assert.deepEqual([countIn(summary, 'expired'), amountIn(summary, 'expired')], [0, '0.00'])
})
