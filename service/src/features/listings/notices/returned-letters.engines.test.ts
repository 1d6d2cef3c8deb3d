import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { noticeService } from '../../../../testing/services/notice-service.ts'
import { reviewQueue } from '../reviews/review-queue.ts'

const returned = { outcome: 'failed', detail: 'mudou-se' }

for (const engine of engines) {
  describe(`letters that come back on ${engine}`, async () => {
    const made = await noticeService(engine)
    afterAll(made.service.close)
    const { service, creditor, pass, post, posted, current, operated, stateOf, reviewOf, statusesOf } = made
    let contracts = 0
    /** A letter that was posted, in its waiting period. */
    const waiting = async () => {
      const id = await creditor.inserted({ contractId: `LETTER-${contracts++}`, contact: {} })
      await service.runJobs()
      assert.equal(await posted(id), '200')
      return id
    }
    const isVisible = async (id: string) => (await creditor.status(id)).at('result.visible')
    const toReview = async () => {
      const asked = { environment: 'production', clientId: undefined, state: undefined, limit: 100 } as const
      return (await reviewQueue(service.store.listings, asked)).map((one) => one.id)
    }

    test('a return is recorded, the period stands, and the operator has it to look at', async () => {
      const id = await waiting()
      const before = await creditor.status(id)
      assert.equal(await post(await current(id), returned), '200')
      const status = await creditor.status(id)
      for (const name of ['state', 'publishOn', 'waitingEndsOn', 'noticeDeliveredOn'])
        assert.equal(status.at(`result.${name}`), before.at(`result.${name}`), name)
      assert.deepEqual(await statusesOf(id), ['letter returned'])
      assert.equal(status.at('result.notices.0.proof'), 'posted in lot 1; mudou-se')
      assert.equal(status.at('result.notices.0.settledOn'), before.at('result.notices.0.settledOn'))
      assert.equal(await reviewOf(id), 'letter_returned')
      assert.ok((await toReview()).includes(id))
      await pass(12)
      assert.equal(await isVisible(id), true)
    })

    test('told twice, or two at once, it is one return', async () => {
      const id = await waiting()
      const noticeId = await current(id)
      const both = await Promise.all([post(noticeId, returned), post(noticeId, returned)])
      assert.deepEqual(both.toSorted(), ['200', 'notice_not_awaited'])
      assert.equal(await post(noticeId, returned), 'notice_not_awaited')
      assert.equal((await made.changesOf(id)).filter((one) => one === 'notice_returned').length, 1)
    })

    test('the operator keeps it where it stands, once', async () => {
      const id = await waiting()
      await pass(12)
      await post(await current(id), returned)
      assert.equal(await isVisible(id), true)
      assert.equal(await operated(id, { kind: 'approve', note: 'endereço do contrato' }), 'published')
      assert.equal(await isVisible(id), true)
      assert.equal(await reviewOf(id), undefined)
      assert.equal((await toReview()).includes(id), false)
      assert.equal((await made.changesOf(id)).at(-1), 'reviewed')
      assert.equal(await operated(id, { kind: 'approve', note: 'de novo' }), 'refused')
      assert.equal(await post(await current(id), returned), 'notice_not_awaited')
    })

    test('the operator ends it: released with reason 17, or withdrawn before anybody saw it', async () => {
      for (const [days, state] of [
        [12, 'released'],
        [0, 'withdrawn'],
      ] as const) {
        const id = await waiting()
        await pass(days)
        await post(await current(id), returned)
        assert.equal(await operated(id, { kind: 'refuse', note: 'não mora lá' }), state)
        const status = await creditor.status(id)
        assert.equal(status.at('result.release.code'), '17')
        assert.equal(status.at('result.review'), undefined)
        assert.equal((await toReview()).includes(id), false)
        for (const kind of ['approve', 'refuse'] as const)
          assert.equal(await operated(id, { kind, note: 'x' }), 'refused')
      }
    })

    test('what ends by itself is nobody’s to look at any more', async () => {
      const id = await waiting()
      await post(await current(id), returned)
      await creditor.act(id, 'baixa', { reason: '03' })
      assert.equal((await toReview()).includes(id), false)
      assert.equal(await operated(id, { kind: 'approve', note: 'x' }), 'refused')
    })

    test('a court’s order is lifted to where the dates say: the letter was posted', async () => {
      const id = await waiting()
      await creditor.act(id, 'suspensao', { courtOrder: 'Processo 1' })
      assert.equal(await post(await current(id), returned), '200')
      await pass(16)
      await operated(id, { kind: 'resume', note: 'revogada' })
      assert.equal(await stateOf(id), 'published')
      assert.equal(await reviewOf(id), 'letter_returned')
    })

    test('a letter that was never posted and cannot be is no notice: none is left', async () => {
      const id = await creditor.inserted({ contractId: `LETTER-${contracts++}`, contact: {} })
      await service.runJobs()
      assert.equal(await post(await current(id), returned), '200')
      assert.equal((await creditor.status(id)).at('result.refusal.code'), 'notice_undeliverable')
    })

    test('a new notice takes the place of one that came back, and can come back too', async () => {
      const id = await waiting()
      await post(await current(id), returned)
      await creditor.patch(id, { amount: '9000.00' })
      assert.equal(await reviewOf(id), undefined)
      assert.equal(await posted(id), '200')
      assert.equal(await post(await current(id), returned), '200')
      assert.equal(await reviewOf(id), 'letter_returned')
    })
  })
}
