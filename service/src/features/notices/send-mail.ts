import { Socket } from 'node:net'
import { isMailbox } from '@lastro/contract/mailbox.ts'
import { oneLine } from '@lastro/rules/text/one-line.ts'
import type { SentMessageInfo, Transporter } from 'nodemailer'
import type { NoticeOutcome } from './channel.ts'

export type MailSettings = {
  /** smtp:// or smtps://, with user and password where the server asks for them. */
  readonly smtpUrl: string
  readonly from: { readonly name: string; readonly address: string }
  /**
   * `report`, unless set: the server only passes messages on, so that a delivery report has to follow where a proof
   * is needed. `accepted`: it answers for the recipient, and its 250 is the proof.
   */
  readonly proof?: 'accepted' | 'report'
}

export type MailLimits = {
  /** A server that has not greeted by then is taken to be away. */
  readonly greetingMs: number
  /** Of silence, between two answers. */
  readonly silenceMs: number
  /** A whole conversation; one that drips along is given up, and tried again later. */
  readonly conversationMs: number
}

const usualLimits: MailLimits = { greetingMs: 15_000, silenceMs: 60_000, conversationMs: 180_000 }

/** An answer is a line or two; a server that sends more is not a mail server. */
const answerBytesMax = 16 * 1024

/** What is kept of an answer as proof or reason. */
const answerLengthMax = 500

/** A message to one person. */
export type Mail = {
  /** The same for every attempt, so that a message taken twice is known for one. */
  readonly id: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  /** The same again, for programs that show it. */
  readonly html?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether it counts for nothing until its delivery is proved. */
  readonly needsProof?: boolean
}

/** Never throws for what happens on the way: the outcome says it. */
export type SendMail = (mail: Mail) => Promise<NoticeOutcome>

/**
 * Mail by SMTP. It is delivered when the server has taken the whole message (250 after DATA); where a proof is needed,
 * only when a delivery report says so, unless that server answers for the recipient.
 */
export const mailer =
  (settings: MailSettings | undefined, limits = usualLimits): SendMail =>
  async (mail) => {
    if (!isMailbox(mail.to.address)) return unusable('no single e-mail address')
    if (settings === undefined) {
      return { kind: 'later', reason: 'not_configured', detail: 'LASTRO_SMTP_URL is not set' }
    }
    return converse(settings, limits, mail)
  }

/** Talks to the server as far as it does before a message; what went wrong, undefined where nothing did. */
export async function greetServer(settings: MailSettings, limits = usualLimits): Promise<string | undefined> {
  try {
    await withTransport(settings, limits, (transport) => transport.verify())
    return undefined
  } catch (error) {
    const { response, message } = error as SmtpError
    return shortened(response ?? message)
  }
}

async function converse(settings: MailSettings, limits: MailLimits, mail: Mail): Promise<NoticeOutcome> {
  const { from, proof } = settings
  const isReported = proof !== 'accepted' && mail.needsProof === true
  const report = isReported && { dsn: reportWanted(mail.id) }
  try {
    const { response } = await withTransport(settings, limits, (transport) =>
      transport.sendMail({ ...messageOf(mail, from), ...report }),
    )
    return isReported ? { kind: 'sent' } : { kind: 'delivered', proof: shortened(response ?? '') }
  } catch (error) {
    return outcomeOf(error as SmtpError)
  }
}

/** One conversation, which ends in time whatever the server does. */
async function withTransport<Result>(
  { smtpUrl }: MailSettings,
  limits: MailLimits,
  work: (transport: Transporter<SentMessageInfo>) => Promise<Result>,
): Promise<Result> {
  const socket = new Socket()
  const cut = setTimeout(
    () => socket.destroy(new Error('the conversation took too long')),
    limits.conversationMs,
  )
  try {
    // Loaded only where it is used: a start should not wait for what it may never need.
    const { createTransport } = await import('nodemailer')
    return await work(
      createTransport({
        url: smtpUrl,
        socket,
        requireTLS: needsTls(smtpUrl),
        connectionTimeout: limits.greetingMs,
        greetingTimeout: limits.greetingMs,
        socketTimeout: limits.silenceMs,
        maxResponseSize: answerBytesMax,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    )
  } finally {
    clearTimeout(cut)
    socket.destroy()
  }
}

function messageOf({ id, to, subject, text, html, headers }: Mail, from: MailSettings['from']) {
  const domain = from.address.slice(from.address.indexOf('@') + 1)
  return {
    from,
    to: { name: oneLine(to.name), address: to.address },
    subject: oneLine(subject),
    text,
    ...(html !== undefined && { html }),
    // Leaves every character as it was hashed, and folds no line.
    textEncoding: 'quoted-printable' as const,
    messageId: `<${id.replace(/[^\w.-]/g, '')}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
  }
}

/** Asks whoever delivers it to say so to the sender's address (RFC 3461), and to name the message. */
const reportWanted = (id: string) => ({
  id: id.replace(/[^\w.-]/g, ''),
  return: 'headers' as const,
  notify: ['success' as const, 'failure' as const],
})

/** A password is not sent in the clear, except to this machine itself. */
function needsTls(smtpUrl: string): boolean {
  const { protocol, username, hostname } = new URL(smtpUrl)
  return protocol === 'smtp:' && username !== '' && !/^(localhost|127\.|\[::1\])/.test(hostname)
}

type SmtpError = Error & {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
  readonly permanent?: boolean
}

/** Only a lasting no to this recipient or this message ends the channel; a no to us is ours to mend. */
function outcomeOf(error: SmtpError): NoticeOutcome {
  const detail = shortened(error.response ?? error.message)
  if (error.responseCode !== undefined) {
    if (error.permanent !== true) return { kind: 'later', reason: 'postponed', detail }
    const isAboutRecipient = error.command === 'RCPT TO' || error.command === 'DATA'
    return isAboutRecipient && error.responseCode !== authenticationRequired
      ? { kind: 'failed', reason: 'refused', detail }
      : { kind: 'later', reason: 'sender_refused', detail }
  }
  if (error.code === 'EENVELOPE') return unusable(detail)
  if (error.code === 'EAUTH' || error.code === 'ENOAUTH')
    return { kind: 'later', reason: 'sender_refused', detail }
  return { kind: 'later', reason: 'unreachable', detail }
}

const authenticationRequired = 530

const unusable = (detail: string): NoticeOutcome => ({ kind: 'failed', reason: 'address_unusable', detail })

const shortened = (answer: string): string => oneLine(answer).slice(0, answerLengthMax)
