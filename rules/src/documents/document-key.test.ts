import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { documentKey, documentOfKey, hashKey, joinKey, splitKey } from './document-key.ts'
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

test('a key tells its document again, as a number or as one past those', () => {
  fc.assert(
    fc.property(documents, (document) => {
      const key = documentKey(document)
      assert.equal(documentOfKey(key), document)
      assert.equal(documentOfKey(BigInt(key)), document)
    }),
  )
})

test('the keys of people, of companies and of companies with letters lie apart, whatever the digits', () => {
  const highest = {
    cpf: documentKey(withCheckDigits('999999998')),
    cnpj: documentKey(withCheckDigits('999999999998')),
  }
  const lowest = {
    cnpj: documentKey(withCheckDigits('000000000001')),
    letters: documentKey(withCheckDigits('00000000000A')),
  }
  assert.ok(highest.cpf < lowest.cnpj)
  assert.ok(highest.cnpj < lowest.letters)
  fc.assert(
    fc.property(digits(9), (stem) => {
      const [cpf, cnpj] = [withCheckDigits(stem), withCheckDigits(stem.padStart(12, '0'))]
      assert.equal(documentKey(cnpj), Number(documentKey(cpf)) + 1_000_000_000)
    }),
  )
})

test('neighbours differ in their key, in each place and between digits and letters', () => {
  const stems = ['000000001', '000000000001', '00000000000A']
  for (const stem of stems) {
    for (let at = 0; at < stem.length; at++) {
      const signs = stem.length === 9 ? '0123456789' : '0123456789ABCXYZ'
      const documents = signs.split('').map((sign) => `${stem.slice(0, at)}${sign}${stem.slice(at + 1)}`)
      const known = documents.filter((one) => new Set(one).size > 1).map(withCheckDigits)
      assert.equal(new Set(known.map(documentKey)).size, known.length, `${stem} at ${at}`)
    }
  }
})

test('a key stands in stores that exist, and is what it always was', () => {
  assert.equal(documentKey(withCheckDigits('529982247')), 529_982_247)
  assert.equal(documentKey(withCheckDigits('112223330001')), 113_223_330_001)
  assert.equal(documentKey(withCheckDigits('00000000000A')), 2n ** 53n + 10n)
  assert.equal(documentKey(withCheckDigits('A00000000010')), 2n ** 53n + 10n * 36n ** 11n + 36n)
})

test('a key is the same number when it has been kept as two halves', () => {
  fc.assert(fc.property(documents, (one) => joinKey(splitKey(documentKey(one))) === documentKey(one)))
  for (const key of [0, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 2n ** 53n, 2n ** 62n])
    assert.equal(joinKey(splitKey(key)), key)
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

test('the hash of a key is 32 bits, and neighbours fill the places of a table evenly by its upper bits', () => {
  const places = 1_024
  for (const first of [0, 1_000_000_000, 2 ** 40]) {
    const taken = new Uint16Array(places)
    for (let at = 0; at < 64 * places; at++) {
      const hash = hashKey(splitKey(first + at))
      assert.ok(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32)
      taken[hash >>> 22] = (taken[hash >>> 22] ?? 0) + 1
    }
    // At random a place gets 64, give or take 8.
    assert.ok(
      Math.min(...taken) > 16 && Math.max(...taken) < 160,
      `${Math.min(...taken)} to ${Math.max(...taken)}`,
    )
  }
})
