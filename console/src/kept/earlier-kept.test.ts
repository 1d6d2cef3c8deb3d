import assert from 'node:assert/strict'
import type { ConsultationItem } from '@lastro/contract/clients/consultations.ts'
import { test } from 'vitest'
import { earlierKept } from './earlier-kept.ts'

const kept = { keptUntil: '2026-12-16T10:00:00-03:00' }
const item = (requestId: string, changes: Partial<ConsultationItem> = {}): ConsultationItem => ({
  at: '2026-11-16T10:00:00-03:00',
  requestId,
  document: '12345678909',
  product: 'relatorioBasico',
  features: [],
  outcome: 'answered',
  billed: true,
  report: kept,
  ...changes,
})

const asked = { requestId: 'now', product: 'relatorioBasico', result: { document: '12345678909' } }
const { report: _, ...notKept } = item('not kept')

test('the newest kept report on the same document and product from before is found', () => {
  const list = [
    item('later'),
    item('now'),
    item('another person', { document: '52998224725' }),
    item('another product', { product: 'cadastral' }),
    notKept,
    item('wanted'),
    item('older still'),
  ]
  assert.equal(earlierKept(list, asked)?.requestId, 'wanted')
})

test('nothing is compared with itself, with what came later, or from a list that does not have it', () => {
  assert.equal(earlierKept([item('later'), item('now'), item('now')], asked), undefined)
  assert.equal(earlierKept([item('another')], asked), undefined)
  assert.equal(earlierKept([], asked), undefined)
})

test('a file that was taken of a report is no report of its own', () => {
  const { report: __, ...file } = item('now', { outcome: 'replayed' })
  assert.equal(earlierKept([file, item('between'), item('now')], asked), undefined)
})
