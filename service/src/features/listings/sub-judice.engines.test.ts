import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import {
  type Creditor,
  creditorOf,
  debt,
  dividas,
  personOf,
  TestClock,
} from '../../../testing/services/listing-service.ts'
import { operatorService } from '../../../testing/services/operator-service.ts'

const other = '12345678909'
const guarantor = { documento: other, ...personOf(other), address: debt.address }
const courtCase = '0000001-00.2026.8.26.0100'
const subJudiceReason = 'O processo terminou sem julgamento.'
const cleared = { flagSubJudice: 'false', subJudiceReason } as const

for (const engine of engines) {
  describe(`the end of a lawsuit on ${engine}`, async () => {
    const service = await operatorService(engine, { clock: new TestClock() })
    afterAll(() => service.close())
    const operate = (id: string, verb: string, body: object) =>
      service.operate(`/anotacoes/${id}/${verb}`, { body })

    /** A published listing that is shown as disputed in court. */
    const inCourt = async (flagged: object = {}) => {
      const creditor = creditorOf(service, await service.newSession())
      const id = await creditor.inserted()
      await creditor.advance('P11D')
      const answer = await creditor.patch(id, { flagSubJudice: 'true', ...flagged })
      assert.equal(answer.status, 200, answer.text)
      return { creditor, id }
    }
    const flags = async ({ report }: Creditor) => (await report()).items.map((one) => one.flagSubJudice)
    const withGuarantor = async ({ call }: Creditor, id: string) => {
      const answer = await call(`${dividas}/${id}/avalistas`, { body: guarantor })
      assert.equal(answer.status, 201, answer.text)
      return String(answer.at('result.id'))
    }
    const patchGuarantor = async ({ call }: Creditor, id: string, guarantorId: string, body: object) => {
      const path = `${dividas}/${id}/avalistas/${guarantorId}`
      const etag = (await call(path)).headers.get('etag') ?? ''
      return call(path, { method: 'PATCH', body, headers: { 'If-Match': etag } })
    }

    test('the flag is not cleared without a reason', async () => {
      const { creditor, id } = await inCourt()
      for (const reason of [{}, { subJudiceReason: ' ' }, { subJudiceReason: '\u200b' }]) {
        const answer = await creditor.patch(id, { flagSubJudice: 'false', ...reason })
        assert.deepEqual([answer.status, answer.at('code')], [400, 'body_invalid'], answer.text)
        assert.equal(answer.at('errors.0.field'), 'subJudiceReason')
      }
      assert.deepEqual(await flags(creditor), ['true'])
    })

    test('a reason clears the flag at once, and is in the history', async () => {
      const { creditor, id } = await inCourt()
      const answer = await creditor.patch(id, cleared)
      assert.deepEqual([answer.status, answer.at('result.state')], [200, 'published'], answer.text)
      assert.deepEqual(await flags(creditor), ['false'])
      const history = (await creditor.status(id)).at('result.history') as { change: string; cause: string }[]
      const last = history.at(-1)
      assert.deepEqual([last?.change, last?.cause], ['changed', `subJudice: ${subJudiceReason}`])
    })

    test('a flag that was never set needs no reason to be cleared', async () => {
      const creditor = creditorOf(service, await service.newSession())
      const id = await creditor.inserted()
      assert.equal((await creditor.patch(id, { flagSubJudice: 'false' })).status, 200)
    })

    for (const [title, flagged, clearing] of [
      ['with the flag', { courtCase }, cleared],
      ['when it is cleared', {}, { ...cleared, courtCase }],
    ] as const) {
      test(`with a case number given ${title}, clearing waits for the operator`, async () => {
        const { creditor, id } = await inCourt(flagged)
        const answer = await creditor.patch(id, clearing)
        assert.equal(answer.status, 200, answer.text)
        assert.equal(answer.at('result.state'), 'received')
        assert.equal(answer.at('result.review.code'), 'sub_judice_cleared')
        const history = (await creditor.status(id)).at('result.history') as { cause?: string }[]
        assert.ok(
          history.some(({ cause }) => cause === `subJudice: ${courtCase}: ${subJudiceReason}`),
          'who reviews it reads which case is said to have ended',
        )
        assert.deepEqual(await flags(creditor), [])
        assert.equal((await operate(id, 'aprovar', { reason: 'conferido' })).status, 200)
        assert.equal((await creditor.status(id)).at('result.state'), 'waiting')
        await creditor.advance('P11D')
        assert.deepEqual(await flags(creditor), ['false'])
      })
    }

    test('a case number given after the flag counts, and setting the flag again does not drop it', async () => {
      const { creditor, id } = await inCourt()
      assert.equal((await creditor.patch(id, { courtCase })).at('result.courtCase'), courtCase)
      assert.equal((await creditor.patch(id, { flagSubJudice: 'true' })).at('result.courtCase'), courtCase)
      const answer = await creditor.patch(id, { ...cleared, amount: '900.00' })
      assert.equal(answer.at('result.review.code'), 'sub_judice_cleared')
    })

    test('the review of a listing suspended by a court does not lift the suspension', async () => {
      const { creditor, id } = await inCourt({ courtCase })
      await creditor.act(id, 'suspensao', { courtOrder: courtCase })
      const answer = await creditor.patch(id, cleared)
      assert.deepEqual(
        [answer.at('result.state'), answer.at('result.review.code')],
        ['suspended', 'sub_judice_cleared'],
      )
    })

    test('a guarantor follows the flag and case of the principal, and is cleared by the same rule', async () => {
      const { creditor, id } = await inCourt()
      const guarantorId = await withGuarantor(creditor, id)
      assert.equal((await creditor.patch(id, { flagSubJudice: 'true', courtCase })).status, 200)
      const bare = await patchGuarantor(creditor, id, guarantorId, { flagSubJudice: 'false' })
      assert.equal(bare.at('errors.0.field'), 'subJudiceReason', bare.text)
      const answer = await patchGuarantor(creditor, id, guarantorId, cleared)
      assert.equal(answer.at('result.review.code'), 'sub_judice_cleared', answer.text)
      assert.deepEqual(await flags(creditor), ['true'])
    })

    test('clearing the principal holds a guarantor whose own case number was given', async () => {
      const { creditor, id } = await inCourt()
      const guarantorId = await withGuarantor(creditor, id)
      await patchGuarantor(creditor, id, guarantorId, { flagSubJudice: 'true', courtCase })
      assert.equal((await creditor.patch(id, cleared)).at('result.state'), 'published')
      const held = await creditor.call(`${dividas}/${id}/avalistas/${guarantorId}`)
      assert.equal(held.at('result.review.code'), 'sub_judice_cleared')
      const history = held.at('result.history') as { cause?: string }[]
      assert.ok(
        history.some(({ cause }) => cause === `subJudice: ${courtCase}: ${subJudiceReason}`),
        held.text,
      )
    })

    test('a debt that is released and listed again keeps the flag and the case number', async () => {
      const { creditor, id } = await inCourt({ courtCase })
      assert.equal((await creditor.act(id, 'baixa', { reason: '03' })).status, 200)
      const again = await creditor.insert({ contractId: ' ct-1 ' })
      assert.equal(again.at('result.flagSubJudice'), 'true', again.text)
      assert.equal(again.at('result.courtCase'), courtCase)
      const body = `${JSON.stringify(debt)}\n`
      await creditor.act(String(again.at('result.id')), 'baixa', { reason: '03' })
      const headers = { 'Content-Type': 'application/x-ndjson' }
      const batch = await creditor.call('/negativacao/v2/lotes', { body, headers })
      const line = JSON.parse(batch.text.split('\n')[0] ?? '')
      assert.equal((await creditor.status(line.id)).at('result.flagSubJudice'), 'true', batch.text)
    })

    test('a flag cleared with a reason stays cleared when the debt is listed again', async () => {
      const { creditor, id } = await inCourt()
      await creditor.patch(id, cleared)
      await creditor.act(id, 'baixa', { reason: '03' })
      assert.equal((await creditor.insert()).at('result.flagSubJudice'), 'false')
    })

    test('only one of two concurrent requests clears the flag', async () => {
      const { creditor, id } = await inCourt({ courtCase })
      const version = (await creditor.status(id)).headers.get('etag') ?? ''
      const answers = await Promise.all([0, 1].map(() => creditor.patch(id, cleared, version)))
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 412],
      )
      assert.equal((await creditor.status(id)).at('result.review.code'), 'sub_judice_cleared')
    })
  })
}
