import assert from 'node:assert/strict'
import { test } from 'vitest'
import { refusalErrors, refusalText } from './refusal-errors.ts'

test('lists every error of a debt refused for its content, and none if refused for another reason', () => {
  const refused = [
    { field: 'amount', code: '057' },
    { field: 'legalNatureId', code: '035' },
  ] as const
  assert.deepEqual(
    refusalErrors('057', refused, {}, 'en').map(({ field, code }) => [field, code]),
    [
      ['amount', '057'],
      ['legalNatureId', '035'],
    ],
  )
  assert.equal(refusalErrors('057', refused, {}, 'pt')[0]?.message, 'O valor é menor que R$ 10,00.')
  assert.deepEqual(refusalErrors('059', refused, {}, 'en'), [])
})

test('names the character that a contract number may not have', () => {
  const of = { contractId: 'A \u0420\u0391' }
  assert.match(
    refusalText('contract_character', of, 'en'),
    /Not accepted: “\u0420” \(U\+0420, Cyrillic letter\)\.$/,
  )
  assert.match(
    refusalText('contract_character', of, 'pt'),
    /Não aceito: “\u0420” \(U\+0420, letra cirílica\)\.$/,
  )
  assert.equal(refusalText('057', of, 'en'), 'The value is below R$ 10.00.')
})
