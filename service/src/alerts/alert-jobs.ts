import type { Handler, Work } from '../jobs/runner.ts'
import { type ConfirmDeps, confirmEmail, confirmTopic } from './emails/confirm-email.ts'
import { type SendEmailDeps, sendEmails } from './emails/send-emails.ts'
import {
  tellWebhookOff,
  tellWebhookOffTopic,
  type WebhookOffDeps,
  webhookWentOff,
} from './emails/tell-webhook-off.ts'
import { type FanOutDeps, fanOutEvents } from './fan-out-events.ts'
import { webhookOffTopic } from './webhooks/webhook.ts'

export type AlertJobDeps = FanOutDeps & ConfirmDeps & SendEmailDeps & WebhookOffDeps

export type AlertJobs = {
  readonly handlers: Readonly<Record<string, Handler>>
  readonly works: readonly Work[]
}

/** What is done for alerts in the background, but for webhooks: events become occurrences, and mails leave. */
export const alertJobs = (deps: AlertJobDeps): AlertJobs => ({
  handlers: {
    [confirmTopic]: (row) => confirmEmail(deps, row),
    [webhookOffTopic]: (row) => webhookWentOff(deps, row),
    [tellWebhookOffTopic]: (row) => tellWebhookOff(deps, row),
  },
  works: [
    { name: 'alerts', run: () => fanOutEvents(deps) },
    { name: 'alert e-mails', run: () => sendEmails(deps) },
  ],
})
