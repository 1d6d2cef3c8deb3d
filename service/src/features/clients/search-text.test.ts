import assert from 'node:assert/strict'
import { test } from 'vitest'
import { searchText } from './search-text.ts'

test('names are compared without case and accents, however the accents are written', () => {
  assert.equal(searchText('Armazém TRÊS Irmãos'), 'armazem tres irmaos')
  assert.equal(searchText('ARMAZE\u0301M'), searchText('armazém'))
  assert.equal(searchText('Açúcar & Cia. 24'), 'acucar & cia. 24')
})
