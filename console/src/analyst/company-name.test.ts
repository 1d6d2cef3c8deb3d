import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isCompanyName } from './company-name.ts'

test('letters are a name, unless they are on their way to a CNPJ', () => {
  for (const name of ['padaria', 'Pão de Açúcar', '3M do Brasil', 'são', 'A & B Ltda']) {
    assert.equal(isCompanyName(name), true, name)
  }
  for (const other of [
    '',
    'ab',
    '529.982',
    '12.ABC.345/01',
    '12abc34501de35',
    '12ABCDE',
    '12.ABC.345/01DE-35',
    '🙂',
  ]) {
    assert.equal(isCompanyName(other), false, other)
  }
})
