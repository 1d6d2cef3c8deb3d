import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'vitest'
import {
  get,
  type OneReader,
  send,
  sendInParts,
  someTurns,
  soon,
  withReader,
} from '../../../testing/http/one-reader.ts'
import { heldForUnread } from '../../../testing/http/unread-copy.ts'
import { answersIn, type Wire } from '../../../testing/http/wire.ts'
import type { HttpTimeouts } from '../connections/http-timeouts.ts'
import type { ArrivedRequest } from '../request.ts'
import { FastConnection } from './fast-connection.ts'
import { fastReader } from './fast-reader.ts'

type Given = { readonly socket: Socket; readonly bytes: string }
type Fast = OneReader & {
  /** What was asked, and not answered by itself. */
  readonly asked: ArrivedRequest[]
  /** What was left to node:http. */
  readonly given: Given[]
}

/** The fast reader alone. A path that begins with /held is answered by the test, any other with itself. */
async function serving(
  use: (fast: Fast) => Promise<void>,
  timeouts: Partial<HttpTimeouts> = {},
): Promise<void> {
  const asked: ArrivedRequest[] = []
  const given: Given[] = []
  const answer = (request: ArrivedRequest) => {
    if (request.url.startsWith('/held')) asked.push(request)
    else send(request, request.url === '/long' ? long : request.url)
  }
  const handOver = (socket: Socket, bytes?: Buffer) =>
    void given.push({ socket, bytes: bytes?.toString('latin1') ?? '' })
  await withReader(
    (deps) => fastReader({ ...deps, answer, handOver }),
    (one) => use({ ...one, asked, given }),
    timeouts,
  )
}

const bodiesOf = (wire: Wire): string[] => answersIn(wire.heard()).map((one) => one.split('\n').at(-1) ?? '')
const hears = async (wire: Wire, ...bodies: string[]) => {
  await soon(() => bodiesOf(wire).join() === bodies.join())
  assert.deepEqual(bodiesOf(wire), bodies)
}
const closes = async (wire: Wire) => {
  assert.ok(await soon(wire.isClosed), 'it is not closed')
  assert.equal(wire.error(), undefined)
}
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const odd = 'OPTIONS / HTTP/1.1\r\nHost: a\r\n\r\n'
const first = <Item>([item]: readonly Item[]): Item => {
  assert.ok(item !== undefined)
  return item
}

test('requests are answered one after another, whether they come together or each for itself', () =>
  serving(async ({ say }) => {
    const wire = await say(get('/1') + get('/2') + get('/1') + get('/3'))
    await hears(wire, '/1', '/2', '/1', '/3')
    wire.socket.write(get('/2'))
    await hears(wire, '/1', '/2', '/1', '/3', '/2')
    assert.match(wire.heard(), /\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n/)
    assert.match(wire.heard(), /\r\nX-Request-Id: an-id\r\n/)
    assert.equal(wire.isClosed(), false)
  }))

test('a request says what it was sent with, and from where', () =>
  serving(async ({ say, asked }) => {
    const wire = await say(
      post('/held', '{"é":1}').replace('Host: a', 'Host: a\r\nX-API-Key: a key') + get('/held/2'),
    )
    await soon(() => asked.length === 1)
    const request = first(asked)
    assert.deepEqual([request.method, request.url, request.version], ['POST', '/held', '1.1'])
    assert.equal(request.headers.apiKey, 'a key')
    assert.equal(request.remoteAddress, '127.0.0.1')
    assert.ok(Buffer.isBuffer(request.body))
    assert.equal(request.bodyText, Buffer.from(request.body).toString('latin1'))
    assert.equal(request.body.toString('latin1'), '{"\xe9":1}')
    send(request, 'one')
    await soon(() => asked.length === 2)
    send(first(asked.slice(1)), 'two')
    await hears(wire, 'one', 'two')
  }))

test('what is asked while an answer is made waits for it, and nothing of it is lost', () =>
  serving(async ({ say, asked, sockets }) => {
    const wire = await say(get('/held'))
    await soon(() => asked.length === 1)
    wire.socket.write(get('/1') + get('/2'))
    await someTurns()
    assert.equal(wire.heard(), '')
    assert.ok(first(sockets).isPaused())
    send(first(asked), 'held')
    await hears(wire, 'held', '/1', '/2')
    assert.ok(!first(sockets).isPaused())
  }))

