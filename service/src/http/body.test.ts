import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonInvalid, parseJson, parseJsonText } from './body.ts'

const same = (text: string) => {
  const bytes = Buffer.from(text)
  assert.deepEqual(parseJsonText(bytes.toString('latin1')), parseJson(bytes), text)
}

const odd = [
  '{"documento":"12345678909"}',
  '{"documento":""}',
  '{"":""}',
  '{"":"a"}',
  '{":"}',
  '{"a":"b"}x',
  '{"a":"b","c":"d"}',
  '{"a":"b\\"}',
  '{"a":"\\u0041"}',
  '{"a\\":"b"}',
  '{"a":"b\n"}',
  '{"a":"\x7f"}',
  '{"a":"ç"}',
  '{"__proto__":"a"}',
  '{"a": "b"}',
  '{"a":":"}',
  '{"a":"":"}',
  '{"a":"b"',
  '"}',
  '{"',
]

for (const text of odd) test(`${JSON.stringify(text)} reads as it would by the parser`, () => same(text))

test('whatever it is made of, a body reads as it would by the parser', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '"',
    ':',
    ',',
    '":"',
    '{"',
    '"}',
    'a',
    '1',
    ' ',
    '\\',
    'ç',
    '\n',
    '\x7f',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
      same(pieces.join(''))
      same(`{"${pieces.join('')}"}`)
      same(`{"a":"${pieces.join('')}"}`)
    }),
    { numRuns: 5_000 },
  )
})

test('what is no UTF-8 is no JSON', () => {
  assert.equal(parseJsonText('{"a":"\xff"}'), jsonInvalid)
})
