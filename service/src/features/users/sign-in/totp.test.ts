import assert from 'node:assert/strict'
import { test } from 'vitest'
import { base32, totpCode, totpStepAt, totpStepOf, totpUri } from './totp.ts'

/** RFC 6238, appendix B, the column of SHA-1. */
const secret = Buffer.from('12345678901234567890')
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const

for (const [seconds, code] of vectors) {
  test(`the code at ${seconds} seconds is the one of the RFC`, () => {
    assert.equal(totpCode(secret, totpStepAt(seconds * 1000), 8), code)
    assert.equal(totpCode(secret, totpStepAt(seconds * 1000)), code.slice(2))
  })
}

test('a code is good in its own step and the two beside it, and in no other', () => {
  const code = totpCode(secret, 1_000)
  const at = (step: number) => totpStepOf(secret, code, step * 30_000)
  assert.deepEqual([998, 999, 1_000, 1_001, 1_002].map(at), [undefined, 1_000, 1_000, 1_000, undefined])
})

test('the secret is written as RFC 4648 has it', () => {
  const written = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))
  assert.deepEqual(written, ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
  const uri = new URL(totpUri(secret, 'ana+x@exemplo.com.br'))
  assert.equal(uri.searchParams.get('secret'), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  assert.equal(decodeURIComponent(uri.pathname), '/Lastro:ana+x@exemplo.com.br')
})