test('a request that is not plain, or whose head comes in pieces, is left to node:http with all that follows', () =>
  serving(async ({ say, given, sockets }) => {
    for (const text of [odd, get('/').slice(0, 20), 'NONSENSE\r\n\r\n', odd + get('/behind')]) {
      const wire = await say(get('/1') + text)
      await soon(() => given.length === 1)
      assert.deepEqual(given.splice(0), [{ socket: sockets.at(-1), bytes: text }])
      await hears(wire, '/1')
      const socket = sockets.at(-1)
      const untouched = new Socket()
      for (const event of ['data', 'end', 'timeout', 'error', 'close']) {
        assert.equal(socket?.listenerCount(event), untouched.listenerCount(event), event)
      }
      assert.equal(socket?.timeout, 0)
      wire.socket.write(get('/2'))
      await someTurns()
      assert.deepEqual(bodiesOf(wire), ['/1'])
      assert.equal(String(socket?.read()), get('/2'))
    }
  }))

test('no more is read than one piece while requests wait, nor while an answer to the last of them does', () =>
  serving(async ({ say, asked, sockets, unread }) => {
    const wire = await say(get('/held/1') + get('/held/2') + get('/held/3'))
    wire.socket.pause()
    for (const at of [0, 1]) {
      assert.ok(await soon(() => asked.length === at + 1))
      await someTurns()
      assert.ok(first(sockets).isPaused())
      send(first(asked.slice(at)), String(at))
    }
    assert.ok(await soon(() => asked.length === 3))
    assert.equal(first(sockets).isPaused(), false)
    const other = await say(get('/held/4') + get('/long'))
    other.socket.pause()
    assert.ok(await soon(() => asked.length === 4))
    send(first(asked.slice(3)), 'four')
    assert.ok(await soon(() => unread.bytes > 0))
    await someTurns()
    assert.ok(sockets[1]?.isPaused())
  }))

test('a body that comes in a second piece is read, and in a third it is left to node:http', () =>
  serving(async ({ say, given, asked }) => {
    const whole = post('/held', 'abcdef')
    const two = await say(whole.slice(0, -3))
    await someTurns()
    two.socket.write(`def${get('/next')}`)
    await soon(() => asked.length === 1)
    assert.equal(first(asked).bodyText, 'abcdef')
    send(first(asked), 'two')
    await hears(two, 'two', '/next')
    const three = await say(whole.slice(0, -3))
    await someTurns()
    three.socket.write('d')
    assert.ok(await soon(() => given.length === 1))
    assert.equal(first(given).bytes, whole.slice(0, -2))
  }))

test('a second body in two pieces is read like the first', () =>
  serving(async ({ say, given }) => {
    const wire = await say(post('/1', 'abc').slice(0, -1))
    await someTurns()
    wire.socket.write(`c${post('/2', 'abc').slice(0, -1)}`)
    await hears(wire, '/1')
    wire.socket.write('c')
    await hears(wire, '/1', '/2')
    assert.equal(given.length, 0)
  }))

const begunBody = post('/', 'abcdef').slice(0, -3)

test('a body that does not come is refused when its time is over', () =>
  serving(
    async ({ say }) => {
      const silent = await say(begunBody)
      await closes(silent)
      assert.match(silent.heard(), /^HTTP\/1\.1 408 .*"code":"request_timeout"/s)
    },
    { requestMs: 60 },
  ))

test('a body that does not come is refused when its sender closes', () =>
  serving(async ({ say }) => {
    const ended = await say(begunBody)
    await someTurns()
    ended.socket.end()
    await closes(ended)
    assert.match(ended.heard(), /^HTTP\/1\.1 400 .*"code":"request_malformed"/s)
  }))

test('what comes after a refusal is not asked any more', () =>
  serving(
    async ({ say, asked }) => {
      const wire = await say(post('/held', 'abcdef').slice(0, -3))
      await closes(wire)
      wire.socket.write(`def${get('/held')}`)
      await someTurns()
      assert.equal(asked.length, 0)
      assert.equal(answersIn(wire.heard()).length, 1)
    },
    { requestMs: 20, lingerMs: 60_000 },
  ))

test('time for a body is over with the body: a connection is idle as long as any other', () =>
  serving(
    async ({ say, sockets }) => {
      const wire = await say(post('/1', 'abcdef').slice(0, -3))
      await soon(() => first(sockets).timeout === 40_000)
      assert.equal(first(sockets).timeout, 40_000)
      wire.socket.write('def')
      await hears(wire, '/1')
      assert.equal(first(sockets).timeout, 65_000)
    },
    { requestMs: 40_000 },
  ))

