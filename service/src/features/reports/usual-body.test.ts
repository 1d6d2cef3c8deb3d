import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryRequest } from '@lastro/contract/reports/queries.ts'
import fc from 'fast-check'
import { parseJsonText } from '../../http/body/body.ts'
import { validator } from '../../http/body/validate.ts'
import { readUsualBody } from './usual-body.ts'

const { accepts } = validator(QueryRequest)

/** What it reads, the parser reads the same, and the contract takes. */
const isRight = (latin1: string) => {
  const read = readUsualBody(latin1)
  if (read === undefined) return
  const parsed = parseJsonText(latin1)
  assert.deepEqual(read, parsed, latin1)
  assert.ok(accepts(parsed), latin1)
}

test('the usual body is read', () => {
  assert.deepEqual(readUsualBody('{"documento":"12345678909"}'), { documento: '12345678909' })
  assert.deepEqual(readUsualBody('{"documento":"12.ABC.345/01DE-35"}'), { documento: '12.ABC.345/01DE-35' })
})

const others = [
  '{"documento":""}',
  '{"documento":"}',
  '{"documento":"1","features":[]}',
  '{"documento":"1" }',
  ' {"documento":"1"}',
  '{"documento": "1"}',
  '{"documento":"\\u0031"}',
  '{"documento":"1\\"}',
  '{"documento":"ç"}',
  '{"documento":"\x7f"}',
  '{"documento":"1\n"}',
  `{"documento":"${'1'.repeat(65)}"}`,
  '{"document":"1"}',
  '',
]

for (const text of others) {
  test(`${JSON.stringify(text)} is left to the parser`, () => assert.equal(readUsualBody(text), undefined))
}

test('whatever a body is made of, nothing is read that the parser reads otherwise', () => {
  const piece = fc.constantFrom(
    '{"documento":"',
    '"}',
    '{',
    '}',
    '"',
    ':',
    ',',
    'a',
    '1',
    ' ',
    '\\',
    '\xe7',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
      isRight(pieces.join(''))
      isRight(`{"documento":"${pieces.join('')}"}`)
    }),
    { numRuns: 5_000 },
  )
})
