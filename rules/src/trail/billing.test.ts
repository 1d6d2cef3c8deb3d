import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { DocumentNumber } from '../documents/document-number.ts'
import {
  addUsage,
  billDrafts,
  isAnswer,
  neverMs,
  neverPaid,
  ownersOf,
  paidSinceMs,
  reopenedOutcome,
  shownOutcomes,
  type UsageLines,
  usageOf,
} from './billing.ts'
import type { Billing, ConsultationDraft } from './consultation.ts'

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

test('the shortest window there is makes a repeat of the same moment free', () => {
  assert.deepEqual(bill(draft({ repeatWindowMs: 1 }), draft({ repeatWindowMs: 1 })), ['billed', 'repeat'])
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
  for (const repeatWindowMs of [0, hourMs, 720 * hourMs]) {
    assert.deepEqual(billAfterKey(noonMs - 24 * hourMs + 1, { repeatWindowMs }), ['repeat'])
    assert.deepEqual(billAfterKey(noonMs - 24 * hourMs, { repeatWindowMs }), ['billed'])
  }
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

test('a key stands for one query: what was paid under it makes no other product or feature free', () => {
  const keyed = { key: 'k', repeatWindowMs: 0 }
  for (const other of [{ product: 'relatorioAvancado' }, { features: 'MAIS_ANOTACOES' }])
    assert.deepEqual(bill(draft(keyed), draft({ ...keyed, ...other })), ['billed', 'billed'])
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

test('an earlier payment counts within the window, and under a key for a day at least', () => {
  assert.equal(paidSinceMs(draft({ repeatWindowMs: 1_000 })), noonMs - 1_000)
  assert.equal(paidSinceMs(draft({ repeatWindowMs: 0 })), noonMs)
  assert.equal(paidSinceMs(draft({ repeatWindowMs: 1_000, key: 'k' })), noonMs - 24 * hourMs)
  assert.equal(paidSinceMs(draft({ repeatWindowMs: 48 * hourMs, key: 'k' })), noonMs - 48 * hourMs)
  assert.equal(paidSinceMs(draft({ repeatWindowMs: 1_000, copiedAtMs: noonMs - 5_000 })), noonMs - 5_001)
  assert.equal(paidSinceMs(draft({ repeatWindowMs: 9_000, copiedAtMs: noonMs - 5_000 })), noonMs - 9_000)
})

test('a report left the service when it was answered, in part or again; nothing else is an answer', () => {
  for (const outcome of ['answered', 'degraded', 'replayed']) assert.equal(isAnswer(outcome), true, outcome)
  for (const outcome of ['alerted', reopenedOutcome, 'quota_exceeded', ''])
    assert.equal(isAnswer(outcome), false, outcome)
  // As records of every release have it.
  assert.equal(reopenedOutcome, 'reopened')
  assert.deepEqual(shownOutcomes, ['answered', 'degraded', 'replayed', 'alerted'])
})

test('usage counts each answer once: by client, day in São Paulo, product and features', () => {
  const asked: readonly (readonly [Partial<ConsultationDraft>, Billing])[] = [
    [{}, 'billed'],
    [{}, 'repeat'],
    [{ priceCents: undefined }, 'unbilled'],
    [{ outcome: 'quota_exceeded' }, 'billed'],
    [{ outcome: 'degraded', priceCents: 20 }, 'billed'],
    [{ outcome: 'replayed' }, 'repeat'],
    [{ clientId: 'cli_b' }, 'billed'],
    [{}, 'billed'],
    [{ product: 'cadastral' }, 'billed'],
    [{}, 'billed'],
    [{ features: 'SANCOES' }, 'billed'],
    [{ features: 'SANCOES', atMs: Date.parse('2026-11-16T23:59:59-03:00') }, 'billed'],
    [{ features: 'SANCOES', atMs: Date.parse('2026-11-17T00:00:00-03:00') }, 'billed'],
  ]
  const drafts = asked.map(([over]) => draft(over))
  const billings = asked.map(([, billing]) => billing)
  const line = { clientId: 'cli_a', day: '2026-11-16', product: 'relatorioBasico', features: '' }
  const expected = [
    { ...line, billed: 4, unbilled: 3, cents: 320 },
    { ...line, clientId: 'cli_b', billed: 1, unbilled: 0, cents: 100 },
    { ...line, product: 'cadastral', billed: 1, unbilled: 0, cents: 100 },
    { ...line, features: 'SANCOES', billed: 2, unbilled: 0, cents: 200 },
    { ...line, features: 'SANCOES', day: '2026-11-17', billed: 1, unbilled: 0, cents: 100 },
  ]
  assert.deepEqual(usageOf(drafts, billings), expected)
  const added: UsageLines = new Map()
  for (const [at, one] of drafts.entries())
    addUsage(added, one, billings[at] === 'billed', one.priceCents ?? 0)
  assert.deepEqual([...added.values()], expected)
})

test('what is billed at no price adds nothing', () => {
  const [line] = usageOf([draft({ priceCents: undefined })], ['billed'])
  assert.deepEqual([line?.billed, line?.cents], [1, 0])
})

test('the owners of records are their clients and the people who asked, each once', () => {
  const drafts = [
    draft(),
    draft({ userId: 'usr_1' }),
    draft({ clientId: 'cli_b' }),
    draft({ userId: 'usr_1' }),
    draft({ userId: 'usr_2' }),
  ]
  assert.deepEqual(ownersOf(drafts), ['cli_a', 'usr_1', 'cli_b', 'usr_2'])
  assert.deepEqual(ownersOf([]), [])
})

test('what a stored copy answered is a repeat of the same query paid since it was made, and billed otherwise', () => {
  const copiedAtMs = noonMs - 72 * hourMs
  for (const repeatWindowMs of [0, 24 * hourMs]) {
    assert.deepEqual(billAfter(copiedAtMs, { copiedAtMs, repeatWindowMs }), ['repeat'])
    assert.deepEqual(billAfter(copiedAtMs - 1, { copiedAtMs, repeatWindowMs }), ['billed'])
  }
  assert.deepEqual(bill(draft({ copiedAtMs })), ['billed'], 'nobody has ever paid for it')
  assert.deepEqual(bill(draft({ copiedAtMs, priceCents: undefined })), ['unbilled'])
})

test('what a stored copy answered for nothing makes no later query free, and what it was paid for does', () => {
  const copiedAtMs = noonMs - 72 * hourMs
  const paid = () => ({ sameQueryAtMs: copiedAtMs, sameKeyAtMs: neverMs })
  assert.deepEqual(billDrafts([draft({ copiedAtMs }), draft()], paid), ['repeat', 'billed'])
  const keyed = { key: 'k', repeatWindowMs: 0 }
  assert.deepEqual(billDrafts([draft({ ...keyed, copiedAtMs }), draft(keyed)], paid), ['repeat', 'billed'])
  assert.deepEqual(bill(draft({ copiedAtMs }), draft()), ['billed', 'repeat'])
})
