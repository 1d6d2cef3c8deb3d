import type { WebhookOffReason } from '@lastro/contract/alerts/webhooks.ts'
import type { Attempt } from '../alert.ts'
import type { Settlement } from '../alert-store.ts'
import { failingMaxMs, nextAttemptAtMs } from './retry-ladder.ts'
import type { WebhookOutcome } from './send-webhook.ts'

/** What the attempt means for the webhook as a whole. */
export type Verdict = 'well' | 'failing' | { readonly off: WebhookOffReason }

export type AfterAttempt = { readonly settlement: Settlement; readonly verdict: Verdict }

export type AttemptMade = {
  readonly outcome: WebhookOutcome
  /** How many attempts of its ladder the delivery had before this one. */
  readonly step: number
  /** Since when its webhook had been failing; undefined when its last attempt went well. */
  readonly failingSinceMs: number | undefined
  /** By the clock of the register. */
  readonly nowMs: number
  /** By the machine's clock, from which the next pause counts. */
  readonly machineMs: number
  /** From 0 to 1. */
  readonly chance: number
}

const gone = 410

/**
 * 2xx is a success, 410 ends the webhook, anything else is tried again by the ladder, over three days. When it ends
 * and nothing has been taken since it began, every event of those days has failed, and the webhook is switched off.
 */
export function afterAttempt(made: AttemptMade): AfterAttempt {
  const { outcome, step, failingSinceMs, nowMs, machineMs, chance } = made
  if (isTaken(outcome)) return { settlement: { state: 'delivered' }, verdict: 'well' }
  if (outcome.kind === 'answered' && outcome.status === gone) {
    return { settlement: { state: 'failed' }, verdict: { off: 'gone' } }
  }
  const dueAtMs = nextAttemptAtMs(step + 1, machineMs, chance)
  if (dueAtMs !== undefined) return { settlement: { state: 'pending', dueAtMs }, verdict: 'failing' }
  const isLost = failingSinceMs !== undefined && nowMs - failingSinceMs >= failingMaxMs
  return { settlement: { state: 'failed' }, verdict: isLost ? { off: 'failing' } : 'failing' }
}

export const isTaken = (outcome: WebhookOutcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300

/** As the log of deliveries keeps it. */
export const attemptOf = (outcome: WebhookOutcome, atMs: number): Attempt =>
  outcome.kind === 'answered'
    ? { atMs, status: outcome.status, error: undefined, excerpt: outcome.excerpt || undefined }
    : { atMs, status: undefined, error: errorText(outcome), excerpt: undefined }

const errorText = ({ fault, detail }: { readonly fault: string; readonly detail: string }): string =>
  detail === '' ? fault : `${fault}: ${detail}`
