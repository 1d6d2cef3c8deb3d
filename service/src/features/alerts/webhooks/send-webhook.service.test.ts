import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { afterAll, onTestFinished, test } from 'vitest'
import { cleanUp } from '../../../../testing/clean-up.ts'
import { freePort } from '../../../../testing/servers/postgres-server.ts'
import { tlsIdentity } from '../../../../testing/servers/tls-identity.ts'
import { manyTurns, settled, until } from '../../../../testing/until.ts'
import { addressGuard } from './address-guard.ts'
import { sendWebhook, type WebhookOutcome, webhookAgents } from './send-webhook.ts'

const agents = webhookAgents({ ca: tlsIdentity.cert })
afterAll(agents.close)
const guard = addressGuard({
  networks: ['127.0.0.0/8'],
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
})

const send = (url: string, { body = '{}', timeoutMs = 60_000 } = {}): Promise<WebhookOutcome> =>
  sendWebhook(
    { guard, agents, timeoutMs },
    { destination: { url, environment: 'production' }, headers: { 'webhook-id': 'msg_1' }, body },
  )

async function listening(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(() => server.close())
  return (server.address() as AddressInfo).port
}

const receiver = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listening(createServer(answer))}`

/** A receiver that speaks no HTTP of its own. */
const rawReceiver = async (speak: (socket: Socket) => void): Promise<string> => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => speak(socket))
  })
  return `http://127.0.0.1:${await listening(server)}`
}

const bodyOf = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()

test('a message arrives whole, as JSON by POST, with its headers', async () => {
  const seen: unknown[] = []
  const url = await receiver((request, answer) => {
    const { host, 'content-type': type, 'webhook-id': id, 'content-length': length } = request.headers
    void bodyOf(request).then((body) => {
      seen.push({ method: request.method, url: request.url, host, type, id, length, body })
      answer.writeHead(202).end('{"taken":true}')
    })
  })
  const outcome = await send(`${url}/hook?a=1`, { body: '{"name":"João"}' })
  assert.deepEqual(outcome, { kind: 'answered', status: 202, excerpt: '{"taken":true}' })
  const host = new URL(url).host
  assert.deepEqual(seen, [
    {
      method: 'POST',
      url: '/hook?a=1',
      host,
      type: 'application/json',
      id: 'msg_1',
      length: '16',
      body: '{"name":"João"}',
    },
  ])
})

test('a redirect is not followed', async () => {
  let followed = 0
  const target = await receiver((_, answer) => {
    followed += 1
    answer.end()
  })
  const url = await receiver((_, answer) => void answer.writeHead(307, { Location: target }).end())
  assert.deepEqual(await send(url), { kind: 'answered', status: 307, excerpt: '' })
  assert.equal(followed, 0)
})

test('an answer is read up to 4 KiB, however much is sent', async () => {
  let isSending = true
  const url = await receiver((_, answer) => {
    answer.on('close', () => {
      isSending = false
    })
    const more = () => void (isSending && answer.write('x'.repeat(16_384), () => setImmediate(more)))
    more()
  })
  const outcome = await send(url)
  assert.deepEqual(outcome, { kind: 'answered', status: 200, excerpt: 'x'.repeat(4_096) })
  await until(() => !isSending, 'the rest is not taken')
})

test('what is kept of an answer is text that any store takes', async () => {
  const url = await receiver((_, answer) => answer.end(Buffer.from([0x61, 0, 0x1b, 0x62, 0xff, 0x0a])))
  assert.deepEqual(await send(url), { kind: 'answered', status: 200, excerpt: 'a b\uFFFD' })
})

test('a receiver that hangs is left within the time given, wherever it hangs', async () => {
  const silent = await rawReceiver(() => undefined)
  const dripping = await rawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('x: y\r\n'), 20)
    socket.on('close', () => clearInterval(timer))
  })
  for (const url of [silent, dripping]) {
    const sending = settled(send(url, { timeoutMs: 200 }), 'it is left')
    assert.deepEqual(await sending, { kind: 'failed', fault: 'timeout', detail: '' })
  }
})

