import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assuranceOf, isAssured } from './assurance.ts'

test('a level is read as gov.br tells it, else from acr; what tells none is none', () => {
  assert.equal(assuranceOf({ reliability_info: { level: 'gold' }, acr: '1' }), 'gold')
  assert.equal(assuranceOf({ acr: '2' }), 'silver')
  assert.equal(assuranceOf({ acr: 'Prata' }), 'silver')
  for (const claims of [
    {},
    { acr: 0 },
    { acr: '0' },
    { acr: 'toString' },
    { acr: 'constructor' },
    { reliability_info: {} },
    { reliability_info: null },
    { reliability_info: { level: 3 }, acr: '3' },
    { reliability_info: { level: 'platinum' } },
  ]) {
    assert.equal(assuranceOf(claims), undefined, JSON.stringify(claims))
  }
})

test('nobody is let in below the least level, or without one', () => {
  assert.ok(isAssured('silver', 'silver') && isAssured('gold', 'bronze'))
  assert.ok(!isAssured('bronze', 'silver') && !isAssured(undefined, 'bronze'))
})
