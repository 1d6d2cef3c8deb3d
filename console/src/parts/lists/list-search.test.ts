import assert from 'node:assert/strict'
import { test } from 'vitest'
import { searchOf } from './list-search.ts'

const row = ['JOSÉ DE EXEMPLO', '529.982.247-25', 'CT-1001', 'R$ 1.520,33']

test('a row is found by any of its cells, whatever the case and the accents', () => {
  for (const text of ['jose', 'José', 'EXEMPLO josé', 'ct-1001', '1.520,33', '  exemplo  ']) {
    assert.equal(searchOf(text)(row), true, text)
  }
})

test('a document is found with its points and without', () => {
  for (const text of ['52998224725', '529.982.247-25', '529982', '529.98']) {
    assert.equal(searchOf(text)(row), true, text)
  }
})

test('every word has to be there', () => {
  for (const text of ['jose silva', '52998224726', 'CT-1002', '(', '.*']) {
    assert.equal(searchOf(text)(row), false, text)
  }
})

test('points alone are no figures, and find no row by being dropped', () => {
  assert.equal(searchOf('./-')(['abc']), false)
})

test('nothing looked for finds everything', () => {
  assert.equal(searchOf('   ')(row), true)
})
