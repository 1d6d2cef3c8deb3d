import assert from 'node:assert/strict'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { billDrafts, neverMs, queryOf } from '@lastro/rules/trail/billing.ts'
import type { Billing, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import { newPlace } from '../../../../testing/engines.ts'

import { verifyTrail } from '../../../features/trail/seals/verify-trail.ts'
import { openSqlite } from '../../engine/sqlite.ts'

const hourMs = 3_600_000
const startMs = Date.parse('2026-11-16T12:00:00-03:00')
const always = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }

/** A person, a company, a company with letters. */
const documents: readonly DocumentNumber[] = ['123456789', '112223330001', 'AB1234560001'].map(
  withCheckDigits,
)

const drafts = fc.record({
  afterMs: fc.constantFrom(0, 1, 999, hourMs - 1, hourMs, hourMs + 1, 13 * hourMs),
  clientId: fc.constantFrom('cli_a', 'cli_b'),
  document: fc.constantFrom<DocumentNumber | ''>(...documents, documents[0] ?? '', ''),
  features: fc.constantFrom('', 'SANCOES'),
  key: fc.constantFrom('', '', 'k1', 'k2'),
  repeatWindowMs: fc.constantFrom(0, hourMs, 24 * hourMs),
  copyAgeMs: fc.constantFrom(undefined, undefined, hourMs, 30 * hourMs),
  isAnswered: fc.constantFrom(true, true, true, false),
})

/** What happens to the store: a commit, or a restart with the fast index on or off. */
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.array(drafts, { minLength: 1, maxLength: 5 }) },
    { weight: 1, arbitrary: fc.boolean() },
  ),
  { minLength: 3, maxLength: 20 },
)

/** What the rules say of a history that is simply walked from end to end. */
function billedBy(history: readonly [ConsultationDraft, Billing][], link: readonly ConsultationDraft[]) {
  return billDrafts(link, (draft) => {
    const paid = history.filter(
      ([one, billing]) =>
        billing === 'billed' && one.clientId === draft.clientId && one.document === draft.document,
    )
    const newest = (of: typeof paid) => Math.max(neverMs, ...of.map(([one]) => one.atMs))
    const same = paid.filter(([one]) => queryOf(one) === queryOf(draft))
    return {
      sameQueryAtMs: newest(same),
      sameKeyAtMs: newest(same.filter(([one]) => one.key !== '' && one.key === draft.key)),
    }
  })
}

test('both indexes bill as the rules do and find every record, whichever took over from the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), steps, async (startsFast, asked) => {
      const { dataDirectory } = await newPlace('sqlite')
      let store = await openSqlite(dataDirectory, { fastRepeats: startsFast })
      const history: [ConsultationDraft, Billing][] = []
      let nowMs = startMs
      for (const step of asked) {
        if (typeof step === 'boolean') {
          await store.close()
          store = await openSqlite(dataDirectory, { fastRepeats: step })
          continue
        }
        const link = step.map(({ afterMs, isAnswered, copyAgeMs, ...of }, at): ConsultationDraft => {
          nowMs += afterMs
          return {
            atMs: nowMs,
            purpose: 'credit_analysis',
            product: 'relatorioBasico',
            listings: '',
            address: '127.0.0.1',
            requestId: `request-${history.length + at}`,
            outcome: isAnswered ? 'answered' : 'quota_exceeded',
            priceCents: isAnswered && of.document !== '' ? 150 : undefined,
            ...(copyAgeMs !== undefined && { copiedAtMs: nowMs - copyAgeMs }),
            ...of,
          }
        })
        const expected = billedBy(history, link)
        assert.deepEqual(await store.trail.append('production', link), expected)
        history.push(
          ...link.map((one, at): [ConsultationDraft, Billing] => [one, expected[at] ?? 'unbilled']),
        )
      }
      for (const document of documents) {
        const found = await store.trail.ofDocument('production', document, always)
        assert.deepEqual(
          found.map((one) => [one.requestId, one.billed]),
          history
            .filter(([one]) => one.document === document)
            .map(([one, billing]) => [one.requestId, billing === 'billed']),
        )
      }
      assert.equal((await verifyTrail(store.trail, 'production')).broken, undefined)
      await store.close()
    }),
    { numRuns: 20 },
  )
})
