import type { NoticeOutcome, SendDelay } from '../../notices/channel.ts'

/** With pauses that grow to an hour, about three days: an address that takes so long is given up for another way. */
const attemptCountMax = 80

/** Whose doing a delay is: what the operator has yet to set or mend costs no debtor a channel. */
const isTheirs: Readonly<Record<SendDelay, boolean>> = {
  not_configured: false,
  sender_refused: false,
  postponed: true,
  unreachable: true,
}

/** Whether what was not sent for now is tried again in the same way, after so many times. */
export const isTriedAgain = (outcome: NoticeOutcome, attempts: number): boolean =>
  outcome.kind === 'later' && !(isTheirs[outcome.reason] && attempts >= attemptCountMax)
