import assert from 'node:assert/strict'
import { test } from 'vitest'
import { termsOf } from './terms.ts'

test('a contract that says nothing about money asks for none', () => {
  assert.deepEqual(termsOf({ prices: {} }), { prices: {}, tiers: [], minimumCents: 0 })
})

test('prices, tiers and the minimum of a contract are those of its statements', () => {
  const tiers = [{ product: 'relato', from: 100, price: 90 }]
  assert.deepEqual(termsOf({ prices: { relato: 120 }, tiers, monthlyMinimum: 5_000 }), {
    prices: { relato: 120 },
    tiers,
    minimumCents: 5_000,
  })
})
