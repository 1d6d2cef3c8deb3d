import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkDocument } from './document-check.ts'

test('a document is known with or without its mask, with letters, and with what a paste brings along', () => {
  for (const [text, document, type] of [
    ['52998224725', '52998224725', 'CPF'],
    [' 529.982.247-25\n', '52998224725', 'CPF'],
    ['529 982 247 25', '52998224725', 'CPF'],
    ['12.abc.345/01de-35', '12ABC34501DE35', 'CNPJ'],
    ['00000000000191', '00000000000191', 'CNPJ'],
  ] as const) {
    assert.deepEqual(checkDocument(text), { kind: 'document', document, type })
  }
})

test('while somebody types, nothing is wrong that may still come right', () => {
  assert.deepEqual(checkDocument('  '), { kind: 'empty' })
  assert.deepEqual(checkDocument('529.982'), { kind: 'begun', missingCount: 5, type: 'CPF' })
  assert.deepEqual(checkDocument('529982247251'), { kind: 'begun', missingCount: 2, type: 'CNPJ' })
  assert.deepEqual(checkDocument('12AB'), { kind: 'begun', missingCount: 10, type: 'CNPJ' })
})

test('what is wrong is told apart', () => {
  assert.deepEqual(checkDocument('52998224724'), { kind: 'wrong', fault: 'cpfDigits' })
  assert.deepEqual(checkDocument('12ABC34501DE36'), { kind: 'wrong', fault: 'cnpjDigits' })
  assert.deepEqual(checkDocument('11111111111'), { kind: 'wrong', fault: 'repeated' })
  assert.deepEqual(checkDocument('5299#'), { kind: 'wrong', fault: 'characters' })
  assert.deepEqual(checkDocument('123456789012345'), { kind: 'wrong', fault: 'long' })
})
