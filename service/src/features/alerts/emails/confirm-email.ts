import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { OutboxRow } from '../../../jobs/outbox.ts'
import type { Handled } from '../../../jobs/runner.ts'
import type { SendMail } from '../../notices/send-mail.ts'
import type { EmailStore } from '../alert-store.ts'
import type { MomentDeps } from '../attempt-moment.ts'
import { confirmationMail } from './alert-mail.ts'
import { bounced, changeEmail } from './change-email.ts'
import { type LinkDeps, newLink } from './email-links.ts'

/** Work for this feature's own jobs: an address waits to be asked. */
export const confirmTopic = 'alert_email.confirm'

/** A client as e-mails need to know it. */
export type EmailClient = {
  readonly name: string
  readonly contract: ClientContract
  readonly revokedAtMs: number | undefined
}

/** How mail leaves, and where its links lead; undefined while the operator has yet to say. */
export type Mailing = { readonly send: SendMail; readonly publicUrl: string }

export type ConfirmDeps = LinkDeps &
  MomentDeps & {
    readonly emails: EmailStore
    readonly mailing: Mailing | undefined
    readonly findClient: (id: string) => Promise<EmailClient | undefined>
  }

/** With pauses that grow to an hour, about three days. */
const attemptCountMax = 80

/** Asks the owner of an address. It waits while the operator has not said how mail leaves. */
export async function confirmEmail(deps: ConfirmDeps, row: OutboxRow): Promise<Handled> {
  const { emailId } = row.payload as { readonly emailId: string }
  const email = await deps.emails.findAny(emailId)
  if (email === undefined || email.state !== 'unconfirmed') return 'done'
  if (deps.mailing === undefined) return 'later'
  const client = await deps.findClient(email.clientId)
  if (client === undefined || client.revokedAtMs !== undefined) return 'done'
  const { send, publicUrl } = deps.mailing
  const link = await newLink(deps, publicUrl, { emailId, purpose: 'confirm' })
  const written = confirmationMail(email, { clientName: client.name, link })
  const outcome = await send({ ...written, id: row.id, to: { name: '', address: email.address } })
  switch (outcome.kind) {
    case 'delivered':
    case 'sent':
      return 'done'
    case 'failed': {
      const find = () => deps.emails.findAny(emailId)
      await changeEmail(deps, find, (kept) => bounced(kept, outcome.detail))
      return 'done'
    }
    case 'later':
      return row.attempts >= attemptCountMax && outcome.reason === 'postponed' ? 'done' : 'later'
  }
}
