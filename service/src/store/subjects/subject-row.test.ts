import assert from 'node:assert/strict'
import { deflateRawSync } from 'node:zlib'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { test } from 'vitest'
import { factsOf, keptOf, rowOf } from './subject-row.ts'

const document = withCheckDigits('000000101')
const validUntil = '2030-01-01' as Day
const facts = { documento: document, registration: { consumerName: 'ANDRÉ 👩‍🌾' } }
const sections = [
  { section: 'registration', text: '{"consumerName":"ANDRÉ"}', validUntil },
  { section: 'addresses', text: '[{"city":"SÃO LUÍS"}]', validUntil },
  { section: 'check', text: '{"checkResponse":[]}', validUntil },
] as const
const row = rowOf({ document, facts, partners: [], validUntil, sections })
const text = row.sections.toString()

test('what stands in a row and the mark of its form change together', () => {
  assert.equal(
    text,
    '(=0..r\nregistration 24,check 20\n{"consumerName":"ANDRÉ"}{"checkResponse":[]}',
    'rows that were kept before have another text: give `form` another mark, so that they are told from the facts',
  )
})

test('a row reads back as it was kept: the usual sections by themselves, all of them, and the facts', () => {
  const [registration, addresses, check] = sections
  assert.deepEqual(keptOf(validUntil, text).sections(), [registration, check])
  assert.deepEqual(keptOf(validUntil, text, row.packed).sections(), [registration, check, addresses])
  assert.equal(keptOf(validUntil, text).validUntil, validUntil)
  assert.deepEqual(factsOf(row.packed), facts)
})

test('a subject that says nothing reads back', () => {
  const empty = rowOf({ document, facts: { documento: document }, partners: [], validUntil, sections: [] })
  assert.deepEqual(keptOf(validUntil, empty.sections.toString(), empty.packed).sections(), [])
  assert.deepEqual(factsOf(empty.packed), { documento: document })
})

test('a row of an earlier version counts as lapsed, and its facts can be read', () => {
  const deflated = deflateRawSync(JSON.stringify(facts), { level: 1 })
  for (const kept of [
    keptOf(validUntil, '#20 check 2 20\n{}'),
    keptOf(validUntil, '&check 2\n{}'),
    keptOf(validUntil, text, deflated),
    keptOf(validUntil, '', row.packed),
  ]) {
    assert.ok(kept.validUntil < '2020-01-01')
    assert.deepEqual(kept.sections(), [])
  }
  assert.deepEqual(factsOf(deflated), facts)
})
