import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import fc from 'fast-check'
import { draftsOf, draftsText } from './draft-rows.ts'

const text = fc.constantFrom('', 'a', 'ç"\n', 'b')

/** Few values each, so that neighbours differ in one thing, in some, in none. */
const draft = fc.record(
  {
    atMs: fc.nat(),
    clientId: text,
    purpose: text,
    document: text,
    product: text,
    features: text,
    listings: text,
    address: text,
    requestId: text,
    outcome: text,
    priceCents: fc.constantFrom(undefined, 0, 15),
    key: text,
    repeatWindowMs: fc.constantFrom(0, 1_000),
    userId: fc.constantFrom(undefined, 'usr_1', 'usr_2'),
  },
  { noNullPrototype: true },
) as fc.Arbitrary<ConsultationDraft>

/** Most drafts of a commit are like the one before in everything but a little. */
const commit = fc
  .tuple(
    draft,
    fc.array(fc.tuple(draft, fc.subarray(['atMs', 'document', 'requestId', 'outcome', 'userId'] as const))),
  )
  .map(([first, others]) => {
    const drafts = [first]
    for (const [other, differing] of others) {
      const before = drafts.at(-1) as ConsultationDraft
      drafts.push({ ...before, ...Object.fromEntries(differing.map((name) => [name, other[name]])) })
    }
    return drafts
  })

test('drafts come out as they went in, whatever of them is as in the one before', () => {
  fc.assert(fc.property(fc.array(draft), (drafts) => assert.deepEqual(draftsOf(draftsText(drafts)), drafts)))
  fc.assert(fc.property(commit, (drafts) => assert.deepEqual(draftsOf(draftsText(drafts)), drafts)))
})

test('what is as in the draft before is not said again', () => {
  const [first] = fc.sample(draft, 1) as [ConsultationDraft]
  const again = { ...first, atMs: 5, requestId: 'another', clientId: first.clientId }
  assert.equal(draftsText([first, again]).endsWith(`,[5,${JSON.stringify(first.document)},"another"]]`), true)
})
