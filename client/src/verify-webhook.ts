import type { WebhookMessage } from '@lastro/contract/alerts/webhooks.ts'
import { systemClock } from './transport/clock.ts'

export type Delivered = {
  /** `whsec_…`; while one is being changed, the new one and the one before. */
  readonly secrets: string | readonly string[]
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** As it came, byte for byte: what was read as JSON and written again is another. */
  readonly body: string | Uint8Array
  readonly nowMs?: number | undefined
  /** How far its time may be from ours; 300 seconds when absent. */
  readonly toleranceSeconds?: number | undefined
}

/** An occurrence, or the message that tests the way. `id` is the same however often it is sent. */
export type WebhookEvent = { readonly id: string } & (WebhookMessage | WebhookTestMessage)

export type WebhookTestMessage = {
  readonly type: 'webhook.test'
  readonly timestamp: string
  readonly data: { readonly webhookId: string }
}

export type WebhookFault =
  | 'headers_missing'
  | 'timestamp_invalid'
  | 'too_old'
  | 'too_new'
  | 'signature_wrong'
  | 'body_unreadable'

const sentences = {
  headers_missing: 'webhook-id, webhook-timestamp or webhook-signature is missing.',
  timestamp_invalid: 'webhook-timestamp is not a number of seconds.',
  too_old: 'It was sent too long ago: somebody may be playing it again.',
  too_new: 'It was sent in the future: compare the clocks.',
  signature_wrong: 'No signature fits: another secret, or the body is not the one that was sent.',
  body_unreadable: 'It is signed, but not JSON of a message.',
} as const satisfies Record<WebhookFault, string>

/** What came is not to be believed. Answer 400, and do nothing else. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
  readonly fault: WebhookFault

  constructor(fault: WebhookFault) {
    super(sentences[fault])
    this.fault = fault
  }
}

/** As Standard Webhooks advises: longer than clocks differ, too short to play a message again much later. */
const toleranceSecondsDefault = 300

/** A message carries one signature, or two. More would only cost us time. */
const signatureCountMax = 8

/** The message, once it is sure that the service sent it, whole, just now. Otherwise throws `WebhookRefused`. */
export async function verifyWebhook(delivered: Delivered): Promise<WebhookEvent> {
  const { id, timestamp, signatures } = signedHeaders(delivered.headers)
  checkTime(timestamp, delivered)
  const body = typeof delivered.body === 'string' ? new TextEncoder().encode(delivered.body) : delivered.body
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  const keys = await Promise.all([delivered.secrets].flat().map(keyOf))
  const matches = keys.flatMap((key) =>
    signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)),
  )
  // All are tried, whichever fits: how long it takes tells nothing.
  if (!(await Promise.all(matches)).includes(true)) throw new WebhookRefused('signature_wrong')
  return { id, ...messageIn(body) }
}

function signedHeaders(headers: Delivered['headers']) {
  const read = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : named(headers, name)
    if (typeof value !== 'string' || value === '') throw new WebhookRefused('headers_missing')
    return value
  }
  const signatures = read('webhook-signature')
    .split(' ', signatureCountMax)
    .flatMap((one) => (one.startsWith('v1,') ? [bytesOf(one.slice('v1,'.length))] : []))
    .filter((one) => one !== undefined)
  return { id: read('webhook-id'), timestamp: read('webhook-timestamp'), signatures }
}

/** Node writes names in small letters; others hand them on as they came. */
const named = (headers: Readonly<Record<string, unknown>>, name: string): unknown =>
  headers[name] ?? Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]

function checkTime(timestamp: string, { nowMs, toleranceSeconds }: Delivered): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookRefused('timestamp_invalid')
  const ageSeconds = (nowMs ?? systemClock.nowMs()) / 1000 - Number(timestamp)
  const tolerated = toleranceSeconds ?? toleranceSecondsDefault
  if (ageSeconds > tolerated) throw new WebhookRefused('too_old')
  if (ageSeconds < -tolerated) throw new WebhookRefused('too_new')
}

/** It throws where a secret is none: that is a mistake in a setting, not in a message. */
async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : undefined
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('A webhook secret is whsec_ and the key in base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function messageIn(body: Uint8Array): WebhookMessage | WebhookTestMessage {
  try {
    const message: unknown = JSON.parse(new TextDecoder().decode(body))
    if (typeof message === 'object' && message !== null && 'type' in message && 'data' in message)
      return message as WebhookMessage | WebhookTestMessage
  } catch {
    // It is refused below, like JSON of another form.
  }
  throw new WebhookRefused('body_unreadable')
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}