test('an idle connection is cut', () =>
  serving(
    async ({ open, sockets }) => {
      const wire = await open()
      assert.ok(await soon(wire.isClosed))
      assert.ok(first(sockets).destroyed)
    },
    { idleMs: 10, lingerMs: 60_000 },
  ))

test('a caller that closes its side gets all its answers, is told which is the last, and then the end', () =>
  serving(async ({ say, asked }) => {
    const wire = await say(get('/held') + get('/2') + get('/held/3'))
    wire.socket.end()
    await soon(() => asked.length === 1)
    await someTurns()
    send(first(asked), '1')
    await soon(() => asked.length === 2)
    await someTurns()
    assert.equal(wire.isClosed(), false)
    send(first(asked.slice(1)), '3')
    await closes(wire)
    await hears(wire, '1', '/2', '3')
    assert.deepEqual(wire.heard().match(/Connection: [a-z-]+/g), [
      'Connection: keep-alive',
      'Connection: keep-alive',
      'Connection: close',
    ])
  }))

test('a caller that closes its side while its answer is made is told that it is the last', () =>
  serving(async ({ say, asked, sockets }) => {
    const wire = await say(get('/held'))
    await soon(() => asked.length === 1)
    wire.socket.end()
    assert.ok(await soon(() => first(sockets).readableEnded))
    send(first(asked), 'one')
    await closes(wire)
    assert.match(wire.heard(), /\r\nConnection: close\r\n/)
  }))

test('a caller that closes its side without asking, or once it is answered, is closed in good order', () =>
  serving(async ({ open, say }) => {
    const [silent, asking] = [await open(), await say(get('/1'))]
    await hears(asking, '/1')
    for (const wire of [silent, asking]) {
      wire.socket.end()
      await closes(wire)
    }
    assert.equal(silent.heard(), '')
    assert.deepEqual(bodiesOf(asking), ['/1'])
  }))

test('a caller that closes its side behind something odd is left to node:http', () =>
  serving(async ({ open, given }) => {
    const wire = await open()
    wire.socket.end(get('/1') + odd)
    assert.ok(await soon(() => given.length === 1))
    assert.equal(first(given).bytes, odd)
    await someTurns()
    assert.equal(wire.isClosed(), false)
  }))

test('an answer that is the last closes the connection, and what was asked behind it is not answered', () =>
  serving(async ({ say, asked }) => {
    const wire = await say(get('/held') + get('/2'))
    await soon(() => asked.length === 1)
    send(first(asked), 'last', true)
    await closes(wire)
    assert.deepEqual(bodiesOf(wire), ['last'])
    assert.match(wire.heard(), /\r\nConnection: close\r\n/)
  }))

test('texts, bytes and long answers arrive as they are, and say how long they are', () =>
  serving(async ({ say, asked }) => {
    const euro = '€'.repeat(30_000)
    const ending = { requestId: 'an-id', close: false }
    const wire = await say(get('/held').repeat(6))
    const bodies: [Parameters<ArrivedRequest['send']>[0], string][] = [
      [{ status: 200, body: '' }, ''],
      [{ status: 200, body: 'São' }, 'São'],
      [{ status: 200, body: 'known', bodyBytes: 5 }, 'known'],
      [{ status: 200, body: euro }, euro],
      [{ status: 200, body: '', bytes: Buffer.from([0, 255, 1]) }, '\0\ufffd\x01'],
      [{ status: 200, body: 'ação', bodyBytes: 6 }, 'ação'],
    ]
    for (const [at, [reply, text]] of bodies.entries()) {
      assert.ok(await soon(() => asked.length === at + 1))
      asked[at]?.send(reply, ending)
      await soon(() => bodiesOf(wire).length === at + 1 && wire.heard().length > 0)
      const length = reply.bytes?.length ?? Buffer.byteLength(text)
      assert.ok(
        await soon(() => lengthsOf(wire)[at]?.join() === [length, length].join()),
        String(lengthsOf(wire)[at]),
      )
      const heard = Buffer.from(wire.heard().split('\r\n\r\n').at(-1) ?? '', 'latin1')
      assert.equal(heard.toString('utf8'), text)
    }
  }))

/** How long each answer says that it is, and is. */
const lengthsOf = (wire: Wire): number[][] =>
  wire
    .heard()
    .split(/(?=HTTP\/1\.1 200)/)
    .map((one) => [Number(/Content-Length: (\d+)/.exec(one)?.[1]), one.split('\r\n\r\n')[1]?.length ?? -1])

