import assert from 'node:assert/strict'
import { describe, onTestFinished, test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { engines } from '../../../testing/engines.ts'
import {
  type Creditor,
  cleanPerson,
  dividas,
  sandboxCreditor,
} from '../../../testing/services/listing-service.ts'

const statement = 'Não reconheço esta dívida.'
const guarantor = {
  documento: '12345678909',
  name: 'BRUNO DE EXEMPLO',
  birthDate: '1985-04-12',
  address: {
    addressLine: 'RUA DE EXEMPLO',
    district: 'CENTRO',
    city: 'SAO PAULO',
    state: 'SP',
    zipCode: '01001000',
  },
  contact: { email: 'bruno@exemplo.com.br' },
}

for (const engine of engines) {
  describe(`a dispute on ${engine}`, async () => {
    let contracts = 0
    /** Each in a service of its own, from Monday 16 November 2026: published, and disputed on Friday the 27th. */
    const disputed = async () => {
      const creditor = await sandboxCreditor(engine)
      cleanUp(creditor.service.close)
      const contractId = `CT-D${++contracts}`
      const id = await creditor.inserted({ contractId })
      await creditor.advance('P11D')
      const opened = await creditor.act(id, 'contestacao', { statement })
      assert.equal(opened.status, 200, opened.text)
      assert.equal(opened.at('result.dispute.openedOn'), '2026-11-27')
      return { creditor, id, opened }
    }
    const shown = async ({ report }: Creditor) => (await report()).items

    test('while it is open, reports say that the debt is disputed; afterwards they say nothing of it', async () => {
      const { creditor, id } = await disputed()
      assert.deepEqual(
        (await shown(creditor)).map((one) => one.disputed),
        ['true'],
      )
      const basic = await creditor.call('/relatorioBasico/v2/consulta', {
        body: { documento: cleanPerson },
        headers: { Accept: 'text/html' },
      })
      assert.match(basic.text, /Contestada/)
      await creditor.act(id, 'contestacao/desfecho', {
        outcome: 'rejected',
        answer: 'O contrato foi assinado.',
      })
      const [item] = await shown(creditor)
      assert.ok(item !== undefined)
      assert.ok(!('disputed' in item))
    })

    test('left without an answer it is hidden after five business days, and released after the tenth day', async () => {
      const { creditor, id, opened } = await disputed()
      assert.equal(opened.at('result.dispute.dueOn'), '2026-12-04')
      assert.equal(opened.at('result.dispute.answerBy'), '2026-12-07')
      await creditor.advance('P7D')
      assert.equal((await shown(creditor)).length, 1)
      await creditor.advance('P1D')
      assert.deepEqual(await shown(creditor), [])
      // The tenth day, on which an answer still counts.
      await creditor.advance('P2D')
      assert.equal((await creditor.status(id)).at('result.state'), 'published')
      await creditor.advance('P1D')
      const ended = await creditor.status(id)
      assert.equal(ended.at('result.state'), 'released')
      assert.equal(ended.at('result.release.code'), '45')
      assert.equal(ended.at('result.dispute.outcome'), 'unanswered')
      const last = (ended.at('result.history') as { change: string; actor: string; on: string }[]).at(-1)
      assert.deepEqual([last?.change, last?.actor, last?.on], ['released', 'bureau', '2026-12-08'])
      assert.deepEqual(await shown(creditor), [])
    })

    test('that is final: no outcome, no payment taken back, no resumption brings it again', async () => {
      const { creditor, id } = await disputed()
      await creditor.advance('P11D')
      for (const [verb, body] of [
        ['contestacao/desfecho', { outcome: 'rejected' }],
        ['contestacao', { statement }],
        ['suspensao', { courtOrder: 'Processo 1' }],
        ['baixa', { reason: '03' }],
      ] as const)
        assert.equal((await creditor.act(id, verb, body)).status, 409, verb)
      const resumed = await creditor.call(`${dividas}/${id}/suspensao`, { method: 'DELETE' })
      assert.equal(resumed.status, 409)
    })

    test('an answer on the tenth day keeps it, and a second dispute has its own ten days', async () => {
      const { creditor, id } = await disputed()
      await creditor.advance('P10D')
      const rejected = await creditor.act(id, 'contestacao/desfecho', { outcome: 'rejected' })
      assert.equal(rejected.status, 200, rejected.text)
      assert.equal((await shown(creditor)).length, 1)
      const again = await creditor.act(id, 'contestacao', { statement })
      assert.equal(again.at('result.dispute.answerBy'), '2026-12-17')
      await creditor.advance('P5D')
      assert.equal((await creditor.status(id)).at('result.state'), 'published')
    })

    test('suspended meanwhile, or with guarantors, it is released all the same, and its guarantors go with it', async () => {
      for (const [verb, body] of [
        ['suspensao', { courtOrder: 'Processo 2' }],
        ['avalistas', guarantor],
      ] as const) {
        const { creditor, id } = await disputed()
        const done = await creditor.act(id, verb, body)
        assert.ok(done.status < 300, done.text)
        await creditor.advance('P20D')
        const ended = await creditor.status(id)
        assert.equal(ended.at('result.state'), 'released', verb)
        assert.equal(ended.at('result.release.code'), '45')
        const guarantors = ended.at('result.guarantors') as { state: string; visible: boolean }[]
        for (const { state, visible } of guarantors) {
          assert.equal(state, 'withdrawn')
          assert.equal(visible, false)
        }
      }
    })

    test('a guarantor goes with it before anybody can change it, though no job has run', async () => {
      const { creditor, id } = await disputed()
      const added = await creditor.act(id, 'avalistas', guarantor)
      const path = `${dividas}/${id}/avalistas/${String(added.at('result.id'))}`
      const { sandboxClocks } = creditor.service.store
      const { clientId } = creditor.session
      const fromMs = await sandboxClocks.offsetMs(clientId)
      await sandboxClocks.advance(clientId, { fromMs, toMs: fromMs + 15 * 86_400_000 })
      const released = await creditor.call(`${path}/baixa`, { body: { reason: '03' } })
      assert.equal(released.status, 409, released.text)
      await creditor.advance('P1D')
      const seen = await creditor.call(path)
      assert.deepEqual([seen.at('result.state'), seen.at('result.release.code')], ['withdrawn', '45'])
    })

    test('before publication it is withdrawn, and never shown', async () => {
      const creditor = await sandboxCreditor(engine)
      onTestFinished(creditor.service.close)
      const id = await creditor.inserted({ contractId: 'CT-EARLY' })
      await creditor.act(id, 'contestacao', { statement })
      await creditor.advance('P11D')
      const ended = await creditor.status(id)
      assert.equal(ended.at('result.state'), 'withdrawn')
      assert.equal(ended.at('result.release.code'), '45')
      assert.deepEqual(await shown(creditor), [])
    })
  })
}
