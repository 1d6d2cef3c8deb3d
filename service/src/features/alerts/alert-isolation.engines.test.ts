import assert from 'node:assert/strict'
import { alertsPath } from '@lastro/contract/alerts/alerts.ts'
import { webhookCountMax, webhooksPath } from '@lastro/contract/alerts/webhooks.ts'
import { operations } from '@lastro/contract/operations.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { runService } from '../../../testing/running-service.ts'
import { webhookReceiver } from '../../../testing/servers/webhook-receiver.ts'
import {
  documentos,
  emails,
  ocorrencias,
  productionWatcher,
  watcherOf,
} from '../../../testing/services/alert-service.ts'

const withId = operations(products).filter(({ path }) => path.startsWith(alertsPath) && path.includes('{id}'))

/** A good body for every operation that takes one, so that nothing but the owner decides. */
const bodies: Readonly<Record<string, object>> = {
  alertasDocumentosAltera: { label: 'Roubado' },
  alertasEmailsAltera: { digest: 'daily' },
  alertasWebhooksAltera: { label: 'Roubado' },
}

for (const engine of engines) {
  describe(`alerts of two clients on ${engine}`, async () => {
    const service = await runService({ engine })
    const receiver = await webhookReceiver()
    afterAll(async () => {
      await service.close()
      receiver.close()
    })
    const owner = await productionWatcher(service)
    const listed = '12345678909'
    const watchId = await owner.watched({ documento: listed })
    const emailId = String(
      (await owner.call(emails, { body: { email: 'a@exemplo.com.br' } })).at('result.id'),
    )
    const hook = { url: `${receiver.url}/hook`, label: 'Meu' }
    const madeHook = await owner.call(webhooksPath, { body: hook })
    const webhookId = String(madeHook.at('result.id'))
    const hookBefore = (await owner.call(`${webhooksPath}/${webhookId}`)).text
    const payload = { documento: listed, data: {} }
    const row = { topic: 'sanction.added', register: 'production', clientId: '', createdAtMs: 0, dueAtMs: 0 }
    await service.store.outbox.add([{ ...row, id: 'isolation', payload }])
    await service.runJobs()
    const [occurrence] = await owner.occurrences()
    assert.ok(occurrence)
    const ids = {
      [documentos]: watchId,
      [emails]: emailId,
      [webhooksPath]: webhookId,
      [ocorrencias]: occurrence.id,
    }
    const idOf = (path: string): string => {
      const [, id] = Object.entries(ids).find(([start]) => path.startsWith(start)) ?? []
      return id ?? assert.fail(`nobody made one for ${path}`)
    }
    const heard = receiver.received.length

    const strangers = {
      'a stranger in production': await productionWatcher(service),
      'a stranger in the sandbox': watcherOf(service, await service.newSession()),
    }
    for (const [who, stranger] of Object.entries(strangers)) {
      for (const { id: operation, method, path } of withId) {
        test(`404 for ${who}: ${method} ${path}`, async () => {
          const body = bodies[operation]
          const answer = await stranger.call(path.replace('{id}', idOf(path)), {
            method,
            ...(body !== undefined && { body }),
          })
          assert.equal(answer.status, 404, answer.text)
          assert.match(String(answer.at('code')), /_unknown$/)
        })
      }
      test(`nothing of it is in the lists of ${who}`, async () => {
        assert.deepEqual((await stranger.call(documentos)).at('result.documents'), [])
        assert.deepEqual((await stranger.call(emails)).at('result.emails'), [])
        assert.deepEqual((await stranger.call(webhooksPath)).at('result.webhooks'), [])
        assert.deepEqual((await stranger.call(ocorrencias)).at('result.occurrences'), [])
        const ofDocument = await stranger.call(ocorrencias, { headers: { 'x-documento': listed } })
        assert.deepEqual(ofDocument.at('result.occurrences'), [])
      })
    }

    test('nothing of it was done', async () => {
      assert.equal((await owner.call(`${documentos}/${watchId}`)).at('result.label'), undefined)
      assert.equal((await owner.call(`${emails}/${emailId}`)).at('result.digest'), 'each')
      assert.equal((await owner.call(`${webhooksPath}/${webhookId}`)).text, hookBefore)
      assert.equal(receiver.received.length, heard)
    })

    test('a document and an address may be registered by any number of clients', async () => {
      const { 'a stranger in production': stranger } = strangers
      await stranger.watched({ documento: listed })
      assert.equal((await stranger.call(emails, { body: { email: 'a@exemplo.com.br' } })).status, 201)
    })

    test('a key of one client is not another’s', async () => {
      const { 'a stranger in production': stranger } = strangers
      const call = { body: { documento: '11144477735' }, headers: { 'Idempotency-Key': 'shared' } }
      const first = await owner.call(documentos, call)
      const second = await stranger.call(documentos, call)
      assert.deepEqual([first.status, second.status], [201, 201])
      assert.notEqual(first.at('result.id'), second.at('result.id'))
    })

    test('webhooks of one client neither use up another’s places nor answer for its key', async () => {
      const { 'a stranger in production': stranger } = strangers
      const call = { body: hook, headers: { 'Idempotency-Key': 'shared-hook' } }
      const first = await owner.call(webhooksPath, call)
      const second = await stranger.call(webhooksPath, call)
      assert.deepEqual([first.status, second.status], [201, 201])
      assert.notEqual(first.at('result.id'), second.at('result.id'))
      const statuses = []
      for (let at = 2; at <= webhookCountMax; at++)
        statuses.push((await stranger.call(webhooksPath, { body: hook })).status)
      assert.deepEqual(new Set(statuses), new Set([201]))
      assert.equal((await stranger.call(webhooksPath, { body: hook })).at('code'), 'webhooks_too_many')
      assert.equal((await owner.call(webhooksPath, { body: hook })).status, 201)
    })
  })
}
