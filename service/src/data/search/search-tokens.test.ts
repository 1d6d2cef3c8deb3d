import assert from 'node:assert/strict'
import { cutWordLengthMin, hasWords } from '@lastro/rules/subjects/name-words.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import { askedToken, filterToken, heldTokens, rowsToken } from './search-tokens.ts'

const word = fc.stringMatching(/^[A-Z0-9]{1,8}$/)

test('whatever a word finds is kept under the token that it is looked for by', () => {
  fc.assert(
    fc.property(word, fc.integer({ min: 1, max: 8 }), word, (held, length, other) => {
      for (const asked of [held.slice(0, Math.max(cutWordLengthMin, length)), held, other]) {
        if (hasWords([held], [asked])) assert.ok(heldTokens(held).includes(askedToken(asked)))
      }
    }),
  )
})

test('words, codes and the list of rows never share a token', () => {
  const [last, first] = [Math.max(...heldTokens('ZZZZZ')), Math.min(...heldTokens('0'))]
  assert.ok(first > rowsToken && last < filterToken.state(0))
  const filters = [
    filterToken.state(26),
    filterToken.status(0),
    filterToken.status(99),
    filterToken.municipality(0),
    filterToken.municipality(9_999),
    filterToken.cnae(0),
  ]
  assert.deepEqual(
    filters,
    filters.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(filters).size, filters.length)
  assert.notDeepEqual(heldTokens('AB'), heldTokens('ABA'))
})
