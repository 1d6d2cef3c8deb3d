import type {
  Webhook,
  WebhookPatch,
  WebhookRequest,
  WebhooksAnswer,
  WebhookTest,
  WebhookWithSecret,
} from '@lastro/contract/alerts/webhooks.ts'
import type { ResultOf } from '@lastro/contract/reports/queries.ts'
import { type CallOptions, type KeyedOptions, step } from '../transport/connection.ts'
import type { Transport } from '../transport/transport.ts'
import { type Registrations, registrations } from './registrations.ts'

/** Where events are sent to. A secret is shown when it is made, and never again. */
export type Webhooks = Registrations<WebhookRequest, WebhookPatch, Webhook, WebhookWithSecret> & {
  readonly list: (options?: CallOptions) => Promise<readonly Webhook[]>
  /** A new secret; for a day each message is signed with the one before, too. */
  readonly rotate: (id: string, options?: KeyedOptions) => Promise<WebhookWithSecret>
  /** Sends a message of type `webhook.test` now, and says what the receiver answered. */
  readonly test: (id: string, options?: CallOptions) => Promise<WebhookTest>
}

const path = '/alertas/v2/webhooks'

export const webhooks = (transport: Transport): Webhooks => ({
  ...registrations(transport, path),
  list: async (options) => {
    return (await transport.get<ResultOf<typeof WebhooksAnswer>>(path, options)).webhooks
  },
  rotate: (id, options) =>
    transport.result({ method: 'POST', path: `${path}/${step(id)}/rotacionar`, repeats: 'keyed', options }),
  test: (id, options) =>
    transport.result({ method: 'POST', path: `${path}/${step(id)}/testar`, repeats: 'never', options }),
})
