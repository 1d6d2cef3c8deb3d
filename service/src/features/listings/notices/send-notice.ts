import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Debt, Draft, Moment, NoticeRecord } from '@lastro/rules/listings/listing.ts'
import { onTarget, targetOf } from '@lastro/rules/listings/move.ts'
import { wentElsewhere } from '@lastro/rules/listings/notices/corrected-contact.ts'
import { decideDelivered, decideSent, isCurrent } from '@lastro/rules/listings/notices/give-notice.ts'
import { composedNotice } from '@lastro/rules/listings/notices/listing-notice.ts'
import { decideUndelivered } from '@lastro/rules/listings/notices/undelivered.ts'
import { byState, isRefused, type Refused } from '@lastro/rules/listings/refused.ts'
import { heldForReview } from '@lastro/rules/listings/review.ts'
import type { OutboxRow } from '../../../jobs/outbox.ts'
import type { Handled } from '../../../jobs/runner.ts'
import type { Channel, NoticeOutcome } from '../../notices/channel.ts'
import { changeDebt, type DecideChange, draftedDebt, type ListingDeps, momentIn } from '../change-debt.ts'
import { isOthersMailbox } from './others-mailbox.ts'
import type { NoticeToSend } from './outbox-rows.ts'
import { isTriedAgain } from './tried-again.ts'

export type NoticeSendDeps = ListingDeps & { readonly channels: readonly Channel[] }

/**
 * Sends a queued notice by its channel. The exact words are kept before they leave; what came of it moves the
 * listing on. A notice that was overtaken by a change of its listing is not sent.
 */
export async function sendNotice(deps: NoticeSendDeps, row: OutboxRow): Promise<Handled> {
  const { debtId, listingId, noticeId } = row.payload as NoticeToSend
  const { register } = row
  const key = { register, clientId: undefined, id: debtId }
  const [record, kept] = await Promise.all([deps.listings.findNotice(noticeId), deps.listings.findDebt(key)])
  if (record === undefined || kept === undefined || record.status !== 'queued') return 'done'
  const guarantorId = listingId === debtId ? undefined : listingId
  const draft = targetOf(draftedDebt(kept), guarantorId)
  if (draft.listing.state !== 'notice_queued' || draft.listing.notice?.id !== noticeId) return 'done'
  // Nobody is told of a debt that was paid; what waits here waits for its release.
  if (kept.principal.paidOn !== undefined) return 'done'

  // Of two such debts that were sent at once neither knew of the other, and here both do.
  if (record.channel === 'email' && (await isOthersMailbox(deps, draft.listing))) {
    const held = await changeDebt(deps, { key, guarantorId }, 'bureau', (debt, now) =>
      onTarget(debt, guarantorId, (one) => heldBack(one, record, now)),
    )
    return held === 'busy' ? 'later' : 'done'
  }
  const moment = await momentIn(deps, register, 'bureau')
  const composed = composedNotice(draft, record, kept.principal.name, deps.means, moment)
  if (!(await deps.listings.keepNotice(composed))) return 'done'
  const outcome = await sent(deps, composed)
  if (isTriedAgain(outcome, row.attempts)) return 'later'
  const decide: DecideChange = (debt, now) =>
    onTarget(debt, guarantorId, (held) =>
      settled(deps, held, composed, { outcome, isPaid: isPaid(debt) }, now),
    )
  const changed = await changeDebt(deps, { key, guarantorId }, 'bureau', decide)
  return changed === 'busy' ? 'later' : 'done'
}

const heldBack = (draft: Draft, record: NoticeRecord, moment: Moment): Draft | Refused =>
  isCurrent(draft, record) && draft.listing.state === 'notice_queued'
    ? heldForReview(draft, ['mailbox_shared'], moment)
    : byState

function sent({ channels }: NoticeSendDeps, { channel, notice }: NoticeRecord): Promise<NoticeOutcome> {
  const way = channels.find((one) => one.name === channel)
  if (way !== undefined && notice !== undefined) return way.send(notice)
  return Promise.resolve({ kind: 'failed', reason: 'address_unusable', detail: 'no such channel' })
}

function settled(
  deps: ListingDeps,
  draft: Draft,
  record: NoticeRecord,
  { outcome, isPaid }: { readonly outcome: NoticeOutcome; readonly isPaid: boolean },
  moment: Moment,
): Draft | Refused {
  const hasLeft = outcome.kind === 'delivered' || outcome.kind === 'sent'
  if (hasLeft && isCurrent(draft, record) && record.notice && wentElsewhere(record.notice, draft.listing)) {
    const left = { ...record, status: 'sent' as const, sentAtMs: moment.nowMs }
    return heldForReview({ ...draft, notices: [left] }, ['contact_corrected'], moment)
  }
  switch (outcome.kind) {
    case 'delivered':
      return decideDelivered(draft, record, { proof: outcome.proof, on: moment.today }, deps.means, moment)
    case 'sent':
      return decideSent(draft, record, moment)
    case 'failed':
    case 'later':
      return decideUndelivered(
        draft,
        record,
        { detail: `${outcome.reason}: ${outcome.detail}`, isBounce: outcome.kind === 'failed', isPaid },
        deps.means,
        moment,
      )
  }
}

/** An e-mail whose delivery nobody has proved by now has failed: on to the next channel. */
export async function giveUpUnproved(deps: ListingDeps, row: OutboxRow): Promise<Handled> {
  const { noticeId } = row.payload as Pick<NoticeToSend, 'noticeId'>
  const reported = await reportNotice(deps, noticeId, { kind: 'silent', detail: 'no proof of delivery' })
  return reported === 'busy' ? 'later' : 'done'
}

/** What is learnt of a notice after it was sent, however late: it was posted, it was delivered, or it came back. */
export type NoticeReport =
  | { readonly kind: 'delivered'; readonly proof: string; readonly atMs: number }
  | { readonly kind: 'failed' | 'silent'; readonly detail: string }

/** `stale`: nothing of its listing rests on the notice any more, or what is told of it is known. */
export async function reportNotice(
  deps: ListingDeps,
  noticeId: string,
  report: NoticeReport,
): Promise<'recorded' | 'unknown' | 'stale' | 'busy'> {
  const record = await deps.listings.findNotice(noticeId)
  if (record === undefined) return 'unknown'
  const debtId = await debtOf(deps, record)
  if (debtId === undefined) return 'unknown'
  const key = { register: record.register, clientId: undefined, id: debtId }
  const guarantorId = debtId === record.listingId ? undefined : record.listingId
  const decide: DecideChange = (debt, moment) =>
    onTarget(debt, guarantorId, (draft) =>
      report.kind === 'delivered'
        ? decideDelivered(draft, record, { proof: report.proof, on: dayAt(report.atMs) }, deps.means, moment)
        : decideUndelivered(
            draft,
            record,
            { detail: report.detail, isBounce: report.kind === 'failed', isPaid: isPaid(debt) },
            deps.means,
            moment,
          ),
    )
  const changed = await changeDebt(deps, { key, guarantorId }, 'bureau', decide)
  if (changed === 'unknown' || changed === 'busy') return changed
  return isRefused(changed) ? 'stale' : 'recorded'
}

/** Paid by one, a debt is paid for all. */
const isPaid = ({ principal }: Debt): boolean => principal.listing.paidOn !== undefined

async function debtOf({ listings }: ListingDeps, { listingId }: NoticeRecord): Promise<string | undefined> {
  const listing = await listings.findListing(listingId)
  return listing && (listing.principalId ?? listing.id)
}
