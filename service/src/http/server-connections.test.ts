import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { manyTurns, settled } from '../../testing/until.ts'
import { answersIn, comesTrue, openWire, type Wire } from '../../testing/wire.ts'
import { readBody } from './body/body.ts'
import { plainRequests } from './fast/plain-requests.ts'
import type { Answer } from './listener.ts'
import type { ArrivedRequest } from './request.ts'
import { httpServer, usualTimeouts } from './server.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const begunPost = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab'

const send = (request: ArrivedRequest, body: string) =>
  request.send({ status: 200, body }, { requestId: 'a', close: false })

/** Answers with the path once the body is here, after a while when it is /later. */
const answerPath: Answer = (request) => {
  const { url, headers } = request
  const sendLater = () => void setTimeout(() => send(request, url), url === '/later' ? 100 : 0)
  void Promise.resolve(readBody({ request, headers })).then(sendLater)
}

/** For what is about being late; nobody else is to be late on however slow a machine. */
const quickTimeouts = { ...usualTimeouts, requestMs: 150, headersMs: 150, checkEveryMs: 50 }

/** A server of its own for a test, and a caller of it. */
async function serving(
  answer: Answer,
  use: (port: number, server: Serving) => Promise<void>,
  timeouts = usualTimeouts,
): Promise<void> {
  const server = httpServer(answer, timeouts)
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
  let isStopped = false
  const drain = async (graceMs: number) => {
    await server.drain(graceMs)
    isStopped = true
  }
  try {
    await use(port, { drain })
  } finally {
    if (!isStopped) await server.drain(0)
  }
}

type Serving = { readonly drain: (graceMs: number) => Promise<void> }

const answerCount = (wire: Wire): number => wire.heard().split('HTTP/1.1 ').length - 1
const bodiesOf = (wire: Wire): string[] => answersIn(wire.heard()).map((one) => one.split('\n').at(-1) ?? '')
const closes = (wire: Wire) => comesTrue(wire.isClosed)

async function say(port: number, text: string): Promise<Wire> {
  const wire = await openWire(port)
  wire.socket.write(text)
  return wire
}

describe('a caller that closes its side', () => {
  test('still gets its answer, and then the end', () =>
    serving(answerPath, async (port) => {
      const wire = await openWire(port)
      wire.socket.end(get('/later'))
      assert.ok(await closes(wire))
      assert.match(wire.heard(), /^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*\/later$/s)
    }))

  test('gets every answer it asked for, whoever has to read the requests', () =>
    serving(answerPath, async (port) => {
      const wire = await openWire(port)
      wire.socket.end(`${get('/later')}OPTIONS /odd HTTP/1.1\r\nHost: a\r\n\r\n${get('/last')}`)
      assert.ok(await closes(wire))
      assert.deepEqual(bodiesOf(wire), ['/later', '/odd', '/last'])
    }))
})

describe('a caller that does not say all it announced', () => {
  test('is told so when its time is over, in one piece or in many', () =>
    serving(
      answerPath,
      async (port) => {
        const silent = await say(port, begunPost)
        const slow = await say(port, begunPost.slice(0, 30))
        await wait(20)
        slow.socket.write(begunPost.slice(30))
        for (const wire of [silent, slow]) {
          assert.ok(await closes(wire))
          assert.match(wire.heard(), /^HTTP\/1\.1 408 .*"code":"request_timeout"/s)
        }
      },
      quickTimeouts,
    ))

  test('is told so when it closes its side', () =>
    serving(answerPath, async (port) => {
      const wire = await openWire(port)
      wire.socket.end(begunPost)
      assert.ok(await closes(wire))
      assert.match(wire.heard(), /^HTTP\/1\.1 400 .*"code":"request_malformed"/s)
    }))

  test('may break off while it is being told, and the service goes on', () =>
    serving(
      answerPath,
      async (port) => {
        for (const text of [begunPost, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'NONSENSE\r\n\r\n']) {
          const wire = await say(port, text)
          assert.ok(await comesTrue(() => wire.heard() !== ''))
          wire.socket.resetAndDestroy()
          await manyTurns()
        }
        const after = await say(port, get('/after'))
        assert.ok(await comesTrue(() => bodiesOf(after).includes('/after')))
      },
      quickTimeouts,
    ))
})

