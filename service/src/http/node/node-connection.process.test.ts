import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { onTestFinished, test, vi } from 'vitest'
import { bytesInUse } from '../../../testing/http/held-after.ts'
import {
  get,
  type OneReader,
  send,
  sendInParts,
  someTurns,
  soon,
  withReader,
} from '../../../testing/http/one-reader.ts'
import { answersIn, type Wire } from '../../../testing/http/wire.ts'
import { bodyStream, readBody } from '../body/body.ts'
import { allowLongBody } from '../body/long-body.ts'
import { usualConnectionLimits } from '../connections/connection-limits.ts'
import { type HttpTimeouts, usualTimeouts } from '../connections/http-timeouts.ts'
import { UnreadAnswers } from '../connections/unread-answers.ts'
import type { ArrivedRequest } from '../request.ts'
import { NodeConnection } from './node-connection.ts'
import { nodeReader } from './node-reader.ts'

type Slow = OneReader & {
  /** What was asked, and not answered by itself. */
  readonly asked: ArrivedRequest[]
}

/**
 * The reader over node:http alone. A path that begins with /held is answered by the test, one with /unread at once,
 * and any other with itself and its body, when that is here.
 */
async function serving(
  use: (slow: Slow) => Promise<void>,
  timeouts: Partial<HttpTimeouts> = {},
): Promise<void> {
  const asked: ArrivedRequest[] = []
  const answer = (request: ArrivedRequest) => {
    const { url, headers } = request
    if (url.startsWith('/held')) asked.push(request)
    else if (url.startsWith('/unread')) send(request, url)
    else
      void Promise.resolve(readBody({ request, headers })).then((body) =>
        send(request, url + body.toString()),
      )
  }
  await withReader(
    (deps) => nodeReader({ ...deps, answer }),
    (one) => use({ ...one, asked }),
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
const chunked = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`
const first = <Item>([item]: readonly Item[]): Item => {
  assert.ok(item !== undefined)
  return item
}
const malformed = /^HTTP\/1\.1 400 .*"code":"request_malformed"/s
const timedOut = /^HTTP\/1\.1 408 .*"code":"request_timeout"/s

test('requests of any shape are answered one after another, whether they come together or in pieces', () =>
  serving(async ({ say }) => {
    const all =
      get('/1') +
      post('/2', 'abc') +
      `${chunked('/3')}2\r\nde\r\n1\r\nf\r\n0\r\n\r\n` +
      post('/4', '\r\n\r\n'.repeat(3)) +
      get('/5')
    const together = await say(all)
    assert.ok(await soon(() => together.heard().endsWith('/5')))
    const texts = together
      .heard()
      .split(/\r\n\r\n(?=\/)/)
      .slice(1)
    const said = texts.map((one) => one.split('HTTP/1.1 200')[0])
    assert.deepEqual(said, ['/1', '/2abc', '/3def', `/4${'\r\n\r\n'.repeat(3)}`, '/5'])
    const pieces = await say('')
    for (let at = 0; at < all.length; at += 3) {
      pieces.socket.write(all.slice(at, at + 3))
      await nextTurn()
      await nextTurn()
    }
    assert.ok(await soon(() => pieces.heard().endsWith('/5')))
    assert.deepEqual(answersIn(pieces.heard()), answersIn(together.heard()))
  }))

test('a request says what it was sent with, and from where', () =>
  serving(async ({ say, asked }) => {
    await say('OPTIONS /held?a HTTP/1.0\r\nX-API-Key: a key\r\nX-API-Key: another\r\n\r\n')
    await soon(() => asked.length === 1)
    const { method, url, version, headers, remoteAddress } = first(asked)
    assert.deepEqual([method, url, version, remoteAddress], ['OPTIONS', '/held?a', '1.0', '127.0.0.1'])
    assert.deepEqual([headers.apiKey, headers.repeated], ['a key', 'X-API-Key'])
  }))

test('no request is read before the one before it is answered, nor more of it than the system holds', () =>
  serving(async ({ say, asked, sockets }) => {
    const wire = await say(get('/held/1') + get('/held/2') + get('/held/3'))
    await soon(() => asked.length === 1)
    await someTurns()
    assert.equal(asked.length, 1)
    assert.ok(first(sockets).isPaused())
    for (const at of [0, 1, 2]) {
      assert.ok(await soon(() => asked.length === at + 1))
      send(first(asked.slice(at)), String(at))
    }
    await hears(wire, '0', '1', '2')
    assert.ok(await soon(() => !first(sockets).isPaused()))
  }))

test('an answer that does not wait for its body leaves what follows the body readable', () =>
  serving(async ({ say }) => {
    const wire = await say(`${post('/unread', 'x'.repeat(70_000))}${get('/2')}`)
    await hears(wire, '/unread', '/2')
  }))

test('what has no Host, expects something or wishes to upgrade is asked like any other', () =>
  serving(async ({ say }) => {
    const wire = await say(
      'GET /1 HTTP/1.1\r\n\r\n' +
        'POST /2 HTTP/1.1\r\nHost: a\r\nExpect: else\r\nContent-Length: 1\r\n\r\nx' +
        'GET /3 HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n' +
        get('/4'),
    )
    await hears(wire, '/1', '/2x', '/3', '/4')
  }))

test('what is no request is refused in words, after all that is owed before it', () =>
  serving(async ({ say, asked }) => {
    for (const text of [
      'NONSENSE\r\n\r\n',
      'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'PRI / HTTP/1.1\r\nHost: a\r\n\r\n',
      'PRI /\r\n\r\n',
    ]) {
      const alone = await say(text + get('/behind'))
      await closes(alone)
      assert.match(alone.heard(), malformed, text)
      assert.equal(answersIn(alone.heard()).length, 1)
      asked.length = 0
      const behind = await say(get('/held') + text)
      await soon(() => asked.length === 1)
      await someTurns()
      assert.equal(behind.heard(), '')
      send(first(asked), 'owed')
      await closes(behind)
      const [owed, refusal, ...more] = answersIn(behind.heard())
      assert.match(owed ?? '', /owed$/)
      assert.match(refusal ?? '', malformed)
      assert.equal(more.length, 0)
    }
  }))

test('a request that follows a body, or a blank line in pieces, is not read before its turn', () =>
  serving(async ({ say, asked }) => {
    const upgrading = (text: string) => text.replace('\r\n', '\r\nConnection: upgrade\r\nUpgrade: h2c\r\n')
    const [one, two] = [get('/held'), get('/held').repeat(2)]
    for (const pieces of [
      [upgrading(post('/held', 'abc')) + two],
      [post('/held', 'x'.repeat(20_000)) + two],
      ...[1, 2, 3, 4].flatMap((cut) =>
        [one, upgrading(one)].map((text) => [text.slice(0, -cut), text.slice(-cut) + two]),
      ),
      // Nothing before the last byte is longer than a blank line.
      [
        ...(upgrading(one)
          .slice(0, -1)
          .match(/.{1,3}/gs) ?? []),
        upgrading(one).slice(-1) + two,
      ],
    ]) {
      asked.length = 0
      const wire = await say('')
      for (const piece of pieces) {
        wire.socket.write(piece)
        await someTurns()
      }
      for (const at of [0, 1, 2]) {
        assert.ok(await soon(() => asked.length > at))
        await someTurns()
        assert.equal(asked.length, at + 1)
        send(first(asked.slice(at)), String(at))
      }
      await hears(wire, '0', '1', '2')
    }
  }))

test('each request of many that come together is answered in a turn of its own', async () => {
  let [isThisTurn, together, answered] = [false, 0, 0]
  const answer = (request: ArrivedRequest) => {
    answered += 1
    if (isThisTurn) together += 1
    isThisTurn = true
    setImmediate(() => {
      isThisTurn = false
    })
    send(request, request.url)
  }
  await withReader(
    (deps) => nodeReader({ ...deps, answer }),
    async ({ say }) => {
      await say(get('/').repeat(10))
      assert.ok(await soon(() => answered === 10))
      assert.equal(together, 0)
    },
  )
})

test('an answer that is the last closes the connection, and what was asked behind it is not asked', () =>
  serving(async ({ say, asked }) => {
    const wire = await say(get('/held/1') + get('/held/2'))
    await soon(() => asked.length === 1)
    send(first(asked), 'last', true)
    await closes(wire)
    wire.socket.end()
    await someTurns()
    assert.equal(asked.length, 1)
    assert.deepEqual(bodiesOf(wire), ['last'])
  }))

// What is left unread when a connection is cut has the system reset it, and the caller might lose its answer.
test('what a caller sends after its last answer, or its refusal, is read and not kept', () =>
  serving(
    async ({ say, asked, sockets }) => {
      const told = [await say('NONSENSE\r\n\r\n'), await say('PRI /\r\n\r\n'), await say(get('/held'))]
      await soon(() => asked.length === 1)
      send(first(asked), 'last', true)
      for (const [at, wire] of told.entries()) {
        await closes(wire)
        const before = wire.socket.bytesWritten
        wire.socket.write(get('/held').repeat(20_000))
        assert.ok(await soon(() => sockets[at]?.bytesRead === before + get('/held').length * 20_000))
        assert.equal(answersIn(wire.heard()).length, 1)
        assert.equal(sockets[at]?.isPaused(), false)
      }
      assert.equal(asked.length, 1)
    },
    { lingerMs: 60_000 },
  ))

test('too many headers, and too long ones, are refused', () =>
  serving(async ({ say }) => {
    const many = (count: number) =>
      `GET /many HTTP/1.1\r\nHost: a\r\n${Array.from({ length: count - 1 }, (_, at) => `X-${at}: a\r\n`).join('')}\r\n`
    const wire = await say(many(100) + many(101) + get('/behind'))
    await closes(wire)
    const [fine, refused, ...more] = answersIn(wire.heard())
    assert.match(fine ?? '', /\/many$/)
    assert.match(refused ?? '', /^HTTP\/1\.1 431 .*"code":"headers_too_large"/s)
    assert.equal(more.length, 0)
    const long = await say(`GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
    await closes(long)
    assert.match(long.heard(), /^HTTP\/1\.1 431 .*"code":"headers_too_large"/s)
  }))

