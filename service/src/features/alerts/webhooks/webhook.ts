import { secretOverlapHours, type WebhookOffReason } from '@lastro/contract/alerts/webhooks.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import type { EventChoice } from '../alert.ts'

/** An address of a client's that gets its events. Times are by the clock of its register. */
export type Webhook = {
  readonly id: string
  readonly register: Register
  readonly clientId: string
  readonly url: string
  readonly events: EventChoice
  readonly label: string | undefined
  /** The newest first; the one before it for as long as it still signs. */
  readonly secrets: readonly KeptSecret[]
  readonly state: WebhookState
  readonly offReason: WebhookOffReason | undefined
  readonly offAtMs: number | undefined
  /** Since when every attempt has failed; undefined while the last one did not. */
  readonly failingSinceMs: number | undefined
  readonly version: number
  readonly createdAtMs: number
  /** Names the request that made it, so that a repeat after a crash finds it. */
  readonly requestKey: string | undefined
}

export type WebhookState = 'active' | 'off'

/** Sealed; see `sealed-secrets.ts`. Without an end, it signs until the next is made. */
export type KeptSecret = { readonly sealed: string; readonly untilMs?: number }

export const switchedOff = (webhook: Webhook, reason: WebhookOffReason, nowMs: number): Webhook => ({
  ...webhook,
  state: 'off',
  offReason: reason,
  offAtMs: nowMs,
  version: webhook.version + 1,
})

/** Begins anew: what failed before does not count against it. */
export const switchedOn = (webhook: Webhook): Webhook => ({
  ...webhook,
  state: 'active',
  offReason: undefined,
  offAtMs: undefined,
  failingSinceMs: undefined,
  version: webhook.version + 1,
})

/** The secret that was the newest signs on for a while; one that was ending already ends now. */
export function rotated(webhook: Webhook, sealed: string, nowMs: number): Webhook {
  const [newest] = webhook.secrets
  if (newest === undefined) throw new Error('A webhook has no secret')
  const untilMs = nowMs + secretOverlapHours * 60 * 60_000
  return {
    ...webhook,
    secrets: [{ sealed }, { sealed: newest.sealed, untilMs }],
    version: webhook.version + 1,
  }
}

export const signingSecrets = ({ secrets }: Webhook, nowMs: number): readonly KeptSecret[] =>
  secrets.filter(({ untilMs }) => untilMs === undefined || untilMs > nowMs)

/** For the e-mail side: a client is told when we have switched its webhook off. */
export const webhookOffTopic = 'webhook.off'

export type WebhookOff = {
  readonly webhookId: string
  readonly url: string
  readonly reason: WebhookOffReason
  readonly atMs: number
}
