import type { Channel } from './channel.ts'
import { type MailLimits, type MailSettings, mailer } from './send-mail.ts'

/**
 * E-mail by SMTP. A notice is delivered when a delivery report says so, or, where the operator has said in writing that
 * the server answers for its recipients, when it has taken the whole message (250 after DATA).
 * Without settings every e-mail waits: nothing is lost, and nothing counts as sent.
 */
export function emailChannel(settings: MailSettings | undefined, limits?: MailLimits): Channel {
  const send = mailer(settings, limits)
  return {
    name: 'email',
    reaches: ({ email }) => email !== undefined,
    send: ({ id, recipient: { name, email = '' }, subject, text }) =>
      send({ id, to: { name, address: email }, subject, text, needsProof: true }),
  }
}
