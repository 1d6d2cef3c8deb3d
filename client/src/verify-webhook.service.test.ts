import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterAll, test } from 'vitest'
import { type Received, webhookReceiver } from '../../service/testing/servers/webhook-receiver.ts'
import { talking } from '../testing/talking.ts'
import { type Delivered, verifyWebhook, type WebhookFault, WebhookRefused } from './verify-webhook.ts'

const person = '52998224725'
const { lastro, service, serviceClock, close } = await talking()
const receiver = await webhookReceiver()
afterAll(async () => {
  receiver.close()
  await close()
})

const webhook = await lastro.webhooks.create({ url: receiver.url })
await lastro.alerts.documents.create({ documento: person, label: 'Customer 1' })

/** What the service sends when this happens. */
async function delivered(
  event: 'listing.published' | 'sanction.added' = 'listing.published',
): Promise<Received> {
  await lastro.sandbox.event({ documento: person, event })
  await service.runJobs()
  return receiver.received.at(-1) ?? assert.fail('nothing came')
}

const nowMs = () => serviceClock.nowMs()
const refusedAs = (fault: WebhookFault) => (error: unknown) =>
  error instanceof WebhookRefused && error.fault === fault
const first = await delivered()
const good: Delivered = { secrets: webhook.secret, headers: first.headers, body: first.body, nowMs: nowMs() }

test('a message of the service is believed, and has its type', async () => {
  const event = await verifyWebhook(good)
  assert.equal(event.id, first.id)
  assert.ok(event.type === 'listing.published')
  assert.equal(event.data.documento, person)
  assert.equal(event.data.label, 'Customer 1')
})

test('the body may come as bytes, the headers as Headers', async () => {
  const headers = new Headers(
    Object.entries(first.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
  const event = await verifyWebhook({ ...good, headers, body: new TextEncoder().encode(first.body) })
  assert.equal(event.id, first.id)
})

test('the names of headers may come in any letters', async () => {
  const headers = Object.fromEntries(
    Object.entries(first.headers).map(([name, value]) => [name.toUpperCase(), value]),
  )
  assert.equal((await verifyWebhook({ ...good, headers })).id, first.id)
})

test('a test message is one', async () => {
  assert.equal((await lastro.webhooks.test(webhook.id)).delivered, true)
  const { headers, body } = receiver.received.at(-1) ?? assert.fail()
  const event = await verifyWebhook({ secrets: webhook.secret, headers, body, nowMs: nowMs() })
  assert.ok(event.type === 'webhook.test')
  assert.equal(event.data.webhookId, webhook.id)
})

test('whatever was changed on the way is refused', async () => {
  const changed: readonly Delivered[] = [
    { ...good, body: `${first.body} ` },
    { ...good, body: first.body.replace('listing.published', 'listing.released') },
    { ...good, headers: { ...first.headers, 'webhook-id': 'msg_other' } },
    { ...good, headers: { ...first.headers, 'webhook-timestamp': String(Math.floor(nowMs() / 1000) - 1) } },
    { ...good, headers: { ...first.headers, 'webhook-signature': `v1,${btoa('x'.repeat(32))}` } },
    { ...good, headers: { ...first.headers, 'webhook-signature': 'v1,not base64!' } },
    { ...good, headers: { ...first.headers, 'webhook-signature': 'v2,AAAA' } },
    { ...good, secrets: `whsec_${btoa('another secret that is long')}` },
    { ...good, secrets: [] },
  ]
  for (const one of changed) await assert.rejects(verifyWebhook(one), refusedAs('signature_wrong'))
})

test('a message without its headers is refused', async () => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    await assert.rejects(
      verifyWebhook({ ...good, headers: { ...first.headers, [name]: undefined } }),
      refusedAs('headers_missing'),
    )
})

test('a message from long ago, or from the future, is refused', async () => {
  const atSeconds = Number(first.headers['webhook-timestamp'])
  const at = (seconds: number) => verifyWebhook({ ...good, nowMs: (atSeconds + seconds) * 1000 })
  await at(299)
  await at(-299)
  await assert.rejects(at(301), refusedAs('too_old'))
  await assert.rejects(at(-301), refusedAs('too_new'))
  await verifyWebhook({ ...good, nowMs: (atSeconds + 900) * 1000, toleranceSeconds: 1_000 })
  for (const timestamp of ['', '1e3', '-1', 'NaN', '9'.repeat(400)]) {
    const headers = { ...first.headers, 'webhook-timestamp': timestamp }
    await assert.rejects(verifyWebhook({ ...good, headers }), WebhookRefused)
  }
})

test('while a secret changes, the old and the new both serve', async () => {
  const { secret } = await lastro.webhooks.rotate(webhook.id)
  const { headers, body } = await delivered('sanction.added')
  assert.equal(String(headers['webhook-signature']).split(' ').length, 2)
  for (const secrets of [secret, webhook.secret, [secret, webhook.secret], [webhook.secret, secret]])
    assert.equal((await verifyWebhook({ secrets, headers, body, nowMs: nowMs() })).type, 'sanction.added')
})

test('a receiver that holds two secrets takes a message that has one signature', async () => {
  const other = `whsec_${btoa('another secret that is long')}`
  assert.equal((await verifyWebhook({ ...good, secrets: [other, webhook.secret] })).id, first.id)
})

test('a secret that is none is a mistake of the receiver, and is not shown', async () => {
  for (const secret of ['', 'whsec_', 'whsec_%%%', 'my-secret'])
    await assert.rejects(
      verifyWebhook({ ...good, secrets: secret }),
      (error) => error instanceof TypeError && !error.message.includes('my-secret'),
    )
})

test('what is signed but is no message is refused', async () => {
  const timestamp = String(Math.floor(nowMs() / 1000))
  for (const body of ['', 'null', '[]', '{"type":1', '"text"']) {
    const key = Buffer.from(webhook.secret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64')
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    }
    await assert.rejects(verifyWebhook({ ...good, headers, body }), refusedAs('body_unreadable'))
  }
})

test('what the library of Standard Webhooks signs is believed, whatever the text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (label) => {
      const body = JSON.stringify({ type: 'listing.published', timestamp: '', data: { label } })
      const sentAt = new Date(nowMs())
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(nowMs() / 1000)),
        'webhook-signature': new Webhook(webhook.secret).sign('msg_1', sentAt, body),
      }
      await verifyWebhook({ ...good, headers, body })
    }),
    { numRuns: 50 },
  )
})
