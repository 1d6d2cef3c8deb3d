import assert from 'node:assert/strict'
import type { Verification } from '@lastro/service/features/trail/seals/verify-trail.ts'
import { test } from 'vitest'
import { leftTexts } from './archives-text.ts'
import { verificationTexts } from './verification-text.ts'

const found = (count: number): Verification => ({
  records: count,
  links: count,
  head: 'b6de0196',
  broken: undefined,
  brokenElsewhere: [],
  holdsExpected: undefined,
  besides: [],
  archived: { months: [], leaving: undefined, recordsKept: 0 },
  seals: { count, upTo: { number: 3, atMs: 0, hash: 'b6de0196' }, isHeld: true, recordsAfter: count },
})

test('one record, one link and one seal are told as one', () => {
  const [chained, sealed] = verificationTexts(found(1))
  assert.match(chained?.pt ?? '', /: 1 registro em 1 elo\. /)
  assert.match(chained?.en ?? '', /: 1 record in 1 link\. /)
  assert.match(sealed?.pt ?? '', /^1 selo inteiro\. .* 1 registro vem depois dele/)
  assert.match(sealed?.en ?? '', /^1 whole seal\. .* 1 record lies after it/)
  const [left] = leftTexts({ months: ['2021-08'], leaving: undefined, recordsKept: 1 })
  assert.match(left?.pt ?? '', /^1 mês está em arquivo .*; 1 registro deles fica aqui/)
  assert.match(left?.en ?? '', /^1 month is in archives .*; 1 record of them stays here/)
})

test('none and many are told as many', () => {
  for (const count of [0, 2]) {
    const [chained, sealed] = verificationTexts(found(count))
    assert.ok(chained?.en.includes(`: ${count} records in ${count} links. `))
    assert.match(sealed?.en ?? '', new RegExp(`^${count} whole seals\\. .* ${count} records lie after it`))
  }
})
