import assert from 'node:assert/strict'
import { type ProblemCode, problems } from '@lastro/contract/problems/problems.ts'
import { describe, test } from 'vitest'
import { spokenProblems } from './spoken-problems.ts'
import { isTechnical } from './technical-words.ts'

const codes = Object.keys(problems) as ProblemCode[]

/** What fills a detail and is a word, a number or a sentence; what else fills one is a code. */
const filledWithWords = new Set(['limit', 'seconds', 'reason', 'accepted', 'sent'])

describe('what goes wrong is said to a person', () => {
  test('every problem of the contract, and no other', () => {
    assert.deepEqual(Object.keys(spokenProblems).toSorted(), codes.toSorted())
  })

  test('what is said as the service says it has no word of a programmer in it', () => {
    const said = codes.filter((code) => spokenProblems[code] === 'said')
    assert.ok(said.length > 20)
    for (const code of said) {
      const { title, detail } = problems[code]
      for (const text of [title.pt, title.en, detail.pt, detail.en]) {
        assert.ok(!isTechnical(text.replace(/\{\w+\}/g, '')), `${code}: ${text}`)
        for (const [, name = ''] of text.matchAll(/\{(\w+)\}/g))
          assert.ok(filledWithWords.has(name), `${code} ${name}`)
      }
    }
  })

  test('what the console says itself has none either, in both languages', () => {
    for (const [code, spoken] of Object.entries(spokenProblems)) {
      if (typeof spoken === 'string') continue
      for (const { pt, en } of [spoken.title, spoken.text]) {
        assert.notEqual(pt, en, code)
        for (const text of [pt, en]) assert.ok(!isTechnical(text.replace('NDJSON', '')), `${code}: ${text}`)
      }
    }
  })

  test('words of programmers are known when they are seen', () => {
    for (const text of [
      'em GET /x',
      'see /docs',
      'o ETag',
      'If-Match',
      'o existingId',
      'listing_state',
      'errors',
    ]) {
      assert.ok(isTechnical(text), text)
    }
    for (const text of ['E-mail do CPF', 'um CNPJ', 'R$ 10,00', '24/7', 'e/ou'])
      assert.ok(!isTechnical(text), text)
  })
})
