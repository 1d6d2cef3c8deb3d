import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentNumber } from '../documents/document-number.ts'
import {
  addUsage,
  billingOf,
  isAnswer,
  ownersOf,
  shownOutcomes,
  type UsageLines,
  usageOf,
} from './billing.ts'
import { type Billing, billedSinceMs, type ConsultationDraft } from './consultation.ts'

const noonMs = Date.parse('2026-11-16T12:00:00-03:00')
const hourMs = 3_600_000
const draft = (over: Partial<ConsultationDraft> = {}): ConsultationDraft => ({
  atMs: noonMs,
  clientId: 'cli_a',
  purpose: 'credit_analysis',
  document: '12345678909' as DocumentNumber,
  product: 'relato',
  features: '',
  listings: '',
  address: '127.0.0.1',
  requestId: 'r',
  outcome: 'answered',
  priceCents: 150,
  key: '',
  repeatWindowMs: 1_000,
  ...over,
})

test('an answer is billed, a repeat is not, and what has no price never is', () => {
  assert.equal(billingOf(draft(), false), 'billed')
  assert.equal(billingOf(draft({ priceCents: 0 }), false), 'billed')
  assert.equal(billingOf(draft(), true), 'repeat')
  assert.equal(billingOf(draft({ priceCents: undefined }), false), 'unbilled')
  assert.equal(billingOf(draft({ priceCents: undefined }), true), 'unbilled')
})

test('an earlier billing counts within the window, and under a key for a day at least', () => {
  assert.equal(billedSinceMs(draft()), noonMs - 1_000)
  assert.equal(billedSinceMs(draft({ repeatWindowMs: 0 })), noonMs)
  assert.equal(billedSinceMs(draft({ repeatWindowMs: 0, key: 'k' })), noonMs - 24 * hourMs)
  assert.equal(billedSinceMs(draft({ repeatWindowMs: 1_000, key: 'k' })), noonMs - 24 * hourMs)
  assert.equal(billedSinceMs(draft({ repeatWindowMs: 48 * hourMs, key: 'k' })), noonMs - 48 * hourMs)
})

test('a report left the service when it was answered, in part or again; nothing else is an answer', () => {
  for (const outcome of ['answered', 'degraded', 'replayed']) assert.equal(isAnswer(outcome), true, outcome)
  for (const outcome of ['alerted', 'quota_exceeded', '']) assert.equal(isAnswer(outcome), false, outcome)
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
  const line = { clientId: 'cli_a', day: '2026-11-16', product: 'relato', features: '' }
  const expected = [
    { ...line, billed: 4, unbilled: 3, cents: 470 },
    { ...line, clientId: 'cli_b', billed: 1, unbilled: 0, cents: 150 },
    { ...line, product: 'cadastral', billed: 1, unbilled: 0, cents: 150 },
    { ...line, features: 'SANCOES', billed: 2, unbilled: 0, cents: 300 },
    { ...line, features: 'SANCOES', day: '2026-11-17', billed: 1, unbilled: 0, cents: 150 },
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
