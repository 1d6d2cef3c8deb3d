import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  hashSecret,
  keyHint,
  keyIdOf,
  newAccessToken,
  newApiKey,
  newClientId,
  newClientSecret,
  newFamilyId,
  newRefreshToken,
  secretMatches,
} from './secrets.ts'

test('each secret says by its beginning what it is, and is 256 bits of chance', () => {
  const makers: [beginning: string, make: () => string][] = [
    ['ls_', newClientSecret],
    ['lat_', newAccessToken],
    ['lrt_', newRefreshToken],
    ['lk_live_', () => newApiKey('production')],
    ['lk_test_', () => newApiKey('sandbox')],
  ]
  for (const [beginning, make] of makers) {
    const [one, other] = [make(), make()]
    assert.match(one, new RegExp(`^${beginning}[\\w-]{43}$`))
    assert.notEqual(one, other)
  }
})

test('a name of a client or of a family is 96 bits of chance', () => {
  assert.match(newClientId(), /^cli_[\w-]{16}$/)
  assert.match(newFamilyId(), /^fam_[\w-]{16}$/)
  assert.notEqual(newClientId(), newClientId())
})

test('a secret matches its own hash alone, which is the SHA-256 that was always kept', () => {
  const kept = 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0'
  assert.equal(hashSecret('abc'), kept)
  assert.equal(secretMatches('abc', kept), true)
  assert.equal(secretMatches('abd', kept), false)
  assert.equal(secretMatches('', kept), false)
})

test('a key is known in a list by its beginning and its last four signs', () => {
  assert.equal(keyHint('lk_live_abcdefgh'), 'lk_live_…efgh')
  assert.equal(keyHint('lk_test_abcdefgh'), 'lk_test_…efgh')
  assert.equal(keyHint('an_older_key_lk_test_'), '…est_')
})

test('a key is named by the beginning of its hash', () => {
  assert.equal(keyIdOf('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0'), 'ungWv48Bz-pBQUDe')
})