test('a status that came counts, though the rest hangs', async () => {
  const url = await receiver((_, answer) => void answer.write('begun'))
  const outcome = await send(url, { timeoutMs: 6_000 })
  assert.deepEqual(outcome, { kind: 'answered', status: 200, excerpt: 'begun' })
})

test('a name whose server of names hangs is left in time too', async () => {
  const slow = addressGuard({ networks: [], resolve: () => new Promise(() => undefined) })
  const destination = { url: 'https://slow.example/', environment: 'production' } as const
  const outcome = await sendWebhook(
    { guard: slow, agents, timeoutMs: 100 },
    { destination, headers: {}, body: '{}' },
  )
  assert.deepEqual(outcome, { kind: 'failed', fault: 'timeout', detail: '' })
})

test('nobody there, a cut connection and nonsense are failures with a name', async () => {
  const nobody = await send(`http://127.0.0.1:${await freePort()}/`)
  assert.deepEqual(nobody, { kind: 'failed', fault: 'unreachable', detail: 'ECONNREFUSED' })
  const dropping = await rawReceiver((socket) => socket.resetAndDestroy())
  assert.deepEqual(await send(dropping), { kind: 'failed', fault: 'unreachable', detail: 'ECONNRESET' })
  const babbling = await rawReceiver((socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
  assert.equal((await send(babbling)).kind, 'failed')
  assert.match(JSON.stringify(await send(babbling)), /answer_malformed/)
})

test('a connection is kept for the next message; one that was closed meanwhile costs no attempt', async () => {
  const sockets = new Set<Socket>()
  let isClosing = false
  const url = await receiver((request, answer) => {
    const isKnown = sockets.has(request.socket)
    sockets.add(request.socket)
    if (isKnown && isClosing) return void request.socket.resetAndDestroy()
    answer.end('ok')
  })
  for (let sent = 0; sent < 3; sent++) assert.equal((await send(url)).kind, 'answered')
  assert.equal(sockets.size, 1)
  isClosing = true
  assert.deepEqual(await send(url), { kind: 'answered', status: 200, excerpt: 'ok' })
  assert.equal(sockets.size, 2)
})

test('over TLS the receiver is asked for, and checked, by its name', async () => {
  const { name, cert, key } = tlsIdentity
  const names: unknown[] = []
  const server = createHttpsServer({ cert, key }, (request, answer) => {
    names.push(request.headers.host, (request.socket as unknown as { servername: string }).servername)
    answer.end('ok')
  })
  const port = await listening(server)
  const outcome = await send(`https://${name}:${port}/`)
  assert.deepEqual(outcome, { kind: 'answered', status: 200, excerpt: 'ok' })
  assert.deepEqual(names, [`${name}:${port}`, name])

  const impostor = await send(`https://other.example:${port}/`)
  assert.deepEqual(impostor, { kind: 'failed', fault: 'tls_failed', detail: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  const strangers = webhookAgents()
  onTestFinished(strangers.close)
  const destination = { url: `https://${name}:${port}/`, environment: 'production' } as const
  const untrusted = await sendWebhook({ guard, agents: strangers }, { destination, headers: {}, body: '{}' })
  assert.deepEqual(untrusted, { kind: 'failed', fault: 'tls_failed', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
})

test('a receiver that wants to speak something else (101) has answered, and holds nobody up', async () => {
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n'
  for (const end of [false, true]) {
    const url = await rawReceiver((socket) => void (end ? socket.end(switching) : socket.write(switching)))
    assert.deepEqual(await send(url), { kind: 'answered', status: 101, excerpt: '' })
  }
})

test('a status that has come counts, though the connection is cut behind it', async () => {
  const url = await rawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab')
    // What was sent is read before the connection is cut.
    void manyTurns().then(() => socket.resetAndDestroy())
  })
  assert.deepEqual(await send(url), { kind: 'answered', status: 200, excerpt: 'ab' })
})