test('an answer is one to a request, and none goes to a caller that has gone', () =>
  serving(async ({ say, asked, sockets }) => {
    const wire = await say(get('/held'))
    await soon(() => asked.length === 1)
    send(first(asked), 'one')
    send(first(asked), 'two')
    await hears(wire, 'one')
    const gone = await say(get('/held'))
    await soon(() => asked.length === 2)
    gone.socket.resetAndDestroy()
    await soon(() => sockets[1]?.destroyed === true)
    send(first(asked.slice(1)), 'nobody')
    assert.equal(sockets[1]?.writableLength, 0)
    assert.equal(sockets[1]?.bytesWritten, 0)
  }))

// It would be worked out, and paid for, and read by nobody.
test('what waits is asked no more once its caller has gone, nor left to node:http', () =>
  serving(async ({ say, asked, given, sockets }) => {
    for (const waiting of [get('/held/2'), odd]) {
      asked.length = 0
      await say(get('/held/1') + waiting)
      await soon(() => asked.length === 1)
      send(first(asked), 'one')
      sockets.at(-1)?.destroy()
      await someTurns()
      assert.deepEqual([asked.length, given.length], [1, 0])
    }
  }))

test('an answer goes out in chunks as it is made, and the next follows it', () =>
  serving(async ({ say, asked }) => {
    const wire = await say(get('/held') + get('/2'))
    await soon(() => asked.length === 1)
    const more = Promise.withResolvers<void>()
    const texts = async function* () {
      yield 'São'
      await more.promise
      yield 'x'.repeat(20)
    }
    const sent = first(asked).sendStream({ status: 200, body: '' }, texts(), { requestId: 'a', close: false })
    assert.ok(await soon(() => wire.heard().endsWith('\r\n\r\n4\r\nS\xc3\xa3o\r\n')))
    assert.match(wire.heard(), /\r\nConnection: keep-alive\r\n.*\r\nTransfer-Encoding: chunked\r\n/s)
    more.resolve()
    await sent
    assert.ok(
      await soon(() => wire.heard().includes(`\r\n14\r\n${'x'.repeat(20)}\r\n0\r\n\r\nHTTP/1.1 200 OK`)),
    )
    assert.ok(await soon(() => wire.heard().endsWith('/2')))
  }))

test('an answer whose making fails, or whose caller goes, is cut, and whoever makes it is told', () =>
  serving(async ({ say, asked, sockets }) => {
    const wire = await say(get('/held'))
    await soon(() => asked.length === 1)
    const failing = async function* () {
      yield 'a'
      throw new Error('no more')
    }
    const ending = { requestId: 'a', close: false }
    await assert.rejects(first(asked).sendStream({ status: 200, body: '' }, failing(), ending), /no more/)
    assert.ok(await soon(wire.isClosed))
    assert.ok(!wire.heard().endsWith('0\r\n\r\n'))
    const gone = await say(get('/held'))
    await soon(() => asked.length === 2)
    gone.socket.resetAndDestroy()
    await soon(() => sockets[1]?.destroyed === true)
    let made = 0
    const endless = async function* () {
      for (; made < 1_000; made++) yield 'a'
    }
    const sending = first(asked.slice(1)).sendStream({ status: 200, body: '' }, endless(), ending)
    await assert.rejects(sending, /gone away/)
    assert.ok(made < 3, `${made} pieces`)
  }))

/** More than the system holds for a caller that does not read. */
const long = 'x'.repeat(12_000_000)

test('a caller that does not read is read no further, is counted, and gets all once it reads', () =>
  serving(async ({ say, asked, unread, sockets }) => {
    const wire = await say(get('/held'))
    wire.socket.pause()
    await soon(() => asked.length === 1)
    send(first(asked), long)
    assert.ok(unread.bytes > 1_000_000)
    wire.socket.write(get('/held').repeat(3))
    assert.ok(await soon(() => first(sockets).isPaused()))
    assert.equal(asked.length, 1)
    wire.socket.resume()
    assert.ok(await soon(() => asked.length === 2))
    assert.equal(unread.bytes, 0)
    send(first(asked.slice(1)), 'two')
    assert.ok(await soon(() => wire.heard().endsWith('two')))
  }))

test('a long text is not copied for a caller that does not read it', () =>
  serving(async (fast) => {
    const held = await heldForUnread(fast, fast.asked)
    assert.ok(held < 6_000_000, `${held} bytes`)
  }))

