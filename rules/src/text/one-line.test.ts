import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { oneLine } from './one-line.ts'

test('no text makes more than one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.doesNotMatch(oneLine(text), /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
      assert.equal(oneLine(oneLine(text)), oneLine(text))
    }),
  )
})
