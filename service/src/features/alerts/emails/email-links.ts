import { hash, randomBytes } from 'node:crypto'
import { confirmationPath, unsubscribePath } from '@lastro/contract/alerts/alert-operations.ts'
import type { Clock } from '../../../clock.ts'
import type { EmailStore, EmailToken } from '../alert-store.ts'

export type LinkDeps = {
  readonly emails: Pick<EmailStore, 'addToken' | 'findToken'>
  readonly clock: Clock
}

const day = 24 * 60 * 60_000

/** To confirm, a week; to stop, longer than anyone keeps wondering where the mails come from. */
const lifeMs: Readonly<Record<EmailToken['purpose'], number>> = { confirm: 7 * day, unsubscribe: 400 * day }

const paths: Readonly<Record<EmailToken['purpose'], string>> = {
  confirm: confirmationPath,
  unsubscribe: unsubscribePath,
}

/** A link of its own for every mail. What it carries is kept as a hash: the store does not know it. */
export async function newLink(
  { emails, clock }: LinkDeps,
  publicUrl: string,
  { emailId, purpose }: Pick<EmailToken, 'emailId' | 'purpose'>,
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url')
  await emails.addToken({
    hash: tokenHash(token),
    emailId,
    purpose,
    expiresAtMs: clock.nowMs() + lifeMs[purpose],
  })
  return `${publicUrl}${paths[purpose].replace('{token}', token)}`
}

const tokenBytes = 32

const tokenHash = (token: string): string => hash('sha256', token, 'base64url')

/** The address that a link was sent to; undefined when there is no such link, or no longer. */
export async function linkOwner(
  { emails, clock }: LinkDeps,
  token: string,
  purpose: EmailToken['purpose'],
): Promise<string | undefined> {
  const found = await emails.findToken(tokenHash(token))
  const isGood = found?.purpose === purpose && found.expiresAtMs > clock.nowMs()
  return isGood ? found.emailId : undefined
}