test('a body that turns out to be nonsense is refused, unless its answer is on its way or gone', () =>
  serving(async ({ say, asked }) => {
    const wire = await say(`${chunked('/body')}nonsense\r\n`)
    await closes(wire)
    assert.match(wire.heard(), malformed)
    const answered = await say(`${chunked('/unread')}1\r\na\r\n`)
    await hears(answered, '/unread')
    answered.socket.write('nonsense\r\n')
    await closes(answered)
    assert.deepEqual(bodiesOf(answered), ['/unread'])
    const going = await say(chunked('/held'))
    await soon(() => asked.length === 1)
    const texts = async function* () {
      yield 'a'
      await new Promise(() => undefined)
    }
    const sending = first(asked).sendStream({ status: 200, body: '' }, texts(), {
      requestId: 'a',
      close: false,
    })
    sending.catch(() => undefined)
    await soon(() => going.heard().endsWith('a\r\n'))
    going.socket.write('nonsense\r\n')
    assert.ok(await soon(going.isClosed))
    assert.equal(answersIn(going.heard()).length, 1)
  }))

test('a long answer goes out whole though the rest of its request turns out to be nonsense', () =>
  serving(async ({ say, asked, unread }) => {
    const wire = await say(chunked('/held'))
    wire.socket.pause()
    await soon(() => asked.length === 1)
    send(first(asked), long)
    assert.ok(await soon(() => unread.bytes > 0))
    wire.socket.write('nonsense\r\n')
    await someTurns()
    wire.socket.resume()
    await closes(wire)
    assert.ok(wire.heard().length > long.length)
    assert.equal(answersIn(wire.heard()).length, 1)
  }))