describe('a server that is drained', () => {
  /** So long that no test would see its end. */
  const graceMs = 3_600_000
  const drained = (server: Serving) => settled(server.drain(graceMs), 'the server is drained')
  /** Answers when it is told to, and says when it was asked. */
  const toldWhen = () => {
    const asked = Promise.withResolvers<void>()
    const told = Promise.withResolvers<void>()
    const answer: Answer = (request) => {
      asked.resolve()
      void told.promise.then(() => send(request, request.url))
    }
    return { answer, asked: asked.promise, tell: told.resolve }
  }

  test('closes idle connections at once, whether their callers close theirs or not', () =>
    serving(answerPath, async (port, server) => {
      const [used, fresh] = [await say(port, get('/a')), await openWire(port)]
      assert.ok(await comesTrue(() => used.heard() !== ''))
      await drained(server)
      assert.ok((await closes(used)) && (await closes(fresh)))
    }))

  test('lets a request under way have its answer, and closes with it', () => {
    const { answer, asked, tell } = toldWhen()
    return serving(answer, async (port, server) => {
      const wire = await say(port, get('/later'))
      await asked
      const draining = drained(server)
      tell()
      await draining
      assert.ok(await closes(wire))
      assert.match(wire.heard(), /^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*\/later$/s)
    })
  })

  test('lets a body that is half here come whole', () =>
    serving(answerPath, async (port, server) => {
      const wire = await say(port, begunPost)
      await manyTurns()
      const draining = drained(server)
      await manyTurns()
      wire.socket.write('cd')
      await draining
      assert.ok(await closes(wire))
      assert.match(wire.heard(), /^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/s)
    }))

  /** Answers in two parts, the second when it is told to. */
  const inParts = () => {
    const told = Promise.withResolvers<void>()
    const answer: Answer = (request) => {
      const lines = async function* () {
        yield 'a'
        await told.promise
        yield 'b'
      }
      void request.sendStream({ status: 200, body: '' }, lines(), { requestId: 'a', close: false })
    }
    return { answer, tell: told.resolve }
  }
  const wholeAnswer = '1\r\na\r\n1\r\nb\r\n0\r\n\r\n'

  test('closes with the end of an answer that was on its way out when it began', () => {
    const { answer, tell } = inParts()
    return serving(answer, async (port, server) => {
      const wire = await say(port, get('/'))
      assert.ok(await comesTrue(() => wire.heard() !== ''))
      const draining = drained(server)
      tell()
      await draining
      assert.ok(await closes(wire))
      assert.ok(wire.heard().endsWith(wholeAnswer))
    })
  })

  test('sends the answer to what was asked along with it whole, too', () => {
    const { answer, tell } = inParts()
    return serving(answer, async (port, server) => {
      const wire = await say(port, get('/').repeat(2))
      assert.ok(await comesTrue(() => wire.heard() !== ''))
      const draining = drained(server)
      tell()
      await draining
      assert.ok(await closes(wire))
      assert.equal(wire.heard().split(wholeAnswer).length, 3)
    })
  })

  test('cuts whoever still holds on when the grace is over', () => {
    const { answer, asked } = toldWhen()
    return serving(answer, async (port, server) => {
      const wire = await say(port, get('/never'))
      await asked
      await settled(server.drain(100), 'the grace is over')
      assert.ok(await closes(wire))
      assert.equal(wire.heard(), '')
    })
  })
})

