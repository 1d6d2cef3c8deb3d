import { createHmac, randomBytes } from 'node:crypto'

/** The three headers of Standard Webhooks: with them a receiver knows who sent a message, and that it is whole. */
export type SignatureHeaders = {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

export type Message = {
  /** The same at every attempt, so that a receiver knows a message that it has seen. */
  readonly id: string
  /** Of this attempt: receivers turn away what is more than minutes old. */
  readonly sentAtMs: number
  readonly body: string
}

/** Signs once with each secret: while a secret is being changed a receiver may hold the old or the new one. */
export function signatureHeaders(
  secrets: readonly WebhookSecret[],
  { id, sentAtMs, body }: Message,
): SignatureHeaders {
  const timestamp = String(Math.floor(sentAtMs / 1000))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = secrets.map((secret) => `v1,${signatureOf(secret, signed)}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** `whsec_` and the key in base64, as libraries for receivers expect it. */
export type WebhookSecret = string & { readonly kind: 'webhook secret' }

/** As long as the hash that it keys; the specification asks for 24 to 64 bytes. */
const secretBytes = 32

const secretPrefix = 'whsec_'

export const newWebhookSecret = (): WebhookSecret =>
  `${secretPrefix}${randomBytes(secretBytes).toString('base64')}` as WebhookSecret

const signatureOf = (secret: WebhookSecret, signed: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64'))
    .update(signed)
    .digest('base64')