test('no more of a body is taken than is read, and all of it once it is', () =>
  serving(async ({ say, asked, sockets }) => {
    const sent = 'x'.repeat(8_000_000)
    await say(post('/held', sent))
    await soon(() => asked.length === 1)
    let before = -1
    const isStill = () => {
      const now = first(sockets).bytesRead
      const isSame = now === before
      before = now
      return isSame
    }
    assert.ok(await soon(isStill))
    await someTurns()
    assert.ok(first(sockets).bytesRead < 1_000_000, `${first(sockets).bytesRead} bytes`)
    const { headers } = first(asked)
    const body = await readBody({ request: first(asked), headers }, sent.length)
    assert.equal(body.length, sent.length)
  }))

test('whoever reads a body is told when its connection is cut', () =>
  serving(async ({ say, asked, sockets }) => {
    await say(post('/held', 'abc').slice(0, -1))
    assert.ok(await soon(() => asked.length === 1))
    let told = ''
    const { headers } = first(asked)
    void Promise.resolve(readBody({ request: first(asked), headers })).then((body) => {
      told = body.toString()
    })
    first(sockets).destroy()
    assert.ok(await soon(() => told !== ''))
    assert.equal(told, 'request_malformed')
  }))

test('a connection that has gone is kept in mind no longer', async () => {
  const connections = new Set<NodeConnection>()
  await withReader(
    (deps) => {
      const state = { ...deps, answer: () => undefined, connections, isDraining: false }
      return {
        take: (socket) => void new NodeConnection(socket, undefined, state).resume(),
        drain: () => undefined,
        stop: () => undefined,
      }
    },
    async ({ open }) => {
      await open()
      const gone = await open()
      assert.equal(connections.size, 2)
      gone.socket.resetAndDestroy()
      assert.ok(await soon(() => connections.size === 1))
    },
  )
})

