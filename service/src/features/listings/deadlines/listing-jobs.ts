import type { Chore, Handler } from '../../../jobs/runner.ts'
import {
  sendNoticeTopic,
  tellDebtorTopic,
  tellLapsedTopic,
  tellRecipientsTopic,
  unprovedNoticeTopic,
} from '../notices/outbox-rows.ts'
import { giveUpUnproved, type NoticeSendDeps, sendNotice } from '../notices/send-notice.ts'
import { type TellDebtorDeps, tellDebtor } from '../notices/tell-debtor.ts'
import { type TellDeps, tellRecipients } from '../notices/tell-recipients.ts'
import { settleAllDue } from './due-listings.ts'
import { lapsedListings, tellLapsed } from './tell-lapsed.ts'

/** What is done for listings in the background: by topic of the outbox, and every so often. */
export const listingJobs = (
  deps: NoticeSendDeps & TellDeps & TellDebtorDeps,
): { readonly handlers: Readonly<Record<string, Handler>>; readonly chores: readonly Chore[] } => ({
  handlers: {
    [sendNoticeTopic]: (row) => sendNotice(deps, row),
    [unprovedNoticeTopic]: (row) => giveUpUnproved(deps, row),
    [tellRecipientsTopic]: (row) => tellRecipients(deps, row),
    [tellDebtorTopic]: (row) => tellDebtor(deps, row),
    [tellLapsedTopic]: (row) => tellLapsed(deps, row),
  },
  chores: [{ name: 'due listings', run: () => settleAllDue(deps) }, lapsedListings(deps)],
})
