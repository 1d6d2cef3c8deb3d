import type { WebhookOffReason } from '@lastro/contract/alerts/webhooks.ts'
import { environmentOf, type Register } from '@lastro/rules/listings/register.ts'
import type { Clock } from '../../../clock.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import type { ClaimedDelivery, DeliveryStore } from '../alert-store.ts'
import { attemptMoment, momentIn } from '../attempt-moment.ts'
import { type MayBeTold, mayBeSent } from '../corrections/may-be-told.ts'
import type { RecordAlert } from '../record-alert.ts'
import { type AttemptMade, afterAttempt, attemptOf } from './after-attempt.ts'
import type { WebhookOutcome, WebhookPost } from './send-webhook.ts'
import { signatureHeaders, type WebhookSecret } from './signature.ts'
import { signingSecrets, switchedOff, type Webhook, type WebhookOff, webhookOffTopic } from './webhook.ts'
import { messageOf } from './webhook-message.ts'
import type { WebhookStore } from './webhook-store.ts'

export type DeliverDeps = {
  readonly deliveries: Pick<DeliveryStore, 'claim' | 'settle' | 'postpone' | 'giveBack' | 'drop'>
  readonly webhooks: Pick<WebhookStore, 'findAny' | 'update' | 'setFailing'>
  readonly seal: Seal
  readonly send: (sending: WebhookPost) => Promise<WebhookOutcome>
  /** What a client may be sent, now. */
  readonly mayBeTold: (clientId: string) => Promise<MayBeTold>
  /** Puts an alert on record before it is sent: each is a consultation. */
  readonly record: RecordAlert
  readonly clock: Clock
  readonly nowMsIn: (register: Register) => number | Promise<number>
  /** From 0 to 1. */
  readonly chance: () => number
  readonly onError: (what: string, error: unknown) => void
}

/** A webhook, and what its client may be sent: it may have been revoked since, or have lost the purpose. */
export type WebhookFound = { readonly webhook: Webhook; readonly told: MayBeTold }

/** Sends one claimed delivery, and writes down what came of it. */
export async function deliverWebhook(
  deps: DeliverDeps,
  { delivery, occurrence }: ClaimedDelivery,
  found: WebhookFound | undefined,
): Promise<void> {
  if (found === undefined || found.webhook.state === 'off' || !mayBeSent(found.told, occurrence)) {
    const what = found?.webhook.state === 'active' && found.told === 'corrections' ? 'alerts' : undefined
    return deps.deliveries.drop(delivery.targetId, await momentIn(deps, delivery.register), what)
  }
  const { webhook } = found
  const seen = await deps.record(occurrence)
  const sending = sendingOf(deps, webhook, {
    id: occurrence.id,
    body: JSON.stringify(messageOf(seen)),
    nowMs: await deps.nowMsIn(webhook.register),
  })
  const outcome = await deps.send(sending)
  const moment = await attemptMoment(deps, delivery)
  const { failingSinceMs } = webhook
  const made: AttemptMade = { outcome, step: delivery.step, failingSinceMs, ...moment, chance: deps.chance() }
  const { settlement, verdict } = afterAttempt(made)
  await deps.deliveries.settle(delivery, attemptOf(outcome, moment.nowMs), settlement, deps.clock.nowMs())
  // Others are sent beside this one: it may have begun to fail since it was read.
  if (verdict === 'well') await deps.webhooks.setFailing(webhook, undefined)
  else if (verdict === 'failing') {
    if (failingSinceMs === undefined) await deps.webhooks.setFailing(webhook, moment.nowMs)
  } else await switchOff(deps, webhook, verdict.off, moment.nowMs)
}

/**
 * Signed with every secret that is valid. The time in the signature is the machine's, also in a sandbox that has
 * moved its clock: receivers turn away what is minutes old, or is to come.
 */
export function sendingOf(
  { seal, clock }: Pick<DeliverDeps, 'seal' | 'clock'>,
  webhook: Webhook,
  { id, body, nowMs }: { readonly id: string; readonly body: string; readonly nowMs: number },
): WebhookPost {
  const secrets = signingSecrets(webhook, nowMs).map(
    ({ sealed }) => seal.open(sealed, webhook.id) as WebhookSecret,
  )
  return {
    destination: { url: webhook.url, environment: environmentOf(webhook.register) },
    headers: signatureHeaders(secrets, { id, sentAtMs: clock.nowMs(), body }),
    body,
  }
}

/** Whoever changed it since it was sent to, or took a message, knows better: then the next failure decides again. */
async function switchOff(
  { webhooks, clock }: DeliverDeps,
  sentTo: Webhook,
  reason: WebhookOffReason,
  nowMs: number,
): Promise<void> {
  const { id } = sentTo
  const [webhook] = await webhooks.findAny([id])
  if (webhook === undefined || webhook.version !== sentTo.version) return
  if (reason === 'failing' && webhook.failingSinceMs !== sentTo.failingSinceMs) return
  const machineMs = clock.nowMs()
  const next = switchedOff(webhook, reason, nowMs)
  const payload: WebhookOff = { webhookId: id, url: webhook.url, reason, atMs: nowMs }
  const row = {
    id: `${webhookOffTopic}.${id}.${next.version}`,
    topic: webhookOffTopic,
    register: webhook.register,
    clientId: webhook.clientId,
    payload,
    createdAtMs: machineMs,
    dueAtMs: machineMs,
  }
  await webhooks.update(next, webhook.version, { nowMs, machineMs, outbox: [row] })
}
