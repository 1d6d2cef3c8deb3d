import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import type { OutboxRow } from '../../jobs/outbox.ts'
import type { Chore, Handler, Work } from '../../jobs/runner.ts'
import type { CorrectionStore } from './corrections/correction-store.ts'
import { type TellReaderDeps, tellReader } from './corrections/tell-reader.ts'
import { type ConfirmDeps, confirmEmail, confirmTopic } from './emails/confirm-email.ts'
import { type SendEmailDeps, sendEmails } from './emails/send-emails.ts'
import {
  clientTopics,
  type TellClientDeps,
  tellAddresses,
  tellClient,
  tellClientTopic,
} from './emails/tell-client.ts'
import { type FanOutDeps, fanOutEvents } from './fan-out-events.ts'
import { type ForgetDeps, forgetOld } from './forget-old.ts'
import { policyRunTopic } from './portfolio/policy-run.ts'
import { type RunPolicyDeps, runPolicy } from './portfolio/run-policy.ts'

export type AlertJobDeps = FanOutDeps &
  ConfirmDeps &
  SendEmailDeps &
  TellClientDeps &
  ForgetDeps &
  RunPolicyDeps &
  TellReaderDeps & { readonly corrections: Pick<CorrectionStore, 'noteDelivered'> }

export type AlertJobs = {
  readonly handlers: Readonly<Record<string, Handler>>
  readonly works: readonly Work[]
  readonly chores: readonly Chore[]
}

/** What is done for alerts in the background, but for webhooks: events become occurrences, and mails leave. */
export const alertJobs = (deps: AlertJobDeps): AlertJobs => ({
  handlers: {
    [confirmTopic]: (row) => confirmEmail(deps, row),
    ...Object.fromEntries(clientTopics.map((topic) => [topic, (row: OutboxRow) => tellAddresses(deps, row)])),
    [tellClientTopic]: (row) => tellClient(deps, row),
    [correctionEvent]: (row) => tellReader(deps, row),
    [policyRunTopic]: (row) => runPolicy(deps, row),
  },
  works: [
    { name: 'alerts', run: () => fanOutEvents(deps) },
    { name: 'alert e-mails', run: () => sendEmails(deps) },
  ],
  chores: [
    { name: 'corrections told', run: () => deps.corrections.noteDelivered() },
    { name: 'old deliveries', run: () => forgetOld(deps) },
  ],
})
