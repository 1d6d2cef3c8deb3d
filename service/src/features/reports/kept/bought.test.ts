import assert from 'node:assert/strict'
import { test } from 'vitest'
import { failed, nothing, type SectionAnswer, withheld } from '../source.ts'
import { boughtWith, lengthOfBought, newerOf } from './bought.ts'

const given = { atMs: 2_000, requestId: 'req', checkCode: 'AAAA' }
const found = (text: string, over: object = {}): SectionAnswer => ({ kind: 'found', text, ...over })

test('what was bought is of the day of its report, or of the copy that its source told', () => {
  const bought = {
    parceiro: {
      listingP: found('{}'),
      check: found('{}', { copy: { atMs: 1_000, fault: 'source_timeout' } }),
      notary: nothing,
      score: failed('source_timeout'),
      partner: withheld,
    },
  }
  assert.deepEqual(boughtWith({ bought, given }), {
    parceiro: {
      listingP: found('{}', { copy: { atMs: 2_000 } }),
      check: found('{}', { copy: { atMs: 1_000 } }),
      notary: { ...nothing, copy: { atMs: 2_000 } },
      score: failed('source_timeout'),
      partner: withheld,
    },
  })
  assert.deepEqual(boughtWith({ given }), {})
  assert.equal(lengthOfBought(bought), 4)
})

test('what was told since counts, and a failure since takes nothing away', () => {
  const before = { parceiro: { listingP: found('old'), check: found('old') }, outro: { check: found('b') } }
  const since = { parceiro: { listingP: nothing, check: failed('source_timeout') }, novo: { check: nothing } }
  assert.deepEqual(newerOf(before, since), {
    parceiro: { listingP: nothing, check: found('old') },
    outro: { check: found('b') },
    novo: { check: nothing },
  })
})
