import type { Attempt } from '../alert.ts'
import type { DeliveryStore, EmailStore } from '../alert-store.ts'
import { type AllowanceStore, hourMs } from '../allowance.ts'
import { type MomentDeps, momentIn } from '../attempt-moment.ts'
import { bouncedLater, changeEmail } from './change-email.ts'

export type BounceDeps = MomentDeps & {
  readonly emails: Pick<EmailStore, 'findAny' | 'update'>
  readonly deliveries: Pick<DeliveryStore, 'bounce'>
  readonly allowances: Pick<AllowanceStore, 'take'>
}

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
  const { nowMs, machineMs } = await momentIn(deps, email.register)
  const isKnown = (await deps.allowances.take([onceFor(messageId)], machineMs)) !== undefined
  if (isKnown) return 'recorded'
  const find = () => deps.emails.findAny(email.id)
  const changed = await changeEmail(deps, find, (kept) => bouncedLater(kept, detail, machineMs))
  if (typeof changed === 'string') return changed
  const [occurrenceId = ''] = messageId.split('.')
  const attempt: Attempt = { atMs: nowMs, status: undefined, error: `bounced: ${detail}`, excerpt: undefined }
  await deps.deliveries.bounce({ occurrenceId, targetId: email.id }, attempt, machineMs)
  return 'recorded'
}

/** Longer than any server keeps trying, and its report keeps coming. */
const onceFor = (messageId: string) => ({
  policy: 'bounce',
  owner: messageId,
  limit: 1,
  windowMs: 60 * 24 * hourMs,
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Every mail of ours to a client's address has the address's id in its own, as a step between dots. */
const addressIn = (messageId: string): string | undefined =>
  messageId.split('.').findLast((step) => uuid.test(step))