describe('a caller that goes away', () => {
  /** How the answer to such a caller ends; it begins before the caller goes away, or after. */
  const endOf = async (begins: 'before' | 'after') => {
    const asked = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const lines = async function* () {
      try {
        yield 'a'
        await gone.promise
        yield 'b'
        yield 'c'
      } finally {
        ended.resolve()
      }
    }
    const start = (request: ArrivedRequest) =>
      request.sendStream({ status: 200, body: '' }, lines(), { requestId: 'a', close: false })
    let sending = Promise.resolve()
    const answer: Answer = (request) => {
      sending = begins === 'before' ? start(request) : gone.promise.then(() => start(request))
      sending.catch(() => undefined)
      asked.resolve()
    }
    await serving(answer, async (port) => {
      const wire = await say(port, get('/'))
      await asked.promise
      if (begins === 'before') assert.ok(await comesTrue(() => wire.heard() !== ''))
      wire.socket.resetAndDestroy()
      await manyTurns()
      gone.resolve()
      await settled(assert.rejects(sending, /gone away/), 'the answer is broken off')
      await settled(ended.promise, 'no more of it is made')
    })
  }

  test('before its answer begins is not answered', () => endOf('after'))

  // Whoever counts the requests under way would count it for ever.
  test('while more of its answer is being made is answered no longer', () => endOf('before'))
})

describe('a caller that asks more than it takes', () => {
  test('gets no second answer before it has taken the first, however it asks', async () => {
    const accepted: Socket[] = []
    let [answered, early] = [0, 0]
    const answer: Answer = (request) => {
      answered += 1
      if (accepted[0]?.writableNeedDrain) early += 1
      // More than the system takes at once.
      send(request, 'x'.repeat(10_000_000))
    }
    const refuse = () => assert.fail()
    const plain = plainRequests({
      answer,
      handOver: refuse,
      refuse,
      idleTimeoutMs: 60_000,
      bodyTimeoutMs: 60_000,
    })
    const server = createServer((socket) => {
      accepted.push(socket)
      plain.take(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const wire = await openWire((server.address() as AddressInfo).port)
    for (let pair = 0; pair < 2; pair++) {
      wire.socket.write(get('/').repeat(2))
      await manyTurns()
    }
    assert.ok(await comesTrue(() => answered === 4), `${answered} answers`)
    plain.closeAll()
    plain.close()
    server.close()
    assert.equal(early, 0)
  })

  test('is read no further while it does not read, and then gets every answer', () => {
    const bodyBytes = 100_000
    const asked = 500
    let answered = 0
    const answer: Answer = (request) => {
      answered += 1
      send(request, 'x'.repeat(bodyBytes))
    }
    return serving(answer, async (port) => {
      const wire = await openWire(port)
      wire.socket.pause()
      wire.socket.write(get('/').repeat(asked))
      assert.ok(await comesTrue(() => answered > 0))
      for (let before = 0; before < answered; ) {
        before = answered
        await manyTurns()
      }
      // Two buffers of the system's, of some megabytes each, lie between us.
      assert.ok(answered < asked / 2, `${answered} answers wait to be read`)
      wire.socket.resume()
      assert.ok(await comesTrue(() => answerCount(wire) === asked))
      assert.equal(answered, asked)
    })
  })

  test('costs no more memory the more it asks', () => {
    let answered = 0
    const answer: Answer = (request) => {
      setImmediate(() => {
        answered += 1
        send(request, '')
      })
    }
    return serving(answer, async (port) => {
      const wire = await openWire(port)
      // More than a socket takes at once, so that the next follows as soon as this has left.
      const flood = get('/').repeat(5_000)
      wire.socket.on('drain', () => wire.socket.write(flood))
      wire.socket.write(flood)
      const heldBytes = async (count: number) => {
        assert.ok(await comesTrue(() => answered >= count), `${answered} answers`)
        return process.memoryUsage().arrayBuffers
      }
      const before = await heldBytes(1_000)
      const after = await heldBytes(5_000)
      wire.socket.destroy()
      assert.ok(after - before < 30_000_000, `${after - before} bytes more`)
    })
  })

  test('hears one answer to a request, even when a second is made', () => {
    const answer: Answer = (request) => {
      send(request, request.url)
      send(request, 'again')
    }
    return serving(answer, async (port) => {
      const wire = await say(port, get('/1') + get('/2'))
      assert.ok(await comesTrue(() => answerCount(wire) >= 2))
      await manyTurns()
      assert.deepEqual(bodiesOf(wire), ['/1', '/2'])
      wire.socket.destroy()
    })
  })
})
