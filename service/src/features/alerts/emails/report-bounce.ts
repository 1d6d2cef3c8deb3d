import type { AlertEmail } from '../alert.ts'
import type { EmailStore } from '../alert-store.ts'
import { hourMs } from '../allowance.ts'
import { type MomentDeps, momentIn } from '../attempt-moment.ts'
import { addressIn, toldIn } from './alert-mail-id.ts'
import { bouncedLater, changeEmail } from './change-email.ts'

export type BounceDeps = MomentDeps & { readonly emails: Pick<EmailStore, 'findAny' | 'bounce'> }

export type BounceReport = {
  /** What stands before the @ in the Message-ID of the mail that came back. */
  readonly messageId: string
  /** The words of the server that sent it back. */
  readonly detail: string
}

/** A mail that our relay had taken came back. However often it is reported, it counts once. */
export async function reportBounce(
  deps: BounceDeps,
  { messageId, detail }: BounceReport,
): Promise<'recorded' | 'unknown' | 'busy'> {
  const emailId = addressIn(messageId)
  const email = emailId === undefined ? undefined : await deps.emails.findAny(emailId)
  if (email === undefined) return 'unknown'
  const moment = await momentIn(deps, email.register)
  const attempt = { atMs: moment.nowMs, status: undefined, error: `bounced: ${detail}`, excerpt: undefined }
  const mail = { once: onceFor(messageId), told: toldIn(messageId), attempt, moment }
  let isBusy = false
  const update = async (next: AlertEmail, keptVersion: number) => {
    const outcome = await deps.emails.bounce(next, keptVersion, mail)
    isBusy = outcome === 'busy'
    return outcome !== 'changed'
  }
  const find = () => deps.emails.findAny(email.id)
  const changed = await changeEmail({ ...deps, emails: { update } }, find, (kept) =>
    bouncedLater(kept, detail, moment.machineMs),
  )
  if (typeof changed === 'string') return changed
  return isBusy ? 'busy' : 'recorded'
}

/** Longer than any server keeps trying, and its report keeps coming. */
const onceFor = (messageId: string) => ({
  policy: 'bounce',
  owner: messageId,
  limit: 1,
  windowMs: 60 * 24 * hourMs,
})
