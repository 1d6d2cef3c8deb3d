import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { alertsPath } from '@lastro/contract/alerts/alerts.ts'
import { operations } from '@lastro/contract/operations.ts'
import { products } from '@lastro/contract/reports/products.ts'
import {
  documentos,
  emails,
  ocorrencias,
  productionWatcher,
  watcherOf,
} from '../../../testing/alert-service.ts'
import { engines } from '../../../testing/engines.ts'
import { runService } from '../../../testing/running-service.ts'

const withId = operations(products).filter(
  ({ path }) => path.startsWith(alertsPath) && path.includes('{id}') && !path.includes('/webhooks/'),
)

/** A good body for every operation that takes one, so that nothing but the owner decides. */
const bodies: Readonly<Record<string, object>> = {
  alertasDocumentosAltera: { label: 'Roubado' },
  alertasEmailsAltera: { digest: 'daily' },
}

for (const engine of engines) {
  describe(`alerts of two clients on ${engine}`, async () => {
    const service = await runService({ engine })
    after(service.close)
    const owner = await productionWatcher(service)
    const listed = '12345678909'
    const watchId = await owner.watched({ documento: listed })
    const emailId = String(
      (await owner.call(emails, { body: { email: 'a@exemplo.com.br' } })).at('result.id'),
    )
    const payload = { documento: listed, data: {} }
    const row = { topic: 'sanction.added', register: 'production', clientId: '', createdAtMs: 0, dueAtMs: 0 }
    await service.store.outbox.add([{ ...row, id: 'isolation', payload }])
    await service.runJobs()
    const [occurrence] = await owner.occurrences()
    assert.ok(occurrence)
    const idOf = (path: string): string =>
      path.startsWith(documentos) ? watchId : path.startsWith(emails) ? emailId : occurrence.id

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
        assert.deepEqual((await stranger.call(ocorrencias)).at('result.occurrences'), [])
        const ofDocument = await stranger.call(ocorrencias, { headers: { 'x-documento': listed } })
        assert.deepEqual(ofDocument.at('result.occurrences'), [])
      })
    }

    test('nothing of it was done', async () => {
      assert.equal((await owner.call(`${documentos}/${watchId}`)).at('result.label'), undefined)
      assert.equal((await owner.call(`${emails}/${emailId}`)).at('result.digest'), 'each')
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
  })
}
