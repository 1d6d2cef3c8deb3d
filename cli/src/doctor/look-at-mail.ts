import {
  greetServer,
  type MailLimits,
  type MailSettings,
} from '@lastro/service/features/notices/send-mail.ts'
import type { Finding } from './finding.ts'

/** Nobody waits longer than this for a doctor. */
const limits: MailLimits = { greetingMs: 5_000, silenceMs: 5_000, conversationMs: 10_000 }

/** Talks to the mail server without sending anything. */
export async function lookAtMail(mail: MailSettings | undefined): Promise<readonly Finding[]> {
  if (mail === undefined) return []
  const fault = await greetServer(mail, limits)
  return [
    fault === undefined
      ? {
          of: 'mail',
          state: 'well',
          text: { pt: 'O servidor de e-mail aceita.', en: 'The mail server accepts us.' },
        }
      : {
          of: 'mail',
          state: 'mend',
          text: {
            pt: `O servidor de e-mail não aceita: ${fault}. Confira LASTRO_SMTP_URL.`,
            en: `The mail server does not accept us: ${fault}. Check LASTRO_SMTP_URL.`,
          },
        },
  ]
}