test('a caller that closes its side while its answer goes out gets all of it, and then the end', () =>
  serving(async ({ say, asked }) => {
    const wire = await say(get('/held'))
    wire.socket.pause()
    await soon(() => asked.length === 1)
    send(first(asked), long)
    wire.socket.end()
    await someTurns()
    wire.socket.resume()
    await closes(wire)
    assert.ok(wire.heard().length > long.length)
  }))

test('a connection that has gone, or is of somebody else, is kept in mind no longer', async () => {
  const connections = new Set<FastConnection>()
  const answer = (request: ArrivedRequest) => send(request, request.url, request.url === '/last')
  await withReader(
    (deps) => {
      const state = { ...deps, answer, handOver: () => undefined, connections, isDraining: false }
      return {
        take: (socket) => void new FastConnection(socket, state),
        drain: () => undefined,
        stop: () => undefined,
      }
    },
    async ({ say }) => {
      const kept = await say(get('/1'))
      await hears(kept, '/1')
      const gone = await say(get('/1'))
      await hears(gone, '/1')
      assert.equal(connections.size, 2)
      gone.socket.resetAndDestroy()
      assert.ok(await soon(() => connections.size === 1))
      const last = await say(get('/last'))
      await closes(last)
      await say(odd)
      await someTurns()
      assert.ok(await soon(() => connections.size === 1))
    },
    { lingerMs: 60_000 },
  )
})

test('what nobody will read is held no longer once its caller has gone', () =>
  serving(async ({ say, asked, unread }) => {
    const wire = await say(get('/held'))
    wire.socket.pause()
    await soon(() => asked.length === 1)
    send(first(asked), long)
    assert.ok(unread.bytes > 0)
    wire.socket.resetAndDestroy()
    assert.ok(await soon(() => unread.bytes === 0))
  }))

test('an idle connection is closed in good order soon after draining begins, whenever it came', () =>
  serving(
    async ({ open, say, reader, sockets }) => {
      const [fresh, used] = [await open(), await say(get('/1'))]
      await hears(used, '/1')
      reader.drain()
      const late = await open()
      for (const wire of [fresh, used, late]) await closes(wire)
      // What its caller sends meanwhile is not met with a reset.
      assert.ok(sockets.every((one) => !one.destroyed))
    },
    { drainIdleMs: 10, lingerMs: 60_000 },
  ))

test('a request under way while draining has its answer, which is the last, however long it takes', () =>
  serving(
    async ({ say, reader, asked, sockets }) => {
      const wire = await say(get('/held') + get('/2'))
      await soon(() => asked.length === 1)
      reader.drain()
      const idle = await say(get('/held'))
      await soon(() => asked.length === 2)
      assert.deepEqual(
        sockets.map((one) => one.timeout),
        [65_000, 65_000],
      )
      for (const request of asked) send(request, 'done')
      for (const one of [wire, idle]) {
        await closes(one)
        assert.deepEqual(bodiesOf(one), ['done'])
        assert.match(one.heard(), /\r\nConnection: close\r\n/)
      }
    },
    { drainIdleMs: 60_000 },
  ))

test('a body that is half here when draining begins comes whole', () =>
  serving(
    async ({ say, reader, sockets }) => {
      const wire = await say(post('/1', 'abcdef').slice(0, -3))
      await soon(() => first(sockets).timeout === 20_000)
      reader.drain()
      assert.equal(first(sockets).timeout, 20_000)
      wire.socket.write('def')
      await closes(wire)
      assert.deepEqual(bodiesOf(wire), ['/1'])
    },
    { drainIdleMs: 5 },
  ))

test('an answer that was going out when draining began ends, and then its connection', () =>
  serving(
    async ({ say, reader, asked }) => {
      const wire = await say(get('/held'))
      await soon(() => asked.length === 1)
      const { sent, letGo } = sendInParts(first(asked))
      await soon(() => wire.heard() !== '')
      reader.drain()
      letGo()
      await sent
      await closes(wire)
      assert.ok(wire.heard().endsWith('0\r\n\r\n'))
    },
    { drainIdleMs: 10 },
  ))

test('callers that break off at any time break nothing else', () =>
  serving(async ({ say, asked, sockets }) => {
    for (const text of [
      '',
      get('/1'),
      get('/held'),
      get('/held') + get('/2'),
      post('/', 'abc').slice(0, -1),
    ]) {
      const wire = await say(text)
      await someTurns()
      wire.socket.resetAndDestroy()
      assert.ok(await soon(() => sockets.at(-1)?.destroyed === true))
      for (const request of asked.splice(0)) send(request, 'late')
    }
    await hears(await say(get('/on')), '/on')
  }))
