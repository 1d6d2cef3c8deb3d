import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { languageOf, mediaTypeOf, takesEncoding } from './negotiation.ts'

const available = ['application/json', 'text/html', 'application/pdf']
const typeFor = (header: string | undefined) => mediaTypeOf(header, available)

test('a caller that says nothing of what it takes, takes anything', () => {
  for (const header of [undefined, '', '*/*']) assert.equal(typeFor(header), 'application/json')
})

test('the type it likes best is answered, and none when it takes none', () => {
  assert.equal(typeFor('text/html'), 'text/html')
  assert.equal(typeFor('application/*;q=0.5, text/html'), 'text/html')
  assert.equal(typeFor('*/*, application/json;q=0'), 'text/html')
  assert.equal(typeFor('image/png'), undefined)
  assert.equal(typeFor('text/html;q=0.2, application/pdf;q=0.3'), 'application/pdf')
})

test('what is named goes before what a wildcard takes, and what is named first before the rest', () => {
  assert.equal(typeFor('application/pdf, */*'), 'application/pdf')
  assert.equal(typeFor('text/*, */*;q=0.1'), 'text/html')
  assert.equal(typeFor('text/html, application/json'), 'text/html')
  assert.equal(typeFor('application/json, text/plain, */*'), 'application/json')
})

test('a quality of nought refuses, however it is written', () => {
  assert.equal(typeFor('application/json;q=0'), undefined)
  assert.equal(typeFor('*/*;q=0'), undefined)
  assert.equal(typeFor('application/json;q=0.000, text/*'), 'text/html')
  assert.equal(typeFor('text/html ; Q = 0 , application/pdf'), 'application/pdf')
  assert.equal(typeFor('text/html;q=often'), undefined)
})

test('parameters of a type do not keep its answer from a caller', () => {
  assert.equal(typeFor('application/json; charset=utf-8'), 'application/json')
  assert.equal(typeFor('Application/JSON;Charset="utf-8"'), 'application/json')
  assert.equal(typeFor('text/html;level="1,2";q=0.1, application/pdf;version=1.7;q=0.2'), 'application/pdf')
})

test('entries that say nothing are passed over', () => {
  assert.equal(typeFor(', ,text/html,'), 'text/html')
  assert.equal(typeFor('*, garbage'), undefined)
})

test('the language is the one the caller likes better, and Portuguese when it knows neither', () => {
  const cases: Readonly<Record<string, string>> = {
    en: 'en',
    'EN-us': 'en',
    'pt-BR,pt;q=0.9,en;q=0.8': 'pt',
    'en-GB;q=0.8, pt-PT;q=0.9': 'pt',
    'en, pt': 'en',
    'zh, en;q=0.1': 'en',
    fr: 'pt',
    '': 'pt',
    '*': 'pt',
    'en;q=0': 'pt',
    'pt;q=0, *': 'en',
    'en;q=0.5, *': 'pt',
    x_y: 'pt',
  }
  for (const [header, language] of Object.entries(cases)) assert.equal(languageOf(header), language, header)
  assert.equal(languageOf(undefined), 'pt')
})

test('a coding is taken when it is named or anything is, and none but the plain one by silence', () => {
  for (const header of ['br', 'gzip, BR;q=0.1', '*', 'gzip;q=0, *', '*;q=0, br']) {
    assert.ok(takesEncoding(header, 'br'), String(header))
  }
  for (const header of [undefined, '', 'gzip', 'br;q=0', '*;q=0', '*, br;q=0.0']) {
    assert.ok(!takesEncoding(header, 'br'), String(header))
  }
  for (const header of [undefined, '', 'gzip', 'br;q=0'])
    assert.ok(takesEncoding(header, 'identity'), String(header))
  for (const header of ['identity;q=0', '*;q=0', '*;q=0, br']) assert.ok(!takesEncoding(header, 'identity'))
})

test('no header breaks the reading, and what is answered is one of those there are', () => {
  const piece = fc.constantFrom(
    ...[
      'text/html',
      'application/json',
      '*/*',
      'en',
      'br',
      '*',
      ';',
      ',',
      ' ',
      '"',
      '\\',
      '=',
      'q',
      'q=0',
      '\t',
    ],
  )
  const header = fc.oneof(
    fc.array(piece).map((pieces) => pieces.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(header, (value) => {
      assert.ok([...available, undefined].includes(typeFor(value)))
      assert.ok(['pt', 'en'].includes(languageOf(value)))
      takesEncoding(value, 'br')
    }),
  )
})
