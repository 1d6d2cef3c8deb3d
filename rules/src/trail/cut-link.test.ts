import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Link, linkOf } from './chain.ts'
import type { ConsultationDraft } from './consultation.ts'
import { cutLink, isSoundCut, keptText, recordsIn } from './cut-link.ts'

const draft = (requestId: string): ConsultationDraft => ({
  atMs: 1,
  clientId: 'cli_ana',
  purpose: 'credit_analysis',
  document: '',
  product: 'relato',
  features: '',
  listings: '',
  address: '',
  requestId,
  outcome: 'answered',
  priceCents: undefined,
  key: '',
  repeatWindowMs: 0,
})
const drafts = ['a', 'b', 'c'].map(draft)
const link = linkOf(
  'sandbox',
  { number: 6, hash: '0'.repeat(64) },
  drafts,
  drafts.map(() => 'unbilled'),
)
const cut = (which: string, of: Link = link) => cutLink(of, ({ requestId }) => which.includes(requestId))
const places = (of: Link | undefined) => Array.from(recordsIn(of ?? assert.fail()), ({ place }) => place)

test('what stays of a link stands where it stood, under the hashes of all', () => {
  assert.deepEqual(places(cut('b')), [1])
  assert.deepEqual(places(cut('ac')), [0, 2])
  assert.deepEqual(cut('b')?.recordHashes, link.recordHashes)
  assert.equal(cut(''), undefined)
  assert.equal(isSoundCut(cut('b') ?? assert.fail()), true)
})

test('to cut a link twice is to cut it once', () => {
  assert.deepEqual(cut('b', cut('ab')), cut('b'))
  assert.deepEqual(cut('b', cut('b')), cut('b'))
})

test('a record that was changed, moved or added to what stays is noticed', () => {
  const left = cut('b') ?? assert.fail()
  const [, text] = left.records.split('\n')
  for (const records of [`\n${text} \n`, `${text}\n\n`, `\n${text}`, `\n${text}\n\n`])
    assert.equal(isSoundCut({ ...left, records }), false, JSON.stringify(records))
})

test('the text of what stays names each record by link and place', () => {
  assert.notEqual(keptText(cut('b') ?? assert.fail()), keptText(cut('a') ?? assert.fail()))
  assert.equal(keptText(cut('ab') ?? assert.fail()).split('\n').length, 3)
})
