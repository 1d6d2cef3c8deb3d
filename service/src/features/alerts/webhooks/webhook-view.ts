import { alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import { type Webhook as WebhookShown, webhookOffReasons } from '@lastro/contract/alerts/webhooks.ts'
import type { Language } from '@lastro/contract/text.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { signingSecrets, type Webhook } from './webhook.ts'

/** A webhook as its client sees it; of its secrets only until when the old one signs. */
export function webhookView(
  webhook: Webhook,
  { nowMs, language }: { readonly nowMs: number; readonly language: Language },
): WebhookShown {
  const { id, url, events, label, state, failingSinceMs, createdAtMs } = webhook
  const ending = signingSecrets(webhook, nowMs).find((one) => one.untilMs !== undefined)
  return {
    id,
    url,
    events: [...(events ?? alertEventNames)],
    ...(label !== undefined && { label }),
    enabled: state === 'active',
    ...offOf(webhook, language),
    ...(failingSinceMs !== undefined && { failingSince: instantText(failingSinceMs) }),
    ...(ending?.untilMs !== undefined && { previousSecretUntil: instantText(ending.untilMs) }),
    createdAt: instantText(createdAtMs),
  }
}

function offOf({ offReason, offAtMs }: Webhook, language: Language): Pick<WebhookShown, 'off'> {
  if (offReason === undefined || offAtMs === undefined) return {}
  return {
    off: { reason: offReason, message: webhookOffReasons[offReason][language], at: instantText(offAtMs) },
  }
}
