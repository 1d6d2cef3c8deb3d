import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { inventedNotice, noticeFacts } from '../../../testing/invented/invented-notice.ts'
import { emailChannel } from './email-channel.ts'

const from = { name: 'Birô Exemplo', address: 'avisos@biro.example' }
/** For servers that hang; the others have all the time they need on a busy machine. */
const quick = { greetingMs: 400, silenceMs: 400, conversationMs: 1_500 }
const patient = { greetingMs: 60_000, silenceMs: 60_000, conversationMs: 60_000 }

type Received = { readonly from: string; readonly to: readonly string[]; readonly message: string }
type Handlers = ConstructorParameters<typeof SMTPServer>[0]

/** A real SMTP server on loopback, and what it took in. */
async function mailServer(handlers: Handlers = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks).toString('utf8'),
        })
        done(null)
      })
    },
    ...handlers,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  cleanUp(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { received, port, url: `smtp://127.0.0.1:${port}` }
}

const answer = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code })

const sendTo = (smtpUrl: string, notice = inventedNotice(), patience = patient) =>
  emailChannel({ smtpUrl, from, proof: 'accepted' }, patience).send(notice)

/** The body as its reader sees it. */
function bodyOf(message: string): string {
  const body = message.slice(message.indexOf('\r\n\r\n') + 4).replace(/=\r\n/g, '')
  const bytes = body.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}

const headersOf = (message: string): string => message.slice(0, message.indexOf('\r\n\r\n'))

test("a notice is delivered when the receiving server took it, and the server's answer is the proof", async () => {
  const server = await mailServer()
  const notice = inventedNotice()
  const outcome = await sendTo(server.url, notice)
  assert.equal(outcome.kind, 'delivered')
  assert.match(outcome.kind === 'delivered' ? outcome.proof : '', /^250 /)
  const [mail] = server.received
  assert.deepEqual(mail?.to, ['maria@recebe.example'])
  assert.equal(mail.from, 'avisos@biro.example')
  assert.equal(bodyOf(mail.message), notice.text)
  assert.match(headersOf(mail.message), /^Message-ID: <N-1001@biro\.example>$/m)
})

test('a server that only passes messages on proves nothing, and is asked for a delivery report', async () => {
  const asked: string[] = []
  const server = await mailServer({
    hideDSN: false,
    onRcptTo: ({ dsn }, _session, done) => {
      asked.push(...(dsn?.notify ?? []))
      done(null)
    },
  })
  const channel = emailChannel({ smtpUrl: server.url, from, proof: 'report' }, patient)
  assert.deepEqual(await channel.send(inventedNotice()), { kind: 'sent' })
  assert.deepEqual(asked, ['SUCCESS', 'FAILURE'])
  assert.equal(server.received.length, 1)
})

test('a recipient the server does not have fails the channel', async () => {
  const server = await mailServer({ onRcptTo: (_to, _session, done) => done(answer(550, 'No such mailbox')) })
  const outcome = await sendTo(server.url)
  assert.deepEqual(outcome, { kind: 'failed', reason: 'refused', detail: '550 No such mailbox' })
})

test('a message refused for good after DATA fails the channel', async () => {
  const server = await mailServer({
    onData: (stream, _session, done) => stream.resume().on('end', () => done(answer(554, 'Not wanted'))),
  })
  const outcome = await sendTo(server.url)
  assert.deepEqual(outcome, { kind: 'failed', reason: 'refused', detail: '554 Not wanted' })
})

test('a greylisted notice waits and is taken the next time', async () => {
  let tries = 0
  const server = await mailServer({
    onRcptTo: (_to, _session, done) => {
      tries += 1
      done(tries === 1 ? answer(451, 'Greylisted, come back') : null)
    },
  })
  const first = await sendTo(server.url)
  assert.deepEqual(first, { kind: 'later', reason: 'postponed', detail: '451 Greylisted, come back' })
  assert.equal((await sendTo(server.url)).kind, 'delivered')
  assert.equal(server.received.length, 1)
})

test('a message put off after DATA waits', async () => {
  const server = await mailServer({
    onData: (stream, _session, done) => stream.resume().on('end', () => done(answer(452, 'Disk full'))),
  })
  assert.equal((await sendTo(server.url)).kind, 'later')
})

test('a sender the server does not want is ours to mend, and fails nobody', async () => {
  const server = await mailServer({ onMailFrom: (_from, _session, done) => done(answer(550, 'Not you')) })
  const outcome = await sendTo(server.url)
  assert.deepEqual(outcome, { kind: 'later', reason: 'sender_refused', detail: '550 Not you' })
})

/** A server that answers by hand, to misbehave in ways a library does not. */
async function rawServer(talk: (socket: Socket, line: string) => void, greeting = '220 ready\r\n') {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(greeting)
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').slice(0, -1)) talk(socket, line)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(() => server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const polite = (socket: Socket, line: string): void => {
  if (/^(EHLO|MAIL|RCPT)/.test(line)) socket.write('250 ok\r\n')
  if (line === 'DATA') socket.write('354 go on\r\n')
}

