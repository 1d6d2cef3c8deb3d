import { alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import { confirmTopic } from './emails/confirm-email.ts'
import { tellClientTopic } from './emails/tell-client.ts'
import { policyRunTopic } from './portfolio/policy-run.ts'
import { webhookOffTopic } from './webhooks/webhook.ts'

/** Everything that this feature, a load of subjects and the sandbox write into the outbox. */
export const alertTopics: readonly string[] = [
  ...alertEventNames,
  confirmTopic,
  tellClientTopic,
  webhookOffTopic,
  policyRunTopic,
]
