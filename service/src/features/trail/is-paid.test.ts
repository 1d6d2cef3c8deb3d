import assert from 'node:assert/strict'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Consultation, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { test } from 'vitest'
import { draftOf } from '../../../testing/invented/chained.ts'
import { paidAtMs } from './is-paid.ts'
import type { SearchRange } from './trail-store.ts'

const hourMs = 60 * 60_000
const atMs = Date.parse('2026-11-16T12:00:00-03:00')
const document = '52998224725' as DocumentNumber
const asked = draftOf({ atMs, document, features: 'SANCOES', repeatWindowMs: hourMs, key: 'another key' })

type Earlier = Partial<Consultation>

const recorded = (of: Earlier): Consultation => {
  const { priceCents: _, repeatWindowMs: __, ...draft } = asked
  return { ...draft, environment: 'production', number: 1, place: 0, billed: true, cents: 150, ...of }
}

/** Whether the query repeats one of these that were asked before it. */
async function isPaidAfter(earlier: readonly Earlier[], draft: ConsultationDraft = asked): Promise<unknown> {
  const ofDocument = async (environment: string, of: DocumentNumber, { fromMs, untilMs }: SearchRange) =>
    earlier
      .map(recorded)
      .filter((one) => one.environment === environment && one.document === of)
      .filter((one) => one.atMs >= fromMs && one.atMs <= untilMs)
  return (await paidAtMs({ ofDocument }, 'production', draft)) !== undefined
}

const minuteAgo = { atMs: atMs - 60_000 }

test('the same query that its client paid for is not paid for again until its window has passed', async () => {
  assert.equal(await isPaidAfter([{ atMs }]), true)
  assert.equal(await isPaidAfter([minuteAgo]), true)
  assert.equal(await isPaidAfter([{ atMs: atMs - hourMs + 1 }]), true)
  assert.equal(await isPaidAfter([{ atMs: atMs - hourMs }]), false)
  assert.equal(await isPaidAfter([{ atMs: atMs - 2 * hourMs }]), false)
  assert.equal(await isPaidAfter([{ atMs: atMs + 1 }]), false)
  assert.equal(await isPaidAfter([]), false)
})

const others: Readonly<Record<string, Earlier>> = {
  'of another client': { clientId: 'cli_bia' },
  'that cost nothing': { billed: false, cents: 0 },
  'of another product': { product: 'cadastral' },
  'without these features': { features: '' },
  'with more features': { features: 'PARTICIPACOES,SANCOES' },
  'about another document': { document: '11222333000181' as DocumentNumber },
  'in the other environment': { environment: 'sandbox' },
}

for (const [what, other] of Object.entries(others)) {
  test(`a query ${what} does not stand for it`, async () => {
    assert.equal(await isPaidAfter([{ ...minuteAgo, ...other }]), false)
    assert.equal(await isPaidAfter([{ ...minuteAgo, ...other }, minuteAgo]), true)
  })
}

test('a query that names no document, or whose contract has no window, repeats nothing', async () => {
  const trail = { ofDocument: () => assert.fail('the trail is not asked') }
  for (const by of [{ document: '' }, { repeatWindowMs: 0 }] as const)
    assert.equal(await paidAtMs(trail, 'production', { ...asked, ...by }), undefined)
})
