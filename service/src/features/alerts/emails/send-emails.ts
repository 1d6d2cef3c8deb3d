import type { Register } from '@lastro/rules/listings/register.ts'
import type { Clock } from '../../../clock.ts'
import type { NoticeOutcome } from '../../notices/channel.ts'
import type { AlertEmail, Attempt, Delivery } from '../alert.ts'
import type { ClaimedDelivery, DeliveryStore, EmailStore, Settlement } from '../alert-store.ts'
import { attemptMoment, momentIn } from '../attempt-moment.ts'
import { mayBeSent, mayBeTold } from '../corrections/may-be-told.ts'
import { type RecordAlert, recordTogether } from '../record-alert.ts'
import { retryPausesMs } from '../webhooks/retry-ladder.ts'
import { alertMail } from './alert-mail.ts'
import { alertMailId } from './alert-mail-id.ts'
import { bounced, changeEmail, taken } from './change-email.ts'
import type { EmailClient, Mailing } from './confirm-email.ts'
import { type LinkDeps, newLink } from './email-links.ts'

export type SendEmailDeps = LinkDeps & {
  readonly record: RecordAlert
  readonly deliveries: DeliveryStore
  readonly emails: EmailStore
  readonly mailing: Mailing | undefined
  readonly findClient: (id: string) => Promise<EmailClient | undefined>
  readonly clock: Clock
  readonly nowMsIn: (register: Register) => number | Promise<number>
}

/** Conversations side by side: each may take minutes, and a relay wants few at once. */
const sendingCountMax = 8

/** Longer than a conversation may take: past it, whoever held it is taken to have died. */
const claimMs = 5 * 60_000

/** By the ladder and then every ten hours, about three days: a server that puts off for so long is not going to. */
const attemptCountMax = 12

/** What a mail of many alerts may hold; the rest goes in the next. */
const digestCountMax = 200

/**
 * Sends some of what is due by e-mail: single alerts in the order of their documents, and a day's together. Says how
 * many deliveries it took. While the operator has not said how mail leaves, everything waits.
 */
export async function sendEmails(deps: SendEmailDeps, register?: Register): Promise<number> {
  const { mailing } = deps
  if (mailing === undefined) return 0
  const nowMs = deps.clock.nowMs()
  const claim = {
    kind: 'email',
    register,
    nowMs,
    claimedUntilMs: nowMs + claimMs,
    limit: sendingCountMax,
  } as const
  const single = await deps.deliveries.claim(claim)
  const digests = await deps.deliveries.claimDigests({ ...claim, perTarget: digestCountMax })
  const days = [...Map.groupBy(digests, ({ delivery }) => delivery.targetId).values()].map(inOrder)
  await Promise.all([...single.map((one) => [one]), ...days].map((mail) => sendMail(deps, mailing, mail)))
  return single.length + digests.length
}

const inOrder = (claimed: readonly ClaimedDelivery[]): readonly ClaimedDelivery[] =>
  claimed.toSorted(
    (a, b) =>
      a.occurrence.createdAtMs - b.occurrence.createdAtMs || a.delivery.sequence - b.delivery.sequence,
  )

/** One mail to one address, of one alert or more. */
async function sendMail(
  deps: SendEmailDeps,
  mailing: Mailing,
  all: readonly ClaimedDelivery[],
): Promise<void> {
  const [first] = all
  if (first === undefined) return
  const { targetId } = first.delivery
  const email = await deps.emails.findAny(targetId)
  const told = email?.state === 'active' ? mayBeTold(await deps.findClient(email.clientId)) : 'nothing'
  if (email === undefined || told === 'nothing') {
    return deps.deliveries.drop(targetId, await momentIn(deps, first.delivery.register))
  }
  if (told === 'corrections' && all.some(({ occurrence }) => !mayBeSent(told, occurrence))) {
    await deps.deliveries.drop(targetId, await momentIn(deps, first.delivery.register), 'alerts')
  }
  const [head, ...rest] = all.filter(({ occurrence }) => mayBeSent(told, occurrence))
  if (head !== undefined) await sendTo(deps, mailing, email, [head, ...rest])
}

async function sendTo(
  deps: SendEmailDeps,
  { send, publicUrl }: Mailing,
  email: AlertEmail,
  claimed: readonly [ClaimedDelivery, ...ClaimedDelivery[]],
): Promise<void> {
  const [first] = claimed
  const occurrences = await recordTogether(
    deps.record,
    claimed.map(({ occurrence }) => occurrence),
  )
  const unsubscribeLink = await newLink(deps, publicUrl, { emailId: email.id, purpose: 'unsubscribe' })
  const outcome = await send({
    ...alertMail(email, occurrences, { unsubscribeLink }),
    id: alertMailId(first.delivery),
    to: { name: '', address: email.address },
  })
  const machineMs = deps.clock.nowMs()
  const settle = async ({ delivery }: ClaimedDelivery) => {
    const moment = await attemptMoment(deps, delivery)
    const settlement = settlementOf(outcome, delivery, { dueAtMs: moment.machineMs, machineMs })
    await deps.deliveries.settle(delivery, attemptOf(outcome, moment.nowMs), settlement, machineMs)
  }
  // Side by side, so that they share commits.
  await Promise.all(claimed.map(settle))
  const find = () => deps.emails.findAny(email.id)
  if (outcome.kind === 'failed') await changeEmail(deps, find, (kept) => bounced(kept, outcome.detail))
  else if (outcome.kind === 'delivered') await changeEmail(deps, find, (kept) => taken(kept, machineMs))
}

/** The receiving server's answer begins with its status. */
function attemptOf(outcome: NoticeOutcome, atMs: number): Attempt {
  const answer = outcome.kind === 'delivered' ? outcome.proof : outcome.kind === 'sent' ? '' : outcome.detail
  const [, status] = /^(\d{3})\b/.exec(answer) ?? []
  return status === undefined
    ? { atMs, status: undefined, error: answer || outcome.kind, excerpt: undefined }
    : { atMs, status: Number(status), error: undefined, excerpt: answer }
}

function settlementOf(
  outcome: NoticeOutcome,
  { step }: Delivery,
  { dueAtMs, machineMs }: { readonly dueAtMs: number; readonly machineMs: number },
): Settlement {
  switch (outcome.kind) {
    case 'delivered':
    case 'sent':
      return { state: 'delivered' }
    case 'failed':
      return { state: 'failed' }
    case 'later': {
      // A relay of ours that is away or will not have us is the operator's to mend, and costs nobody an alert. It is
      // away by the machine's clock: a sandbox that moves ahead a hundred years does not try it as often.
      const isPutOff = outcome.reason === 'postponed'
      const pauseMs = retryPausesMs[Math.min(step + 1, retryPausesMs.length - 1)] ?? 0
      if (isPutOff && step + 1 >= attemptCountMax) return { state: 'failed' }
      return { state: 'pending', dueAtMs: (isPutOff ? dueAtMs : machineMs) + pauseMs }
    }
  }
}
