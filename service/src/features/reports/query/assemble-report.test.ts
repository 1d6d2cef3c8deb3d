import assert from 'node:assert/strict'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import { test } from 'vitest'
import { failed, type SectionAnswer, type SectionAnswers } from '../source.ts'
import { assembleReport } from './assemble-report.ts'

const atMs = Date.parse('2026-11-10T12:00:00-03:00')
const copiedAt = '2026-11-10T12:00:00-03:00'
const found = (value: object, at?: number): SectionAnswer => ({
  kind: 'found',
  text: JSON.stringify(value),
  ...(at !== undefined && { copy: { atMs: at } }),
})

const reportOf = (answers: SectionAnswers) => {
  const sections = Object.keys(answers) as SectionId[]
  const report = assembleReport({ sections, wholeLists: false, contactData: true }, answers, 'pt')
  assert.ok(report.kind === 'report')
  return JSON.parse(report.text)
}

test('a copy says in its section of when it is, nothing on file too, and no other section does', () => {
  const report = reportOf({
    listingP: found({ listingPResponse: [], summary: {} }, atMs),
    listingR: { kind: 'nothing', copy: { atMs } },
    check: { kind: 'nothing' },
    score: found({ score: '7' }, atMs),
  })
  assert.equal(Date.parse(report.negativeData.listingP.copiedAt), atMs)
  assert.equal(Date.parse(report.negativeData.listingR.copiedAt), atMs)
  assert.ok(!('copiedAt' in report.negativeData.check))
  assert.equal(Date.parse(report.score.copiedAt), atMs)
  assert.equal(report.score.score, '7')
})

test('addresses tell it by the registration that they lie inside of, the oldest once', () => {
  const { registration } = reportOf({
    registration: found({ consumerName: 'MARIA' }, atMs),
    addresses: found([{ city: 'SANTOS' }], atMs - 5_000),
    phones: failed('source_timeout'),
  })
  assert.equal(Date.parse(registration.copiedAt), atMs - 5_000)
  assert.deepEqual(registration.addresses, [{ city: 'SANTOS' }])
  assert.equal(registration.error.code, 'source_timeout')
})

test('what a provider itself had from a copy keeps its date', () => {
  const { score } = reportOf({ score: found({ score: '7', copiedAt }, atMs + 86_400_000) })
  assert.equal(score.copiedAt, copiedAt)
})
