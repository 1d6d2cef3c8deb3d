import type { AlertEmail, Watch } from '@lastro/contract/alerts/alert-registrations.ts'
import type { Webhook } from '@lastro/contract/alerts/webhooks.ts'

type Receivers = {
  readonly emails: readonly Pick<AlertEmail, 'email' | 'events' | 'documents' | 'state'>[]
  readonly webhooks: readonly Pick<Webhook, 'events' | 'enabled'>[]
}

/** Of all receivers those that would be sent at least one of the events for which this document is watched. */
export function receiversOf(
  { documento, events }: Pick<Watch, 'documento' | 'events'>,
  { emails, webhooks }: Receivers,
): Receivers {
  const isFor = (of: readonly string[]) => of.some((one) => events.some((event) => event === one))
  return {
    emails: emails.filter(
      (one) =>
        one.state === 'active' &&
        isFor(one.events) &&
        (one.documents === undefined || one.documents.includes(documento)),
    ),
    webhooks: webhooks.filter((one) => one.enabled && isFor(one.events)),
  }
}
