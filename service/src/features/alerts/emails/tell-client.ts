import { webhookOffReasons } from '@lastro/contract/alerts/webhooks.ts'
import { type ReleaseDue, releaseDueTopic } from '@lastro/contract/listings/listing-codes.ts'
import type { OutboxRow, OutboxStore } from '../../../jobs/outbox.ts'
import type { Handled } from '../../../jobs/runner.ts'
import type { AlertEmail } from '../alert.ts'
import type { EmailStore } from '../alert-store.ts'
import { type WebhookOff, webhookOffTopic } from '../webhooks/webhook.ts'
import { releaseDueMail, type Written, webhookOffMail } from './alert-mail.ts'
import type { Mailing } from './confirm-email.ts'
import { type LinkDeps, newLink } from './email-links.ts'

/** Work for this feature's own jobs: one address of a client waits to be told something that concerns the client. */
export const tellClientTopic = 'alert_email.tell_client'

type Write = (email: AlertEmail, payload: object, unsubscribeLink: string) => Written

/** What a client is written to about, besides the documents it watches. */
const writtenAbout: Readonly<Record<string, Write>> = {
  [webhookOffTopic]: (email, payload, unsubscribeLink) => {
    const { url, reason } = payload as WebhookOff
    return webhookOffMail(email, { url, reason: webhookOffReasons[reason], unsubscribeLink })
  },
  [releaseDueTopic]: (email, payload, unsubscribeLink) =>
    releaseDueMail(email, { ...(payload as ReleaseDue), unsubscribeLink }),
}

export const clientTopics: readonly string[] = Object.keys(writtenAbout)

export type TellClientDeps = LinkDeps & {
  readonly emails: EmailStore
  readonly outbox: Pick<OutboxStore, 'add'>
  readonly mailing: Mailing | undefined
}

/** A client has few addresses; those that did not say yes are not written to. */
const emailCountMax = 100

/** A row for each address of the client, so that one that fails is tried again alone. */
export async function tellAddresses(
  { emails, outbox, clock }: TellClientDeps,
  row: OutboxRow,
): Promise<Handled> {
  const { register, clientId, payload } = row
  const found = await emails.list({ register, clientId, limit: emailCountMax, after: undefined })
  const nowMs = clock.nowMs()
  await outbox.add(
    found
      .filter(({ state }) => state === 'active')
      .map(({ id }) => ({
        id: `${tellClientTopic}.${row.id}.${id}`,
        topic: tellClientTopic,
        register,
        clientId,
        payload: { ...payload, emailId: id, about: row.topic },
        createdAtMs: nowMs,
        dueAtMs: nowMs,
      })),
  )
  return 'done'
}

/** With pauses that grow to an hour, about three days. */
const attemptCountMax = 80

/** Tells one address. It waits while the operator has not said how mail leaves. */
export async function tellClient(deps: TellClientDeps, row: OutboxRow): Promise<Handled> {
  const { emailId, about, ...payload } = row.payload as { readonly emailId: string; readonly about: string }
  const email = await deps.emails.findAny(emailId)
  const write = writtenAbout[about]
  if (email === undefined || email.state !== 'active' || write === undefined) return 'done'
  if (deps.mailing === undefined) return 'later'
  const { send, publicUrl } = deps.mailing
  const unsubscribeLink = await newLink(deps, publicUrl, { emailId, purpose: 'unsubscribe' })
  const written = write(email, payload, unsubscribeLink)
  const outcome = await send({ ...written, id: row.id, to: { name: '', address: email.address } })
  return outcome.kind === 'later' && row.attempts < attemptCountMax ? 'later' : 'done'
}
