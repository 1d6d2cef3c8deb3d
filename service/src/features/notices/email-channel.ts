import type { Channel } from './channel.ts'
import { type MailLimits, type MailSettings, mailer } from './send-mail.ts'

/**
 * E-mail by SMTP. A notice is delivered when the receiving server has taken the whole message (250 after DATA), or,
 * where that server only passes messages on, when a delivery report says so.
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
