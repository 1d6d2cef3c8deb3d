import { webhookOffReasons } from '@lastro/contract/webhooks.ts'
import type { OutboxRow, OutboxStore } from '../../jobs/outbox.ts'
import type { Handled } from '../../jobs/runner.ts'
import type { EmailStore } from '../alert-store.ts'
import type { WebhookOff } from '../webhooks/webhook.ts'
import { webhookOffMail } from './alert-mail.ts'
import type { Mailing } from './confirm-email.ts'
import { type LinkDeps, newLink } from './email-links.ts'

/** Work for this feature's own jobs: one address waits to be told that a webhook is off. */
export const tellWebhookOffTopic = 'alert_email.webhook_off'

export type WebhookOffDeps = LinkDeps & {
  readonly emails: EmailStore
  readonly outbox: Pick<OutboxStore, 'add'>
  readonly mailing: Mailing | undefined
}

/** A client has few addresses; those that did not say yes are not written to. */
const emailCountMax = 100

/** A row for each address of the client, so that one that fails is tried again alone. */
export async function webhookWentOff(
  { emails, outbox, clock }: WebhookOffDeps,
  row: OutboxRow,
): Promise<Handled> {
  const { register, clientId, payload } = row
  const found = await emails.list({ register, clientId, limit: emailCountMax, after: undefined })
  const nowMs = clock.nowMs()
  await outbox.add(
    found
      .filter(({ state }) => state === 'active')
      .map(({ id }) => ({
        id: `${tellWebhookOffTopic}.${row.id}.${id}`,
        topic: tellWebhookOffTopic,
        register,
        clientId,
        payload: { ...payload, emailId: id },
        createdAtMs: nowMs,
        dueAtMs: nowMs,
      })),
  )
  return 'done'
}

/** With pauses that grow to an hour, about three days. */
const attemptCountMax = 80

/** Tells one address. It waits while the operator has not said how mail leaves. */
export async function tellWebhookOff(deps: WebhookOffDeps, row: OutboxRow): Promise<Handled> {
  const { emailId, url, reason } = row.payload as WebhookOff & { readonly emailId: string }
  const email = await deps.emails.findAny(emailId)
  if (email === undefined || email.state !== 'active') return 'done'
  if (deps.mailing === undefined) return 'later'
  const { send, publicUrl } = deps.mailing
  const unsubscribeLink = await newLink(deps, publicUrl, { emailId, purpose: 'unsubscribe' })
  const written = webhookOffMail(email, { url, reason: webhookOffReasons[reason], unsubscribeLink })
  const outcome = await send({ ...written, id: row.id, to: { name: '', address: email.address } })
  return outcome.kind === 'later' && row.attempts < attemptCountMax ? 'later' : 'done'
}