const unreachable: Readonly<Record<string, () => Promise<string>>> = {
  'nobody listens': async () => 'smtp://127.0.0.1:9',
  'the connection drops after the greeting': () => rawServer((socket) => socket.destroy()),
  'the connection drops in the middle of the message': () =>
    rawServer((socket, line) => (line.startsWith('Subject') ? socket.destroy() : polite(socket, line))),
  'the connection drops after the message, before its answer': () =>
    rawServer((socket, line) => (line === '.' ? socket.destroy() : polite(socket, line))),
  'the server never greets': () => rawServer(() => undefined, ''),
  'the server falls silent after the message': () => rawServer(polite),
  'the server drips an answer that never ends': () =>
    rawServer((socket, line) => {
      if (!line.startsWith('EHLO')) return
      const drip = setInterval(() => socket.write('250-x\r\n'), 100)
      socket.on('close', () => clearInterval(drip))
    }),
}

for (const [what, server] of Object.entries(unreachable)) {
  test(`the notice waits when ${what}`, async () => {
    const outcome = await sendTo(await server(), inventedNotice(), quick)
    assert.equal(outcome.kind, 'later')
    assert.equal(outcome.kind === 'later' && outcome.reason, 'unreachable')
  })
}

test('STARTTLS and a password are used where the server has them', async () => {
  const seen: { user?: string | undefined; secure?: boolean } = {}
  const server = await mailServer({
    authOptional: false,
    disabledCommands: [],
    onAuth: ({ username, password }, session, done) => {
      Object.assign(seen, { user: username, secure: session.secure })
      done(password === 'segredo' ? null : answer(535, 'No'), { user: username ?? '' })
    },
  })
  const withPassword = (password: string) =>
    `smtp://avisos:${password}@127.0.0.1:${server.port}?requireTLS=true&tls.rejectUnauthorized=false`
  assert.equal((await sendTo(withPassword('segredo'))).kind, 'delivered')
  assert.deepEqual(seen, { user: 'avisos', secure: true })
  const refused = await sendTo(withPassword('outra'))
  assert.equal(refused.kind === 'later' && refused.reason, 'sender_refused')
})

test('a certificate that nobody vouches for is not accepted', async () => {
  const server = await mailServer({ disabledCommands: [] })
  const outcome = await sendTo(`smtp://127.0.0.1:${server.port}?requireTLS=true`)
  assert.equal(outcome.kind === 'later' && outcome.reason, 'unreachable')
  assert.equal(server.received.length, 0)
})

test('smtps speaks TLS from the first byte', async () => {
  const server = await mailServer({ secure: true, disabledCommands: [] })
  const outcome = await sendTo(`smtps://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`)
  assert.equal(outcome.kind, 'delivered')
})

test('names with line breaks cannot add headers, recipients or lines', async () => {
  const server = await mailServer()
  const hostile = 'ANA"\r\nBcc: todos@alvo.example\r\n\r\n<script>\u0000\u2028X-Evil: 1'
  const { recipient, creditor } = noticeFacts()
  const notice = inventedNotice({
    id: 'N-1\r\nX-Evil: 2',
    recipient: { ...recipient, name: hostile },
    creditor: { ...creditor, name: hostile },
  })
  assert.equal((await sendTo(server.url, notice)).kind, 'delivered')
  const [mail] = server.received
  assert.deepEqual(mail?.to, ['maria@recebe.example'])
  assert.doesNotMatch(headersOf(mail.message), /^(Bcc|X-Evil)/im)
  assert.equal(bodyOf(mail.message), notice.text)
})

for (const email of [
  'a@b.example, c@d.example',
  'a@b.example\r\nRCPT TO:<c@d.example>',
  '<a@b.example>',
  '"a b"@c.example',
  'sem-arroba',
  'a@',
  `${'a'.repeat(65)}@b.example`,
]) {
  test(`${JSON.stringify(email)} is not worth sending to`, async () => {
    const server = await mailServer()
    const notice = inventedNotice({ recipient: { ...noticeFacts().recipient, email } })
    const outcome = await sendTo(server.url, notice)
    assert.equal(outcome.kind === 'failed' && outcome.reason, 'address_unusable')
    assert.equal(server.received.length, 0)
  })
}

test('without settings e-mails wait', async () => {
  const outcome = await emailChannel(undefined).send(inventedNotice())
  assert.equal(outcome.kind === 'later' && outcome.reason, 'not_configured')
})

test('a recipient without an e-mail address is not reached by e-mail', () => {
  const { recipient } = noticeFacts()
  assert.equal(emailChannel(undefined).reaches(recipient), true)
  assert.equal(emailChannel(undefined).reaches({ ...recipient, email: undefined }), false)
})