const quick = { headMs: 30, requestMs: 60, checkEveryMs: 10 }

test('a request that does not come is refused when its time is over', () =>
  serving(async ({ say, sockets }) => {
    const wires = [
      await say('GET / HT'),
      await say(post('/', 'abc').slice(0, -1)),
      await say(`${get('/1')}GET / HT`),
    ]
    for (const wire of wires) await closes(wire)
    assert.match(wires[0]?.heard() ?? '', timedOut)
    assert.match(wires[1]?.heard() ?? '', timedOut)
    assert.match(answersIn(wires[2]?.heard() ?? '')[1] ?? '', timedOut)
    assert.ok(await soon(() => sockets.every((one) => one.destroyed)))
  }, quick))

test('a head has its time, a body has more, and a connection that is between two has neither', () =>
  serving(
    async ({ say, open, asked }) => {
      const [idle, used, answering] = [await open(), await say(get('/1')), await say(get('/held'))]
      const [head, body] = [await say('GET / HT'), await say(post('/', 'abc').slice(0, -1))]
      await closes(head)
      assert.equal(body.isClosed(), false)
      body.socket.write('c')
      await hears(body, '/abc')
      for (const wire of [idle, used, answering, body]) assert.equal(wire.isClosed(), false)
      assert.equal(asked.length, 1)
    },
    { headMs: 20, requestMs: 60_000, checkEveryMs: 5 },
  ))

test('a request is late one millisecond after its time, is refused once, and nobody between two is', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let nowMs = 1_000_000
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const lookAfter = (ms: number) => {
    nowMs = 1_000_000 + ms
    vi.advanceTimersByTime(usualTimeouts.checkEveryMs)
  }
  return serving(
    async ({ say, open, sockets, reader }) => {
      const [head, body] = [await say('GET / HT'), await say(post('/', 'abc').slice(0, -1))]
      const [used, silent] = [await say(get('/1')), await open()]
      await hears(used, '/1')
      await soon(() => sockets.slice(0, 3).every((one) => one.bytesRead > 0))
      await someTurns()
      for (const [ms, isHeadOver, isBodyOver] of [
        [10_000, false, false],
        [10_001, true, false],
        [20_000, true, false],
        [20_001, true, true],
      ] as const) {
        lookAfter(ms)
        await someTurns()
        await soon(() => head.isClosed() === isHeadOver && body.isClosed() === isBodyOver)
        assert.deepEqual([head.isClosed(), body.isClosed()], [isHeadOver, isBodyOver], `after ${ms} ms`)
      }
      const listeners = sockets.map((one) => one.listenerCount('error'))
      lookAfter(90_000)
      await someTurns()
      assert.deepEqual(
        sockets.map((one) => one.listenerCount('error')),
        listeners,
      )
      for (const wire of [head, body]) assert.equal(answersIn(wire.heard()).length, 1)
      assert.deepEqual([used.isClosed(), silent.isClosed()], [false, false])
      used.socket.write(get('/2'))
      await hears(used, '/1', '/2')
      reader.stop()
      used.socket.write('GET / HT')
      await someTurns()
      lookAfter(900_000)
      await someTurns()
      assert.equal(used.isClosed(), false)
    },
    { lingerMs: 60_000 },
  )
})

test('a reader keeps no process alive', () => {
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length
  const before = timers()
  const unread = new UnreadAnswers(usualConnectionLimits)
  const reader = nodeReader({ unread, timeouts: usualTimeouts, answer: () => undefined })
  assert.equal(timers(), before)
  reader.stop()
})

