import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { documentKey } from './document-key.ts'
import { withCheckDigits } from './document-number.ts'

const digits = (length: number) =>
  fc.stringMatching(new RegExp(`^\\d{${length}}$`)).filter((text) => new Set(text).size > 1)
const letters = fc.stringMatching(/^[0-9A-Z]{12}$/).filter((text) => new Set(text).size > 1)

const documents = fc.oneof(digits(9), digits(12), letters).map(withCheckDigits)

test('two documents have the same key only when they are the same', () => {
  fc.assert(
    fc.property(documents, documents, (one, other) => {
      assert.equal(documentKey(one) === documentKey(other), one === other)
    }),
  )
})

test('a key fits the whole numbers of the store', () => {
  const keys = [
    '000000001',
    '999999998',
    '000000000001',
    '999999999998',
    'A00000000000',
    'ZZZZZZZZZZZA',
    '00000000000A',
  ]
    .map(withCheckDigits)
    .map(documentKey)
  assert.equal(new Set(keys).size, keys.length)
  for (const key of keys) {
    if (typeof key === 'number') assert.ok(Number.isSafeInteger(key))
    else assert.ok(key < 2n ** 63n)
  }
})
