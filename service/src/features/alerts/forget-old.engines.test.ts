import assert from 'node:assert/strict'
import { webhooksPath } from '@lastro/contract/alerts/webhooks.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { answering, webhookReceiver } from '../../../testing/servers/webhook-receiver.ts'
import { emails, ocorrencias, sandboxWatcher } from '../../../testing/services/alert-service.ts'

const dayMs = 24 * 60 * 60_000

for (const engine of engines) {
  describe(`deliveries that ended long ago, on ${engine}`, async () => {
    const receiver = await webhookReceiver()
    afterAll(receiver.close)
    const watcher = await sandboxWatcher(engine)
    const { call, service, clock } = watcher
    afterAll(service.close)
    await watcher.watched()
    const made = await call(webhooksPath, { body: { url: receiver.url } })
    const deliveriesOf = async (id: string) => {
      const answer = await call(`${ocorrencias}/${id}/entregas`)
      return answer.at('result.deliveries') as { state: string; attempts: unknown[] }[]
    }
    /** Tokens live ten minutes; what is asked later is asked with another. */
    const later = async (days: number) => {
      clock.add(days * dayMs)
      const { clientId, clientSecret } = watcher.session
      const answer = await service.call('/oauth/token', {
        body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
      })
      Object.assign(watcher.session, { token: String(answer.at('access_token')) })
    }

    test('are kept for ninety days and then forgotten with their attempts; the occurrence stays', async () => {
      const taken = await watcher.triggered()
      await service.runJobs()
      assert.equal((await deliveriesOf(taken))[0]?.state, 'delivered')
      await later(89)
      await service.runJobs()
      assert.equal((await deliveriesOf(taken))[0]?.attempts.length, 1)
      await later(2)
      await service.runJobs()
      assert.deepEqual(await deliveriesOf(taken), [])
      assert.equal((await call(`${ocorrencias}/${taken}`)).status, 200)
      assert.equal((await watcher.occurrences()).length, 1)
    })

    test('one that is sent again begins anew, and its attempts count from one', async () => {
      const [first] = await watcher.occurrences()
      const again = await call(`${ocorrencias}/${first?.id}/reenviar`, { method: 'POST' })
      assert.equal(again.status, 200, again.text)
      await service.runJobs()
      const [delivery] = await deliveriesOf(String(first?.id))
      assert.equal(delivery?.state, 'delivered')
      assert.equal((delivery.attempts[0] as { attempt: number }).attempt, 1)
    })

    test('a sandbox that moves its clock ahead keeps them: ninety days are the machine’s', async () => {
      const id = await watcher.triggered()
      await watcher.advance('P400D')
      await service.runJobs()
      assert.equal((await deliveriesOf(id)).length, 1)
    })

    test('one that waits is not forgotten, and one that was dropped is, whichever way its target ended', async () => {
      receiver.answer = answering(500)
      const failing = await watcher.triggered()
      await service.runJobs()
      await later(1)
      await call(`${webhooksPath}/${String(made.at('result.id'))}`, { method: 'DELETE' })
      assert.equal((await deliveriesOf(failing))[0]?.state, 'dropped')
      const [settled] = (await call(`${ocorrencias}/${failing}/entregas`)).at('result.deliveries') as {
        settledAt?: string
      }[]
      assert.ok(settled?.settledAt, 'a dropped delivery says when')
      await later(91)
      await service.runJobs()
      assert.deepEqual(await deliveriesOf(failing), [])
    })

    test('of an address that was paused or removed, what was dropped says when, and is forgotten too', async () => {
      const { store } = service
      const id = await watcher.triggered('status.changed')
      const occurrence = await store.alerts.occurrences.find({
        register: watcher.session.clientId,
        clientId: watcher.session.clientId,
        id,
      })
      assert.ok(occurrence)
      for (const [at, end] of (['pause', 'remove'] as const).entries()) {
        const email = await call(emails, { body: { email: `a${at}@exemplo.com.br` } })
        const emailId = String(email.at('result.id'))
        const kept = await store.alerts.emails.findAny(emailId)
        assert.ok(kept)
        const moment = { nowMs: clock.nowMs(), machineMs: clock.nowMs() }
        await store.alerts.emails.update({ ...kept, state: 'active', version: 2 }, 1, moment)
        const delivery = { targetKind: 'email', targetId: emailId, isDigest: false, dueAtMs: clock.nowMs() }
        await store.alerts.occurrences.resend(occurrence, [delivery as never], clock.nowMs())
        const path = `${emails}/${emailId}`
        if (end === 'remove') await call(path, { method: 'DELETE' })
        else assert.equal((await call(path, { method: 'PATCH', body: { paused: true } })).status, 200)
      }
      const dropped = (await call(`${ocorrencias}/${id}/entregas`)).at('result.deliveries') as {
        state: string
        settledAt?: string
      }[]
      assert.deepEqual(
        dropped.map((one) => [one.state, one.settledAt !== undefined]),
        [
          ['dropped', true],
          ['dropped', true],
        ],
      )
      await later(91)
      await service.runJobs()
      assert.deepEqual(await deliveriesOf(id), [])
    })
  })
}
