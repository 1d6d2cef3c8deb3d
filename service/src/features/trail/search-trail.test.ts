import assert from 'node:assert/strict'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import { test } from 'vitest'
import { chainOf, draftOf } from '../../../testing/invented/chained.ts'
import { searchTrail } from './search-trail.ts'

const document = '52998224725' as DocumentNumber
const links = chainOf([
  [draftOf({ atMs: 100, requestId: 'a1' }), draftOf({ atMs: 101, clientId: 'cli_bia', requestId: 'b1' })],
  [draftOf({ atMs: 102, requestId: 'a2' }), draftOf({ atMs: 103, requestId: 'a3' })],
])
const consultations: readonly Consultation[] = links.flatMap(({ number, records }) =>
  records
    .split('\n')
    .map((text, place) => ({ environment: 'sandbox', number, place, ...readRecord(text) }) as const),
)

/** Hands out all it has, whatever the time: a link holds more than was asked for. */
function found(of: { clientId?: string; document?: DocumentNumber; fromMs?: number; untilMs?: number }) {
  const asked: unknown[] = []
  const trail = {
    linksWithin: async function* (...about: unknown[]) {
      asked.push(['walk', ...about])
      yield* links
    },
    ofDocument: async (...about: unknown[]) => {
      asked.push(['index', ...about])
      return [...consultations]
    },
  }
  const wanted = { fromMs: 0, untilMs: 1_000, document: undefined, clientId: undefined, ...of }
  return { asked, all: Array.fromAsync(searchTrail(trail, 'sandbox', wanted)) }
}

test('a document is looked for in the index, anything else by walking the time that was asked for', async () => {
  const range = { fromMs: 5, untilMs: 500 }
  const walked = found(range)
  assert.deepEqual(await walked.all, consultations)
  assert.deepEqual(walked.asked, [['walk', 'sandbox', range]])
  const indexed = found({ ...range, document })
  assert.deepEqual(await indexed.all, consultations)
  assert.deepEqual(indexed.asked, [['index', 'sandbox', document, range]])
})

test('of what the store hands out only the client and the time that were asked for are found', async () => {
  for (const way of [{}, { document }]) {
    const ids = async (of: Parameters<typeof found>[0]) =>
      (await found({ ...way, ...of }).all).map(({ requestId }) => requestId)
    assert.deepEqual(await ids({ clientId: 'cli_ana' }), ['a1', 'a2', 'a3'])
    assert.deepEqual(await ids({ clientId: 'cli_bia' }), ['b1'])
    assert.deepEqual(await ids({ clientId: 'cli_other' }), [])
    assert.deepEqual(await ids({ fromMs: 101, untilMs: 102 }), ['b1', 'a2'])
    assert.deepEqual(await ids({ fromMs: 102, clientId: 'cli_ana' }), ['a2', 'a3'])
  }
})
