import assert from 'node:assert/strict'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import { pageOfTrail, type RecordPlace, type TrailWanted } from './page-of-trail.ts'

const draft = (at: number, clientId = `c${at % 3}`): ConsultationDraft => ({
  atMs: at,
  clientId,
  purpose: 'credit_analysis',
  document: (at % 2 === 0 ? '52998224725' : '') as DocumentNumber | '',
  product: 'relato',
  features: '',
  listings: '',
  address: '127.0.0.1',
  requestId: `request-${at}`,
  outcome: 'answered',
  priceCents: 0,
  key: '',
  repeatWindowMs: 0,
})

const wanted: TrailWanted = {
  fromMs: 0,
  untilMs: 100_000,
  document: undefined,
  clientId: undefined,
  requestId: undefined,
}

for (const engine of engines) {
  describe(`the trail page by page on ${engine}`, async () => {
    const store = await (await newPlace(engine)).open()
    afterAll(() => store.close())
    // Links of one to five records, more than are read at a time.
    const count = 400
    for (let at = 1; at <= count; ) {
      const size = Math.min((at % 5) + 1, count - at + 1)
      await store.trail.append(
        'sandbox',
        Array.from({ length: size }, (_, of) => draft(at + of)),
      )
      at += size
    }
    const all = async (of: Partial<TrailWanted>, limit: number) => {
      const found: string[] = []
      let before: RecordPlace | undefined
      do {
        const page = await pageOfTrail(store.trail, 'sandbox', { ...wanted, ...of }, { before, limit })
        assert.ok(page.found.length <= limit)
        found.push(...page.found.map((one) => one.requestId))
        before = page.next
      } while (before !== undefined)
      return found
    }
    const expected = (fits: (at: number) => boolean) =>
      Array.from({ length: count }, (_, at) => count - at)
        .filter(fits)
        .map((at) => `request-${at}`)

    test('pages of any size meet every record once, newest first', async () => {
      for (const limit of [1, 3, 7, 200])
        assert.deepEqual(
          await all({}, limit),
          expected(() => true),
        )
    })

    test('by client, by call, by time and by document', async () => {
      assert.deepEqual(
        await all({ clientId: 'c1' }, 7),
        expected((at) => at % 3 === 1),
      )
      assert.deepEqual(await all({ requestId: 'request-77' }, 7), ['request-77'])
      assert.deepEqual(
        await all({ fromMs: 100, untilMs: 120 }, 7),
        expected((at) => at >= 100 && at <= 120),
      )
      const document = '52998224725' as DocumentNumber
      assert.deepEqual(
        await all({ document }, 7),
        expected((at) => at % 2 === 0),
      )
      assert.deepEqual(
        await all({ document, clientId: 'c0' }, 7),
        expected((at) => at % 6 === 0),
      )
    })

    test('what is not there is not found, and the other environment sees nothing', async () => {
      assert.deepEqual(await all({ requestId: 'request-1000' }, 7), [])
      const page = await pageOfTrail(store.trail, 'production', wanted, { before: undefined, limit: 7 })
      assert.deepEqual(page, { found: [], next: undefined })
    })
  })
}
