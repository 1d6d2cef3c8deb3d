import assert from 'node:assert/strict'
import fc from 'fast-check'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { test } from 'vitest'
import { newWebhookSecret, signatureHeaders, type WebhookSecret } from './signature.ts'

const message = { id: 'msg_1', sentAtMs: Date.now(), body: '{"type":"listing.published"}' }

test('what we sign is what the library for receivers signs, whatever the message', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }),
      fc.string(),
      fc.integer({ min: 0, max: 4_102_444_800_000 }),
      (id, body, sentAtMs) => {
        const secret = newWebhookSecret()
        const headers = signatureHeaders([secret], { id, sentAtMs, body })
        assert.equal(headers['webhook-signature'], new Webhook(secret).sign(id, new Date(sentAtMs), body))
      },
    ),
  )
})

test('the example of the specification has its signature', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' as WebhookSecret
  const headers = signatureHeaders([secret], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    sentAtMs: 1_614_265_330_000,
    body: '{"test": 2432232314}',
  })
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('while a secret is being changed a receiver may hold either', () => {
  const [old, fresh, foreign] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()]
  const headers = signatureHeaders([fresh, old], message)
  assert.equal(headers['webhook-signature'].split(' ').length, 2)
  for (const held of [old, fresh]) {
    assert.deepEqual(new Webhook(held).verify(message.body, headers), JSON.parse(message.body))
  }
  assert.throws(() => new Webhook(foreign).verify(message.body, headers), WebhookVerificationError)
})

test('a changed body, id or time does not verify', () => {
  const secret = newWebhookSecret()
  const headers = signatureHeaders([secret], message)
  const receiver = new Webhook(secret)
  const earlier = String(Number(headers['webhook-timestamp']) - 1)
  assert.throws(() => receiver.verify(`${message.body} `, headers))
  assert.throws(() => receiver.verify(message.body, { ...headers, 'webhook-id': 'msg_2' }))
  assert.throws(() => receiver.verify(message.body, { ...headers, 'webhook-timestamp': earlier }))
})

test('a secret has 32 random bytes', () => {
  assert.match(newWebhookSecret(), /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(newWebhookSecret(), newWebhookSecret())
})
