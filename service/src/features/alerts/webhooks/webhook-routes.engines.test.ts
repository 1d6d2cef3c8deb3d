import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { type CallOptions, runService, type Session } from '../../../../testing/running-service.ts'
import { answering, webhookReceiver } from '../../../../testing/servers/webhook-receiver.ts'
import { TestClock } from '../../../../testing/services/listing-service.ts'

const path = '/alertas/v2/webhooks'

for (const engine of engines) {
  describe(`webhooks on ${engine}`, async () => {
    // Receivers check how old a signature is, so this clock begins where theirs is.
    const clock = new TestClock(new Date(Date.now()).toISOString())
    const service = await runService({ engine, clock })
    const receiver = await webhookReceiver()
    afterAll(async () => {
      await service.close()
      receiver.close()
    })
    const owner = await service.newSession()
    const caller =
      (session: Session) =>
      (rest: string, options: CallOptions = {}) =>
        service.call(`${session.environment === 'sandbox' ? '/sandbox' : ''}${path}${rest}`, {
          ...options,
          as: session,
        })
    const call = caller(owner)
    const create = async (body: object = {}, headers = {}) =>
      call('', { body: { url: `${receiver.url}/hook`, ...body }, headers })
    const made = async (body: object = {}) => {
      const answer = await create(body)
      assert.equal(answer.status, 201, answer.text)
      return { id: String(answer.at('result.id')), secret: String(answer.at('result.secret')) }
    }

    test('a secret is shown by what makes it, and never again', async () => {
      const { id, secret } = await made({ label: 'Sistema', events: ['listing.published'] })
      assert.match(secret, /^whsec_/)
      const read = await call(`/${id}`)
      assert.equal(read.status, 200)
      assert.equal(read.at('result.enabled'), true)
      assert.equal(read.at('result.label'), 'Sistema')
      assert.deepEqual(read.at('result.events'), ['listing.published'])
      const list = await call('')
      for (const text of [read.text, list.text, service.logLines.join('')]) {
        assert.ok(!text.includes(secret.slice(6)), text)
      }
      assert.ok(list.text.includes(id))
    })

    test('no secret is in the store as it is, not in an answer kept for its key either', async () => {
      const key = { 'Idempotency-Key': 'create-1' }
      const first = await create({ label: 'once' }, key)
      const again = await create({ label: 'once' }, key)
      assert.equal(again.text, first.text)
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
      const found = await service.store.webhooks.findAny([String(first.at('result.id'))])
      const body = JSON.stringify({ url: `${receiver.url}/hook`, label: 'once' })
      const claim = {
        environment: 'sandbox' as const,
        clientId: owner.clientId,
        key: 'create-1',
        requestHash: hash('sha256', `alertasWebhooksInclui\n${body}`, 'base64url'),
        claim: '',
        claimedUntilMs: 0,
        expiresAtMs: 0,
      }
      const kept = await service.store.idempotency.claim(claim, clock.nowMs())
      assert.ok(kept.kind === 'answered' && kept.answer.startsWith('v1.'), kept.kind)
      const secret = String(first.at('result.secret'))
      assert.ok(!JSON.stringify(found).includes(secret.slice(6)))
    })

    test('an address that leads inside is refused, with the reason', async () => {
      for (const [url, code] of [
        ['http://10.0.0.1/', 'private'],
        ['http://[::ffff:169.254.169.254]/', 'private'],
        ['https://user:pass@example.com/', 'credentials'],
        ['https://8.8.8.8:25/', 'port'],
        ['ftp://example.com/', 'url'],
      ] as const) {
        const answer = await create({ url })
        assert.equal(answer.status, 422, url)
        assert.equal(answer.at('code'), 'webhook_url_refused')
        assert.equal((answer.at('errors') as { code: string }[])[0]?.code, code)
        const { id } = await made()
        assert.equal((await call(`/${id}`, { method: 'PATCH', body: { url } })).status, 422)
        await call(`/${id}`, { method: 'DELETE' })
      }
    })

    test('a test message arrives signed, and its answer is told', async () => {
      const { id, secret } = await made()
      const before = receiver.received.length
      const tested = await call(`/${id}/testar`, { method: 'POST' })
      assert.equal(tested.at('result.delivered'), true, tested.text)
      assert.equal(tested.at('result.status'), 200)
      assert.equal(tested.at('result.excerpt'), 'ok')
      const received = receiver.received[before]
      assert.ok(received)
      assert.equal(received.id, tested.at('result.messageId'))
      const verified = new Webhook(secret).verify(received.body, received.headers as Record<string, string>)
      assert.deepEqual((verified as { type: string }).type, 'webhook.test')

      receiver.answer = answering(500, 'broken')
      const failed = await call(`/${id}/testar`, { method: 'POST' })
      receiver.answer = answering(200)
      assert.equal(failed.at('result.delivered'), false)
      assert.equal(failed.at('result.excerpt'), 'broken')
    })

    test('after a rotation both secrets verify for 24 hours, and then the new one alone', async () => {
      const { id, secret: old } = await made()
      const rotation = await call(`/${id}/rotacionar`, {
        method: 'POST',
        headers: { 'Idempotency-Key': `rotate-${id}` },
      })
      assert.equal(rotation.status, 201, rotation.text)
      const fresh = String(rotation.at('result.secret'))
      assert.notEqual(fresh, old)
      assert.ok(rotation.at('result.previousSecretUntil'))
      const repeat = await call(`/${id}/rotacionar`, {
        method: 'POST',
        headers: { 'Idempotency-Key': `rotate-${id}` },
      })
      assert.equal(repeat.text, rotation.text)

      const verifies = async (secret: string) => {
        await call(`/${id}/testar`, { method: 'POST' })
        const { body, headers } = receiver.received.at(-1) ?? assert.fail()
        const signature = String(headers['webhook-signature'])
        const at = new Date(Number(headers['webhook-timestamp']) * 1000)
        const own = new Webhook(secret).sign(String(headers['webhook-id']), at, body)
        return signature.split(' ').includes(own)
      }
      assert.deepEqual([await verifies(old), await verifies(fresh)], [true, true])
      await service.call('/sandbox/relogio', { body: { advance: 'P1D' }, as: owner })
      assert.deepEqual([await verifies(old), await verifies(fresh)], [false, true])
      assert.equal((await call(`/${id}`)).at('result.previousSecretUntil'), undefined)
    })

    test('a webhook is changed, switched off and on, and removed', async () => {
      const { id } = await made({ label: 'a', events: ['listing.released'] })
      const patch = (body: object) => call(`/${id}`, { method: 'PATCH', body })
      const changed = await patch({ label: null, events: null, url: `${receiver.url}/other` })
      assert.equal(changed.status, 200, changed.text)
      assert.equal(changed.at('result.label'), undefined)
      assert.equal((changed.at('result.events') as string[]).length, alertEventNames.length)
      assert.equal(changed.at('result.url'), `${receiver.url}/other`)
      const off = await patch({ enabled: false })
      assert.equal(off.at('result.enabled'), false)
      assert.equal(off.at('result.off.reason'), 'client')
      const on = await patch({ enabled: true })
      assert.equal(on.at('result.enabled'), true)
      assert.equal(on.at('result.off'), undefined)
      assert.equal((await patch({})).status, 400)
      assert.equal((await call(`/${id}`, { method: 'DELETE' })).status, 200)
      assert.equal((await call(`/${id}`, { method: 'DELETE' })).status, 404)
    })

    test("another client's webhook is unknown to every operation, and stays as it is", async () => {
      const { id } = await made({ label: 'mine' })
      const strangers = [
        await service.newSession(),
        await service.newSession('production').then(async (session) => {
          const { wholeContract } = await import('@lastro/contract/clients/client-contract.ts')
          await service.store.clients.setContract(session.clientId, wholeContract)
          const { clientId: client_id, clientSecret: client_secret } = session
          const token = await service.call('/oauth/token', {
            body: { grant_type: 'client_credentials', client_id, client_secret },
          })
          return { ...session, token: String(token.at('access_token')) }
        }),
      ]
      const before = receiver.received.length
      for (const stranger of strangers) {
        const ask = caller(stranger)
        const answers = [
          await ask(`/${id}`),
          await ask(`/${id}`, { method: 'PATCH', body: { label: 'theirs' } }),
          await ask(`/${id}`, { method: 'DELETE' }),
          await ask(`/${id}/rotacionar`, { method: 'POST' }),
          await ask(`/${id}/testar`, { method: 'POST' }),
        ]
        for (const answer of answers) {
          assert.equal(answer.status, 404)
          assert.equal(answer.at('code'), 'webhook_unknown')
        }
        assert.ok(!(await ask('')).text.includes(id))
      }
      assert.equal((await call(`/${id}`)).at('result.label'), 'mine')
      assert.equal(receiver.received.length, before)
    })

    test('a client has twenty at most', async () => {
      const session = await service.newSession()
      const ask = caller(session)
      const statuses = await Promise.all(
        Array.from({ length: 23 }, async () => (await ask('', { body: { url: receiver.url } })).status),
      )
      assert.deepEqual(
        statuses.toSorted((a, b) => a - b),
        [...Array(20).fill(201), 422, 422, 422],
      )
    })
  })
}
