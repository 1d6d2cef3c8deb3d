import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalErrors } from './refusal-errors.ts'

test('a debt is told everything to mend in it where that is why it was refused, and nothing where it is not', () => {
  const refused = [
    { field: 'amount', code: '057' },
    { field: 'legalNatureId', code: '035' },
  ] as const
  assert.deepEqual(
    refusalErrors('057', refused, 'en').map(({ field, code }) => [field, code]),
    [
      ['amount', '057'],
      ['legalNatureId', '035'],
    ],
  )
  assert.equal(refusalErrors('057', refused, 'pt')[0]?.message, 'O valor é menor que R$ 10,00.')
  assert.deepEqual(refusalErrors('059', refused, 'en'), [])
})
