import type { Refusal } from '../../../http/reply.ts'
import type { AlertEmail } from '../alert.ts'
import type { EmailStore } from '../alert-store.ts'
import { type MomentDeps, momentIn } from '../attempt-moment.ts'

export type ChangeEmailDeps = MomentDeps & { readonly emails: Pick<EmailStore, 'update'> }

/** Two that change the same address at once each get their turn; more turns lost than this is a storm. */
const turnCountMax = 5

/** Loads, decides, saves; decides again when somebody else was quicker. What is undefined stays as it is. */
export async function changeEmail<Refused extends object>(
  deps: ChangeEmailDeps,
  find: () => Promise<AlertEmail | undefined>,
  decide: (kept: AlertEmail) => AlertEmail | Refused | undefined,
): Promise<AlertEmail | Refused | 'unknown' | 'busy'> {
  for (let turn = 0; turn < turnCountMax; turn++) {
    const kept = await find()
    if (kept === undefined) return 'unknown'
    const next = decide(kept)
    if (next === undefined) return kept
    if (!isAlertEmail(next)) return next
    const saved = { ...next, version: kept.version + 1 }
    if (await deps.emails.update(saved, kept.version, await momentIn(deps, kept.register))) return saved
  }
  return 'busy'
}

export const isAlertEmail = (decided: object): decided is AlertEmail => 'address' in decided

/** Its owner said yes. Whoever has unsubscribed meanwhile is not brought back by an old link, nor told so. */
export function confirmed(kept: AlertEmail, nowMs: number): AlertEmail | Refusal | undefined {
  if (kept.state === 'unsubscribed') return { code: 'link_unknown' }
  return kept.state === 'unconfirmed'
    ? { ...kept, state: 'active', confirmedAtMs: nowMs, bounces: 0 }
    : undefined
}

export const unsubscribed = (kept: AlertEmail): AlertEmail | undefined =>
  kept.state === 'unsubscribed'
    ? undefined
    : { ...kept, state: 'unsubscribed', pausedReason: undefined, pausedDetail: undefined }

/** Three in a row, each tried for good: the mailbox is gone, and going on would harm the sender's name. */
const bounceCountMax = 3

/** A message was refused for good. */
export function bounced(kept: AlertEmail, answer: string): AlertEmail {
  const bounces = kept.bounces + 1
  const isPast = kept.state === 'active' && bounces >= bounceCountMax
  return isPast
    ? { ...kept, bounces, state: 'paused', pausedReason: 'bounced', pausedDetail: answer }
    : { ...kept, bounces }
}

/** A message that had been taken came back later. */
export const bouncedLater = (kept: AlertEmail, answer: string, machineMs: number): AlertEmail => ({
  ...bounced(kept, answer),
  bounceReportedAtMs: machineMs,
})

/** Servers try for days before they send a message back: until then a relay's yes says nothing of the mailbox. */
const reportPatienceMs = 5 * 24 * 60 * 60_000

/** A message was taken. Where taken ones have come back lately, that alone is no sign that the mailbox is well. */
export function taken(kept: AlertEmail, machineMs: number): AlertEmail | undefined {
  if (kept.bounces === 0) return undefined
  const { bounceReportedAtMs } = kept
  if (bounceReportedAtMs !== undefined && machineMs - bounceReportedAtMs < reportPatienceMs) return undefined
  return { ...kept, bounces: 0, bounceReportedAtMs: undefined }
}
