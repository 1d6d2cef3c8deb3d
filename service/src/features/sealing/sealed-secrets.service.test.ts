import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { test } from 'vitest'
import { newDirectory } from '../../../testing/engines.ts'
import { readSealKey } from './seal-key.ts'
import { SealedElsewhere, sealUnder } from './sealed-secrets.ts'

const secretsKey = 'a key that is long enough for anyone'
const dataDirectory = '/nowhere'
const seal = sealUnder(readSealKey({ secretsKey, dataDirectory }, 'secrets of webhooks'))

test('what is sealed opens again, and never looks the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, owner) => {
      const sealed = seal.seal(text, owner)
      assert.equal(seal.open(sealed, owner), text)
      assert.notEqual(seal.seal(text, owner), sealed)
    }),
  )
})

test('a sealed text opens for its owner only, and only as it was written', () => {
  const sealed = seal.seal('whsec_x', 'wh_1')
  assert.throws(() => seal.open(sealed, 'wh_2'))
  const at = sealed.length - 3
  const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
  assert.throws(() => seal.open(changed, 'wh_1'))
  assert.throws(() => seal.open(sealed.replace('v1', 'v2'), 'wh_1'))
})

test('under another key it is said which setting to look at', () => {
  const other = sealUnder(readSealKey({ secretsKey: `${secretsKey}!`, dataDirectory }, 'secrets of webhooks'))
  assert.throws(() => other.open(seal.seal('whsec_x', 'wh_1'), 'wh_1'), SealedElsewhere)
})

test('without a setting the key is made once, in a file that its owner alone reads', () => {
  const directory = join(newDirectory(), 'data')
  const read = () => readSealKey({ secretsKey: undefined, dataDirectory: directory }, 'secrets of webhooks')
  const first = read()
  assert.deepEqual(read(), first)
  assert.equal(statSync(join(directory, 'secrets.key')).mode & 0o777, 0o600)
  writeFileSync(join(directory, 'secrets.key'), 'short')
  assert.throws(read, /does not hold a key/)
})