test('a body may take its time where it is allowed to', () =>
  serving(async ({ say, asked }) => {
    const patient = await say(`${chunked('/held')}1\r\na\r\n`)
    await soon(() => asked.length === 1)
    const body = bodyStream(first(asked))
    allowLongBody({ request: first(asked) }, 'patient')
    body.resume().on('end', () => send(first(asked), 'all'))
    const other = await say(`${chunked('/')}1\r\na\r\n`)
    await closes(other)
    assert.match(other.heard(), timedOut)
    patient.socket.write('0\r\n\r\n')
    await hears(patient, 'all')
  }, quick))

test('a caller that closes its side gets all its answers, is told which is the last, and then the end', () =>
  serving(async ({ open, asked }) => {
    const wire = await open()
    wire.socket.end(get('/1') + get('/held') + get('/3'))
    await soon(() => asked.length === 1)
    await someTurns()
    assert.equal(wire.isClosed(), false)
    send(first(asked), 'two')
    await closes(wire)
    assert.deepEqual(bodiesOf(wire), ['/1', 'two', '/3'])
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

test('a caller that closes its side before its request is whole, or without one, is told or just closed', () =>
  serving(async ({ open, sockets }) => {
    const [begun, silent] = [await open(), await open()]
    begun.socket.end(post('/', 'abc').slice(0, -1))
    silent.socket.end()
    await closes(begun)
    assert.match(begun.heard(), malformed)
    await closes(silent)
    assert.equal(silent.heard(), '')
    assert.ok(await soon(() => sockets.every((one) => one.destroyed)))
  }))

test('a connection whose first bytes somebody else has read is read from there', () =>
  serving(async ({ reader, open, say, sockets }) => {
    const other = await open()
    const [socket] = sockets
    assert.ok(socket !== undefined)
    socket.removeAllListeners()
    reader.take(socket, Buffer.from(get('/given') + get('/more')))
    await hears(other, '/given', '/more')
    other.socket.write(get('/2'))
    await hears(other, '/given', '/more', '/2')
    await hears(await say(get('/1')), '/1')
  }))

test('a connection that somebody else has read is not read on before what is here is answered', () =>
  serving(async ({ reader, open, asked, sockets }) => {
    const wire = await open()
    first(sockets).removeAllListeners()
    await someTurns()
    reader.take(first(sockets), Buffer.from(get('/held/1') + get('/held/2')))
    assert.ok(await soon(() => asked.length === 1))
    assert.ok(first(sockets).isPaused())
    assert.equal(wire.heard(), '')
  }))

test('a connection that somebody else has read to its end has its answers, and then the end', () =>
  serving(async ({ reader, open, sockets }) => {
    const wire = await open()
    const socket = first(sockets)
    socket.removeAllListeners()
    socket.resume()
    wire.socket.end()
    assert.ok(await soon(() => socket.readableEnded))
    reader.take(socket, Buffer.from(get('/given')))
    await closes(wire)
    assert.deepEqual(bodiesOf(wire), ['/given'])
    assert.match(wire.heard(), /\r\nConnection: close\r\n/)
  }))

test('an idle connection is cut', () =>
  serving(
    async ({ open, sockets }) => {
      const wire = await open()
      assert.ok(await soon(wire.isClosed))
      assert.ok(first(sockets).destroyed)
    },
    { idleMs: 10, lingerMs: 60_000 },
  ))

test('an idle connection is closed in good order soon after draining begins, whenever it came', () =>
  serving(
    async ({ open, say, reader, sockets }) => {
      const [fresh, used] = [await open(), await say(get('/1'))]
      await hears(used, '/1')
      assert.deepEqual(
        sockets.map((one) => one.timeout),
        [65_000, 65_000],
      )
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
      const wire = await say(get('/held'))
      const begun = await say(post('/begun', 'abc').slice(0, -1))
      await soon(() => asked.length === 1)
      await someTurns()
      reader.drain()
      const late = await say(get('/held'))
      await soon(() => asked.length === 2)
      assert.deepEqual(
        sockets.map((one) => one.timeout),
        [65_000, 65_000, 65_000],
      )
      for (const request of asked) send(request, 'done')
      begun.socket.write('c')
      for (const one of [wire, late, begun]) {
        await closes(one)
        assert.match(one.heard(), /\r\nConnection: close\r\n/)
        assert.equal(answersIn(one.heard()).length, 1)
      }
    },
    { drainIdleMs: 60_000 },
  ))

test('a head that is half here when draining begins comes whole', () =>
  serving(
    async ({ say, reader, sockets }) => {
      const wire = await say(get('/1').slice(0, -3))
      await soon(() => first(sockets).bytesRead > 0)
      await someTurns()
      reader.drain()
      assert.equal(first(sockets).timeout, 65_000)
      wire.socket.write(get('/1').slice(-3))
      await closes(wire)
      assert.deepEqual(bodiesOf(wire), ['/1'])
    },
    { drainIdleMs: 5 },
  ))

test('what waits behind an answer that was going out when draining began has its time', () =>
  serving(
    async ({ say, reader, asked, sockets }) => {
      const wire = await say(get('/held/1') + get('/held/2'))
      await soon(() => asked.length === 1)
      const { sent, letGo } = sendInParts(first(asked))
      await soon(() => wire.heard() !== '')
      reader.drain()
      letGo()
      await sent
      assert.ok(await soon(() => asked.length === 2))
      assert.equal(first(sockets).timeout, 65_000)
      send(first(asked.slice(1)), 'two')
      await closes(wire)
      assert.ok(wire.heard().endsWith('two'))
    },
    { drainIdleMs: 60_000 },
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

/** More than the system holds for a caller that does not read. */
const long = 'x'.repeat(12_000_000)

test('a caller that does not read is read no further, is counted, and gets all once it reads', () =>
  serving(async ({ say, asked, unread }) => {
    const wire = await say(get('/held'))
    wire.socket.pause()
    await soon(() => asked.length === 1)
    send(first(asked), long)
    assert.ok(await soon(() => unread.bytes > 10_000))
    wire.socket.write(get('/held').repeat(3))
    await someTurns()
    assert.equal(asked.length, 1)
    wire.socket.resume()
    assert.ok(await soon(() => asked.length === 2))
    assert.equal(unread.bytes, 0)
    assert.ok(await soon(() => wire.heard().length > long.length))
  }))

test('what nobody will read is held no longer once its caller has gone', () =>
  serving(async ({ say, asked, unread }) => {
    const wire = await say(get('/held'))
    wire.socket.pause()
    await soon(() => asked.length === 1)
    send(first(asked), long)
    assert.ok(await soon(() => unread.bytes > 0))
    wire.socket.resetAndDestroy()
    assert.ok(await soon(() => unread.bytes === 0))
  }))

test('callers that break off at any time break nothing else, and what they asked for next is not asked', () =>
  serving(async ({ say, asked, sockets }) => {
    for (const text of [
      '',
      get('/1'),
      get('/held') + get('/held/2'),
      post('/', 'abc').slice(0, -1),
      'NONSENSE\r\n\r\n',
    ]) {
      const wire = await say(text)
      await someTurns()
      wire.socket.resetAndDestroy()
      assert.ok(await soon(() => sockets.at(-1)?.destroyed === true))
      assert.ok(asked.length <= 1)
      for (const request of asked.splice(0)) send(request, 'late')
      await someTurns()
      assert.equal(asked.length, 0)
    }
    await hears(await say(get('/on')), '/on')
  }))

test('what was read of a long chunk is held no longer', () =>
  serving(async ({ say, asked }) => {
    const length = 8_000_000
    const wire = await say(`${chunked('/held')}${length.toString(16)}\r\n`)
    assert.ok(await soon(() => asked.length === 1))
    let read = 0
    bodyStream(first(asked)).on('data', (bytes: Buffer) => {
      read += bytes.length
    })
    const before = bytesInUse()
    for (let sent = 0; sent < length; sent += 100_000) {
      wire.socket.write('x'.repeat(100_000))
      assert.ok(await soon(() => read === sent + 100_000))
    }
    const held = bytesInUse() - before
    assert.ok(held < length / 8, `${held} bytes`)
  }))

test('a body of many blank lines holds up nobody, and arrives whole', () =>
  serving(async ({ say }) => {
    const sent = '\r\n\r\n'.repeat(1_000)
    const many = await say(`${chunked('/many')}${sent.length.toString(16)}\r\n${sent}\r\n0\r\n\r\n`)
    const other = await say(get('/other'))
    assert.ok(await soon(() => bodiesOf(other).includes('/other')))
    assert.equal(many.heard(), '')
    assert.ok(await soon(() => many.heard().endsWith(`/many${sent}`)))
  }))
