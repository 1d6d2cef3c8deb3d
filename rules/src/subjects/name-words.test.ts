import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { hasWords, nameWords } from './name-words.ts'

test('case, accents and marks do not matter', () => {
  assert.deepEqual(nameWords('Pão de Açúcar & Cia. Ltda-ME'), ['PAO', 'DE', 'ACUCAR', 'CIA', 'LTDA', 'ME'])
  assert.deepEqual(nameWords('  3M do Brasil  '), ['3M', 'DO', 'BRASIL'])
  assert.deepEqual(nameWords('🙂 Кафе "" \0'), [])
})

test('the digits of a masked CPF are no words', () => {
  assert.deepEqual(nameWords('JOSE DA SILVA ***456789**'), ['JOSE', 'DA', 'SILVA'])
})

test('words come in any order and may be cut, the short ones may not', () => {
  const held = nameWords('PADARIA SAO JOSE DE ITU LTDA')
  assert.ok(hasWords(held, nameWords('jos padar')))
  assert.ok(hasWords(held, nameWords('DE PADARIA')))
  assert.ok(!hasWords(held, nameWords('padaria d')))
  assert.ok(!hasWords(held, nameWords('padarias')))
  assert.ok(!hasWords(held, nameWords('adaria')))
})

test('any text has words of A to Z and digits alone, and is found by them in any order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const words = nameWords(text)
      assert.ok(words.every((word) => /^[A-Z0-9]+$/.test(word)))
      assert.ok(hasWords(words, words.toReversed()))
      assert.deepEqual(nameWords(words.join(' ')), words)
    }),
  )
})
