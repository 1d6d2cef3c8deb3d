import assert from 'node:assert/strict'
import { test } from 'vitest'
import { refusedPlaces } from './refused-places.ts'

test('a refusal is found at its place, or at the list that its item stands in, and nowhere else', () => {
  const at = refusedPlaces({ 'rules[0].when.of.creditors[2]': 'CPF', 'rules[0].id': 'nome', name: 'x' })
  assert.equal(at('rules[0].when.of.creditors'), 'CPF')
  assert.equal(at('rules[0].id'), 'nome')
  assert.equal(at('name'), 'x')
  for (const place of ['rules', 'rules[0]', 'rules[0].when', 'rules[1].id', ''])
    assert.equal(at(place), undefined)
})
