import type { NewOutboxRow } from '../../../jobs/outbox.ts'
import type { EventMoment, OwnedKey } from '../alert-store.ts'
import type { Webhook } from './webhook.ts'

export type WebhookStore = {
  /** One that the same request has made before is left as it is, and returned. */
  readonly insert: (
    webhook: Webhook,
    countMax: number,
  ) => Promise<
    | { readonly kind: 'inserted' }
    | { readonly kind: 'existing'; readonly webhook: Webhook }
    | { readonly kind: 'too_many' }
  >
  readonly find: (key: OwnedKey) => Promise<Webhook | undefined>
  /** For jobs, never for a caller. */
  readonly findAny: (ids: readonly string[]) => Promise<readonly Webhook[]>
  readonly list: (owner: Omit<OwnedKey, 'id'>) => Promise<readonly Webhook[]>
  /**
   * False when it has another version by now. Of one that is off, what waits to be sent is dropped in the same
   * commit.
   */
  readonly update: (
    next: Webhook,
    keptVersion: number,
    at: EventMoment & { readonly outbox?: readonly NewOutboxRow[] },
  ) => Promise<boolean>
  /** With what waits to be sent to it. */
  readonly remove: (key: OwnedKey, moment: EventMoment) => Promise<boolean>
  /**
   * Notes since when it fails at this address, unless that is known; `undefined` when it has taken a message. What
   * became of a message to an address that was left since says nothing of the new one.
   */
  readonly setFailing: (at: Pick<Webhook, 'id' | 'url'>, sinceMs: number | undefined) => Promise<void>
}
