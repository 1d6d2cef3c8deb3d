import { addBusinessDays } from '@lastro/rules/calendar/business-days.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import {
  type CorrectionFacts,
  correctedFields,
  type FieldCorrection,
  isEnd,
  wrongVersions,
} from '@lastro/rules/listings/correction.ts'
import type { HistoryEntry, Listing } from '@lastro/rules/listings/listing.ts'
import { recipientOf } from '@lastro/rules/listings/notices/listing-notice.ts'
import type { Letter, Recipient } from '@lastro/rules/listings/notices/notice.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { correctionId, type ToldCorrection } from '@lastro/rules/listings/told-correction.ts'
import type { Clock } from '../../../clock.ts'
import type { OutboxRow } from '../../../jobs/outbox.ts'
import type { Handled } from '../../../jobs/runner.ts'
import type { SendMail } from '../../notices/send-mail.ts'
import { type CorrectionFound, type FindCorrectionDeps, findCorrection } from '../find-correction.ts'
import { isOthersMailbox, type OthersMailboxDeps } from './others-mailbox.ts'
import type { CorrectionToTell } from './outbox-rows.ts'
import { isTriedAgain } from './tried-again.ts'

export type TellDebtorDeps = FindCorrectionDeps &
  OthersMailboxDeps & {
    readonly corrections: {
      /** A debtor's, as it stands now; one that was told stays so. */
      readonly keepForDebtor: (correction: ToldCorrection, letter?: Letter) => Promise<void>
    }
    /** Undefined while the operator has not said how a debtor contests. */
    readonly composeCorrection: ((facts: CorrectionFacts) => Letter) | undefined
    readonly sendMail: SendMail
    readonly clock: Clock
  }

/**
 * The debtor is told what was corrected: by e-mail, or else by a letter in the operator's next lot. Without either the
 * operator has to. No mailbox is written to that may be another's. Nobody writes to the invented people of a sandbox: there it counts as told at once.
 */
export async function tellDebtor(deps: TellDebtorDeps, row: OutboxRow): Promise<Handled> {
  const found = await findCorrection(deps, row.register, row.payload as CorrectionToTell)
  const changes = found && changesFor(found)
  if (found === undefined || changes === 'none') return 'done'
  const { listing } = found
  const recipient = recipientOf(listing)
  const id = correctionId({ listingId: listing.id, version: found.entry.version, recipient: 'debtor' })
  const kept = (way: ToldCorrection['way'], toldAtMs?: number): ToldCorrection =>
    correctionOf(deps, id, found, way, toldAtMs)
  const toAddress = (await isOthersMailbox(deps, listing)) ? undefined : recipient.email
  const way = toAddress !== undefined ? 'email' : recipient.address !== undefined ? 'letter' : undefined
  const isSandbox = listing.register !== productionRegister
  const told = isSandbox && way !== undefined ? await deps.nowMsIn(listing.register) : undefined
  if (isSandbox || deps.composeCorrection === undefined || way === undefined) {
    await deps.corrections.keepForDebtor(kept(way, told))
    return isSandbox || way === undefined ? 'done' : 'later'
  }
  const letter = deps.composeCorrection(factsOf(id, listing, recipient, found.entry.on, changes))
  if (toAddress !== undefined) {
    // Kept with its letter: a mail that was taken may come back, and be told by post.
    await deps.corrections.keepForDebtor(kept('email'), letter)
    const { subject, text } = letter
    const to = { name: recipient.name, address: toAddress }
    const outcome = await deps.sendMail({ id, to, subject, text })
    if (isTriedAgain(outcome, row.attempts)) return 'later'
    if (outcome.kind === 'delivered' || outcome.kind === 'sent') {
      await deps.corrections.keepForDebtor(kept('email', deps.clock.nowMs()), letter)
      return 'done'
    }
  }
  const byPost = recipient.address === undefined ? undefined : 'letter'
  await deps.corrections.keepForDebtor(kept(byPost), byPost && letter)
  return 'done'
}

/** What differs from what was last shown with the error; `none` when nothing that was shown was wrong. */
function changesFor({ entry, history }: CorrectionFound): readonly FieldCorrection[] | undefined | 'none' {
  if (isEnd(entry.change)) return undefined
  const last = history.findLast(({ version }) => version === wrongVersions(history, entry).at(-1))
  if (last === undefined) return 'none'
  return last.shown === undefined || entry.shown === undefined ? [] : correctedFields(last.shown, entry.shown)
}

const factsOf = (
  id: string,
  { creditor, contractId }: Listing,
  recipient: Recipient,
  on: HistoryEntry['on'],
  changes: readonly FieldCorrection[] | undefined,
): CorrectionFacts => ({
  id,
  recipient,
  creditorName: creditor?.name ?? '',
  contractId: contractId ?? '',
  on,
  changes,
})

const correctionOf = (
  { clock }: Pick<TellDebtorDeps, 'clock'>,
  id: string,
  { listing, entry, history }: CorrectionFound,
  way: ToldCorrection['way'],
  toldAtMs: number | undefined,
): ToldCorrection => ({
  id,
  register: listing.register,
  clientId: listing.clientId,
  recipient: 'debtor',
  listingId: listing.id,
  version: entry.version,
  wrongVersions: wrongVersions(history, entry),
  dueOn: addBusinessDays(dayAt(entry.atMs), 5, 'national'),
  occurrenceId: undefined,
  way,
  createdAtMs: clock.nowMs(),
  toldAtMs,
})
