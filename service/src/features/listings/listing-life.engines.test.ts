import assert from 'node:assert/strict'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { cleanPerson, debt, sandboxCreditor } from '../../../testing/services/listing-service.ts'

for (const engine of engines) {
  describe(`the life of a listing on ${engine}`, async () => {
    const creditor = await sandboxCreditor(engine)
    afterAll(creditor.service.close)

    test('a debt is invisible until its notice period ends, and gone from the report after its release', async () => {
      const answer = await creditor.insert()
      assert.equal(answer.status, 201, answer.text)
      assert.equal(answer.at('result.state'), 'waiting')
      assert.equal(answer.headers.get('etag'), `"${String(answer.at('result.version'))}"`)
      assert.equal(answer.at('result.expiresOn'), '2031-03-10')
      // Delivered on Monday 16 November: ten days end on Thursday the 26th, so it is shown from the 27th.
      assert.equal(answer.at('result.waitingEndsOn'), '2026-11-26')
      assert.equal(answer.at('result.nextStep.on'), '2026-11-27')
      const id = String(answer.at('result.id'))

      assert.deepEqual((await creditor.report()).items, [])
      await creditor.advance('P10D')
      assert.deepEqual((await creditor.report()).items, [])
      await creditor.advance('P1D')
      const shown = await creditor.report()
      assert.deepEqual(shown.items, [
        {
          occurrenceDate: '2026-03-10',
          legalNature: 'CRED PESSOAL',
          contractId: 'CT-1',
          creditorName: 'CREDOR DE EXEMPLO LTDA',
          amount: '1520.33',
          principal: 'true',
          flagSubJudice: 'false',
        },
      ])
      assert.deepEqual(shown.summary, {
        count: '1',
        balance: '1520.33',
        firstOccurrence: '2026-03-10',
        lastOccurrence: '2026-03-10',
      })

      const released = await creditor.act(id, 'baixa', { reason: '01', paidOn: '2026-11-26' })
      assert.equal(released.status, 200, released.text)
      assert.equal(released.at('result.state'), 'released')
      assert.deepEqual((await creditor.report()).items, [])

      const status = await creditor.status(id)
      const history = status.at('result.history') as { change: string; version: number; actor: string }[]
      assert.deepEqual(
        history.map(({ change, version, actor }) => `${version} ${change} ${actor}`),
        [
          '1 received creditor',
          '2 notice_queued bureau',
          '3 notice_sent bureau',
          '4 waiting bureau',
          '5 published bureau',
          '6 released creditor',
        ],
      )
      assert.match(String(status.at('result.notices.0.sha256')), /^[0-9a-f]{64}$/)
      assert.ok(String(status.at('result.notices.0.text')).includes(debt.name))
    })

    test('the trail says which versions of which listings a report showed', async () => {
      const id = await creditor.inserted({ contractId: 'CT-TRAIL' })
      await creditor.advance('P15D')
      await creditor.report()
      const found = await creditor.service.store.trail.ofDocument('sandbox', cleanPerson as DocumentNumber, {
        fromMs: 0,
        untilMs: Number.MAX_SAFE_INTEGER,
      })
      assert.equal(found.at(-1)?.listings, `${id}:5`)

      const keyed = {
        body: { documento: cleanPerson },
        headers: { 'Idempotency-Key': `report-${id}` },
      }
      const first = await creditor.call('/relatorioBasico/v2/consulta', keyed)
      const again = await creditor.call('/relatorioBasico/v2/consulta', keyed)
      assert.equal(again.text, first.text)
      const [reopened] = (
        await creditor.service.store.trail.ofDocument('sandbox', cleanPerson as DocumentNumber, {
          fromMs: 0,
          untilMs: Number.MAX_SAFE_INTEGER,
        })
      ).filter((one) => one.outcome === 'reopened')
      assert.equal(reopened?.listings, `${id}:5`, 'a report that goes out again shows its listings again')
    })
  })
}
