import assert from 'node:assert/strict'
import { checkCode } from '@lastro/rules/trail/check-code.ts'
import { test } from 'vitest'
import { billingOf, chainOf, draftOf } from '../../../testing/invented/chained.ts'
import { confirmConsultation } from './confirm-consultation.ts'

const answered = draftOf({ requestId: 'request-7' })
const refused = draftOf({ requestId: 'request-8', outcome: 'quota_exceeded', priceCents: undefined })
/** The same call again, under a key: one request, two records. */
const replayed = draftOf({ requestId: 'request-7', outcome: 'replayed', priceCents: undefined })
const mentioning = draftOf({ requestId: 'request-9', address: 'request-10' })
const links = chainOf([[draftOf()], [draftOf(), answered, refused], [replayed, mentioning]])

const codeOf = (draft: typeof answered) => checkCode(draft, billingOf(draft))

async function confirmation(requestId: string, code: string) {
  const asked: unknown[] = []
  const trail = {
    linksWithin: async function* (...about: unknown[]) {
      asked.push(about)
      yield* links
    },
  }
  const range = { fromMs: 5, untilMs: 500 }
  const outcome = await confirmConsultation(trail, 'sandbox', { requestId, code, ...range })
  assert.deepEqual(asked, [['sandbox', range]])
  return outcome
}

test('a consultation is confirmed by its request and its code, as it stands in the trail', async () => {
  const { priceCents: cents, repeatWindowMs: _, ...rest } = answered
  assert.deepEqual(await confirmation('request-7', codeOf(answered)), {
    kind: 'confirmed',
    consultation: { environment: 'sandbox', number: 2, place: 1, ...rest, billed: true, cents },
  })
})

test('a code is read however it was typed', async () => {
  const typed = codeOf(answered).toLowerCase().replaceAll('-', ' ')
  assert.equal((await confirmation('request-7', typed)).kind, 'confirmed')
})

test('of several records of one request each is confirmed by its own code', async () => {
  const outcome = await confirmation('request-7', codeOf(replayed))
  assert.ok(outcome.kind === 'confirmed')
  assert.equal(outcome.consultation.outcome, 'replayed')
})

test('no report was given for a query that was refused, though its record has that very code', async () => {
  assert.deepEqual(await confirmation('request-8', codeOf(refused)), { kind: 'not_answered' })
})

test('a request with another code is told apart from one that nobody made', async () => {
  assert.deepEqual(await confirmation('request-7', codeOf(refused)), { kind: 'code_differs' })
  assert.deepEqual(await confirmation('request-70', codeOf(answered)), { kind: 'unknown' })
  // Another record only mentions it.
  assert.deepEqual(await confirmation('request-10', codeOf(mentioning)), { kind: 'unknown' })
})
