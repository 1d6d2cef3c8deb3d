import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentNumber } from '../documents/document-number.ts'
import { billDrafts, neverMs, neverPaid } from './billing.ts'
import type { ConsultationDraft } from './consultation.ts'

const hourMs = 3_600_000
const noonMs = Date.parse('2026-11-16T12:00:00-03:00')

const draft = (of: Partial<ConsultationDraft> = {}): ConsultationDraft => ({
  atMs: noonMs,
  clientId: 'cli_a',
  purpose: 'credit_analysis',
  document: '52998224725' as DocumentNumber,
  product: 'relatorioBasico',
  features: '',
  listings: '',
  address: '127.0.0.1',
  requestId: 'r',
  outcome: 'answered',
  priceCents: 100,
  key: '',
  repeatWindowMs: 24 * hourMs,
  ...of,
})

const bill = (...drafts: readonly ConsultationDraft[]) => billDrafts(drafts, () => neverPaid)
const billAfter = (sameQueryAtMs: number, of: Partial<ConsultationDraft> = {}) =>
  billDrafts([draft(of)], () => ({ sameQueryAtMs, sameKeyAtMs: neverMs }))
const billAfterKey = (sameKeyAtMs: number, of: Partial<ConsultationDraft> = {}) =>
  billDrafts([draft({ key: 'k', ...of })], () => ({ sameQueryAtMs: neverMs, sameKeyAtMs }))

test('an answer is billed, a failure never is, and an answer without a price is billed nothing', () => {
  assert.deepEqual(bill(draft()), ['billed'])
  assert.deepEqual(bill(draft({ priceCents: undefined })), ['unbilled'])
  assert.deepEqual(bill(draft({ priceCents: 0 })), ['billed'])
})

test('the window ends on its last millisecond: a query exactly one window later is billed', () => {
  const windowMs = 24 * hourMs
  assert.deepEqual(billAfter(noonMs - windowMs + 1), ['repeat'])
  assert.deepEqual(billAfter(noonMs - windowMs), ['billed'])
  assert.deepEqual(billAfter(noonMs - windowMs - 1), ['billed'])
})

test('a contract without a window bills every query, also one that a slower clock puts before the last', () => {
  assert.deepEqual(billAfter(noonMs, { repeatWindowMs: 0 }), ['billed'])
  assert.deepEqual(billAfter(noonMs + 5, { repeatWindowMs: 0 }), ['billed'])
  assert.deepEqual(bill(draft({ repeatWindowMs: 0 }), draft({ repeatWindowMs: 0, atMs: noonMs - 1 })), [
    'billed',
    'billed',
  ])
})

test('what was paid under a key is free under it for a day, whatever the window, and no longer', () => {
  for (const repeatWindowMs of [0, hourMs]) {
    assert.deepEqual(billAfterKey(noonMs - 24 * hourMs + 1, { repeatWindowMs }), ['repeat'])
    assert.deepEqual(billAfterKey(noonMs - 24 * hourMs, { repeatWindowMs }), ['billed'])
  }
  assert.deepEqual(billAfterKey(noonMs - 30 * hourMs, { repeatWindowMs: 48 * hourMs }), ['repeat'])
  assert.deepEqual(billAfterKey(noonMs - 1, { key: '' }), ['billed'])
})

test('drafts of one commit see one another in their order', () => {
  assert.deepEqual(bill(draft(), draft(), draft({ atMs: noonMs + 1 })), ['billed', 'repeat', 'repeat'])
  const keyed = { key: 'k', repeatWindowMs: 0 }
  assert.deepEqual(bill(draft(keyed), draft(keyed), draft({ ...keyed, key: 'other' })), [
    'billed',
    'repeat',
    'billed',
  ])
})

test('another client, document, product or set of features is another query', () => {
  const others: Partial<ConsultationDraft>[] = [
    { clientId: 'cli_b' },
    { document: '12345678909' as DocumentNumber },
    { product: 'relato' },
    { features: 'SANCOES' },
  ]
  for (const other of others) assert.deepEqual(bill(draft(), draft(other)), ['billed', 'billed'])
})

test('a failure makes nothing after it free', () => {
  assert.deepEqual(bill(draft({ priceCents: undefined }), draft()), ['unbilled', 'billed'])
})

test('each draft is asked about by its own place, and only where it has a price', () => {
  const asked: number[] = []
  billDrafts([draft(), draft({ priceCents: undefined }), draft({ clientId: 'cli_b' })], (_, at) => {
    asked.push(at)
    return neverPaid
  })
  assert.deepEqual(asked, [0, 2])
})
