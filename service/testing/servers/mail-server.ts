import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { cleanUp } from '../clean-up.ts'

export type Received = {
  readonly from: string
  readonly to: readonly string[]
  readonly headers: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type MailServer = {
  readonly received: Received[]
  readonly settings: {
    readonly smtpUrl: string
    readonly from: { readonly name: string; readonly address: string }
  }
  /** What is said to each recipient from now on; undefined takes mail. */
  answer: { readonly code: number; readonly text: string } | undefined
}

/** A real SMTP server on loopback, what it took in, and how it answers. */
export async function mailServer(): Promise<MailServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_to, _session, done) => {
      const { answer } = mail
      done(answer === undefined ? null : Object.assign(new Error(answer.text), { responseCode: answer.code }))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        const to = rcptTo.map(({ address }) => address)
        received.push({ from, to, ...readMessage(Buffer.concat(chunks).toString('utf8')) })
        done(null)
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  cleanUp(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const from = { name: 'Birô', address: 'alertas@biro.example' }
  const mail: MailServer = {
    received,
    settings: { smtpUrl: `smtp://127.0.0.1:${port}`, from },
    answer: undefined,
  }
  return mail
}

/** As its reader's program shows it. */
function readMessage(message: string): Pick<Received, 'headers' | 'subject' | 'text' | 'html'> {
  const end = message.indexOf('\r\n\r\n')
  const headers = message.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  const [, boundary] = /boundary="?([^";\r\n]+)/.exec(headers) ?? []
  const parts = boundary === undefined ? [message] : message.split(`--${boundary}`)
  const partOf = (type: string) => parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
  const [, subject = ''] = /^Subject: (.*)$/m.exec(headers) ?? []
  return {
    headers,
    subject: decodedWords(subject),
    text: decoded(partOf('text/plain')),
    html: decoded(partOf('text/html')),
  }
}

function decoded(part: string): string {
  const body = part.slice(part.indexOf('\r\n\r\n') + 4)
  if (/Content-Transfer-Encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString('utf8')
  return /quoted-printable/i.test(part) ? quoted(body.replace(/=\r\n/g, '')) : body
}

const quoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const decodedWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quoted(word.replaceAll('_', ' ')),
    )
