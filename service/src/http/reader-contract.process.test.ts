import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { answersIn, comesTrue, openWire, type Wire } from '../../testing/http/wire.ts'
import { bodyStream, readBody } from './body/body.ts'
import { allowLongBody } from './body/long-body.ts'
import { usualConnectionLimits } from './connections/connection-limits.ts'
import { type HttpTimeouts, usualTimeouts } from './connections/http-timeouts.ts'
import type { Answer } from './listener.ts'
import type { ArrivedRequest } from './request.ts'
import { type HttpOptions, httpServer } from './server.ts'

/** What both readers promise, whichever of them a setting chooses. */
for (const isFast of [true, false]) describe(isFast ? 'fast' : 'node:http', () => readerContract(isFast))

function readerContract(isFast: boolean): void {
  const serving = (
    answer: Answer,
    use: (port: number, server: Serving) => Promise<void>,
    options: ServingOptions = {},
  ) => serve(answer, use, { ...options, isFast })

  describe('an answer', () => {
    test('has its headers in one order, whoever writes them', () => {
      const answer: Answer = (request) =>
        request.send(
          { status: 203, contentType: 'text/plain', body: 'é', headers: { 'X-Own': '1' } },
          { requestId: 'an-id', close: request.url === '/last' },
        )
      return serving(answer, async (port) => {
        const wire = await say(port, get('/') + get('/last'))
        assert.ok(await closes(wire))
        const [kept, last] = wire.heard().split(/(?=HTTP)/)
        const head = 'HTTP/1.1 203 Non-Authoritative Information\r\nContent-Type: text/plain\r\n'
        const own = 'X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nX-Own: 1\r\n'
        const end = 'Date: D\r\nX-Request-Id: an-id\r\nContent-Length: 2\r\n\r\n\xc3\xa9'
        const dated = (text = '') => text.replace(/^Date: \w{3}, \d\d .* GMT\r/m, 'Date: D\r')
        assert.equal(dated(kept), `${head}${own}Connection: keep-alive\r\nKeep-Alive: timeout=60\r\n${end}`)
        assert.equal(dated(last), `${head}${own}Connection: close\r\n${end}`)
      })
    })

    test('goes out in chunks where it is made as it goes', () => {
      const answer: Answer = (request) => {
        const texts = async function* () {
          yield 'a'
          yield 'é'
        }
        void request.sendStream({ status: 200, body: '' }, texts(), { requestId: 'a', close: false })
      }
      return serving(answer, async (port) => {
        const wire = await say(port, get('/'))
        assert.ok(await comesTrue(() => wire.heard().endsWith('0\r\n\r\n')))
        assert.match(chunksJoined(wire), /\r\nTransfer-Encoding: chunked\r\n\r\na\xc3\xa9$/)
        wire.socket.write('GET / HTTP/1.0\r\n\r\n')
        assert.ok(await closes(wire))
        assert.match(wire.heard(), /\r\nConnection: close\r\nDate: .*\r\nX-Request-Id: a\r\n\r\na\xc3\xa9$/)
      })
    })

    test('is one to a request, even when a second is made', () => {
      const answer: Answer = (request) => {
        send(request, request.url)
        send(request, 'again')
      }
      return serving(answer, async (port) => {
        const wire = await say(port, get('/1') + get('/2') + get('/3'))
        assert.ok(await comesTrue(() => bodiesOf(wire).includes('/3')))
        assert.deepEqual(bodiesOf(wire), ['/1', '/2', '/3'])
      })
    })
  })

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
    const quick = { requestMs: 150, headMs: 150, checkEveryMs: 50 }

    test('is told so when its time is over, in one piece or in many', () =>
      serving(
        answerPath,
        async (port) => {
          const silent = await say(port, begunPost)
          const slow = await say(port, begunPost.slice(0, 30))
          await roundTrip(port)
          slow.socket.write(begunPost.slice(30))
          const headless = await say(port, 'GET / HT')
          for (const wire of [silent, slow, headless]) {
            assert.ok(await closes(wire))
            assert.match(wire.heard(), /^HTTP\/1\.1 408 .*"code":"request_timeout"/s)
          }
        },
        { timeouts: quick },
      ))

    test('may take its time where it is allowed to', () => {
      let asked = 0
      const answer: Answer = (request) => {
        const body = bodyStream(request)
        if (request.url === '/patient') allowLongBody({ request }, 'patient')
        asked += 1
        body.on('error', () => undefined)
        body.resume().on('end', () => send(request, 'all'))
      }
      const post = (path: string) =>
        `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n`
      return serving(
        answer,
        async (port) => {
          const [patient, other] = [await say(port, post('/patient')), await say(port, post('/'))]
          assert.ok(await comesTrue(() => asked === 2))
          assert.ok(await closes(other))
          assert.match(other.heard(), /^HTTP\/1\.1 408 .*"code":"request_timeout"/s)
          patient.socket.write('0\r\n\r\n')
          assert.ok(await comesTrue(() => bodiesOf(patient).includes('all')))
        },
        { timeouts: quick },
      )
    })

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
            await roundTrip(port)
          }
        },
        { timeouts: quick },
      ))
  })

  test('the beginning of HTTP/2 is refused in words, after what was asked before', () =>
    serving(answerPath, async (port) => {
      for (const begin of ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'PRI / HTTP/1.1\r\nHost: a\r\n\r\n']) {
        const chunked = 'POST /chunked HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
        const wire = await say(port, get('/plain') + chunked + begin)
        assert.ok(await closes(wire))
        assert.deepEqual(bodiesOf(wire).slice(0, 2), ['/plain', '/chunked'])
        assert.match(answersIn(wire.heard())[2] ?? '', /^HTTP\/1\.1 400 .*"code":"request_malformed"/s)
      }
    }))

  test('a wish to upgrade is passed over, and what was asked along with it is answered', () =>
    serving(answerPath, async (port) => {
      const body = 'POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nabcd'
      const chunked =
        'POST /chunked HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n'
      const upgrade = 'GET /upgrade HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n'
      const wire = await say(port, body + upgrade + chunked + upgrade + get('/last'))
      assert.ok(await comesTrue(() => bodiesOf(wire).includes('/last')))
      assert.deepEqual(bodiesOf(wire), ['/body', '/upgrade', '/chunked', '/upgrade', '/last'])
    }))

  test('a body full of blank lines arrives as it was sent, however it is cut, and holds up nobody', () => {
    const sent = '\r\n\r\n'.repeat(40_000)
    const asked: string[] = []
    const answer: Answer = (request) => {
      const { url } = request
      let heard = ''
      bodyStream(request)
        .setEncoding('latin1')
        .on('data', (text) => {
          heard += text
        })
        .on('end', () => {
          asked.push(url)
          send(request, heard === sent ? 'as it was sent' : 'otherwise')
        })
    }
    return serving(answer, async (port) => {
      const length = `${sent.length.toString(16)}\r\n`
      const head = 'POST /blank HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
      const [blank, other] = [await openWire(port), await openWire(port)]
      blank.socket.write(`${head}${length}${sent}\r\n0\r\n\r\n`)
      other.socket.write(get('/other'))
      assert.ok(await comesTrue(() => bodiesOf(blank).includes('as it was sent')))
      assert.deepEqual(asked, ['/other', '/blank'])
    })
  })

  describe('headers', () => {
    const headers = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: a\r\n`).join('')
    const withHeaders = (count: number) => `GET / HTTP/1.1\r\nHost: a\r\n${headers(count - 1)}\r\n`

    test('are refused past a hundred, after what was asked before', () =>
      serving(answerPath, async (port) => {
        const wire = await say(port, withHeaders(100) + withHeaders(101) + get('/behind'))
        assert.ok(await closes(wire))
        const [first, second, ...more] = answersIn(wire.heard())
        assert.match(first ?? '', /^HTTP\/1\.1 200 /)
        assert.match(second ?? '', /^HTTP\/1\.1 431 .*"code":"headers_too_large"/s)
        assert.equal(more.length, 0)
      }))

    test('are refused past their bytes', () =>
      serving(answerPath, async (port) => {
        const wire = await say(port, `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
        assert.ok(await closes(wire))
        assert.match(wire.heard(), /^HTTP\/1\.1 431 .*"code":"headers_too_large"/s)
      }))
  })

  describe('a server that is drained', () => {
    /** Far longer than a test waits: what ends in time did not wait for it. */
    const graceMs = 600_000

    test('closes idle connections in good order, whether their callers close theirs or not', () =>
      serving(answerPath, async (port, server) => {
        const [used, fresh] = [await say(port, get('/a')), await openWire(port)]
        assert.ok(await comesTrue(() => used.heard() !== ''))
        await server.drain(graceMs)
        assert.ok((await closes(used)) && (await closes(fresh)))
        assert.deepEqual([used.error(), fresh.error()], [undefined, undefined])
      }))

    test('answers the next request of a connection that is kept busy, and says that it is the last', () =>
      serving(
        answerPath,
        async (port, server) => {
          const wire = await say(port, get('/1'))
          assert.ok(await comesTrue(() => bodiesOf(wire).includes('/1')))
          const drained = server.drain(graceMs)
          wire.socket.write(get('/2'))
          assert.ok(await closes(wire))
          assert.deepEqual(bodiesOf(wire), ['/1', '/2'])
          assert.match(wire.heard(), /Connection: close\r\n.*\/2$/s)
          wire.socket.end()
          await drained
          assert.equal(wire.error(), undefined)
        },
        { timeouts: { drainIdleMs: 60_000 } },
      ))

    test('takes in whoever was connected already, and answers', () =>
      serving(
        answerPath,
        async (port, server) => {
          const opening = Array.from({ length: 20 }, () => openWire(port))
          // The system has connected them by then, and we have not looked yet.
          await new Promise<void>((resolve) => process.nextTick(resolve))
          const drained = server.drain(graceMs)
          const wires = await Promise.all(opening)
          for (const wire of wires) wire.socket.write(get('/1'))
          for (const wire of wires) {
            assert.ok(await closes(wire))
            assert.deepEqual([bodiesOf(wire), wire.error()], [['/1'], undefined])
            wire.socket.end()
          }
          await drained
        },
        { timeouts: { drainIdleMs: 60_000 } },
      ))

    test('does not reset a caller that sends on after the last answer', () =>
      serving(
        answerPath,
        async (port, server) => {
          const wire = await say(port, get('/1'))
          assert.ok(await comesTrue(() => bodiesOf(wire).includes('/1')))
          const drained = server.drain(graceMs)
          wire.socket.write(get('/2') + get('/3').repeat(1_000))
          assert.ok(await closes(wire))
          wire.socket.write(get('/4'))
          wire.socket.end()
          await drained
          assert.deepEqual(bodiesOf(wire), ['/1', '/2'])
          assert.equal(wire.error(), undefined)
        },
        { timeouts: { drainIdleMs: 60_000, lingerMs: 60_000 } },
      ))

    test('lets a request under way have its answer, and closes with it', () => {
      const { answer, asked } = held()
      return serving(answer, async (port, server) => {
        const wire = await say(port, get('/under way'.replace(' ', '-')))
        assert.ok(await comesTrue(() => asked.length === 1))
        const drained = server.drain(graceMs)
        send(asked[0] as ArrivedRequest, 'done')
        await drained
        assert.ok(await closes(wire))
        assert.match(wire.heard(), /^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*done$/s)
      })
    })

    test('lets a body that is half here come whole', () =>
      serving(answerPath, async (port, server) => {
        const wire = await say(port, begunPost)
        await roundTrip(port)
        const drained = server.drain(graceMs)
        wire.socket.write('cd')
        await drained
        assert.ok(await closes(wire))
        assert.match(wire.heard(), /^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/s)
      }))

    const slowAnswer = '\r\n\r\nab'
    const slowly = () => {
      const more = Promise.withResolvers<void>()
      const answer: Answer = (request) => {
        const texts = async function* () {
          yield 'a'
          await more.promise
          yield 'b'
        }
        void request.sendStream({ status: 200, body: '' }, texts(), { requestId: 'a', close: false })
      }
      return { answer, goOn: more.resolve }
    }

    test('closes with the end of an answer that was on its way out when it began', () => {
      const { answer, goOn } = slowly()
      return serving(answer, async (port, server) => {
        const wire = await say(port, get('/'))
        assert.ok(await comesTrue(() => wire.heard() !== ''))
        const drained = server.drain(graceMs)
        goOn()
        await drained
        assert.ok(await closes(wire))
        assert.ok(chunksJoined(wire).endsWith(slowAnswer))
      })
    })

    test('sends the answer to what was asked along with it whole, too', () => {
      const { answer, goOn } = slowly()
      return serving(answer, async (port, server) => {
        const wire = await say(port, get('/').repeat(2))
        assert.ok(await comesTrue(() => wire.heard() !== ''))
        const drained = server.drain(graceMs)
        goOn()
        await drained
        assert.ok(await closes(wire))
        assert.equal(chunksJoined(wire).split(slowAnswer).length, 3)
      })
    })

    test('cuts whoever still holds on when the grace is over', () => {
      const { answer, asked } = held()
      return serving(answer, async (port, server) => {
        const wire = await say(port, get('/never'))
        assert.ok(await comesTrue(() => asked.length === 1))
        await server.drain(20)
        assert.ok(await closes(wire))
        assert.equal(wire.heard(), '')
      })
    })
  })

  describe('a caller that goes away', () => {
    /** What is made of the answer to such a caller; it begins before the caller goes away, or after. */
    const madeFor = async (begins: 'before' | 'after') => {
      const made: string[] = []
      const { answer, asked } = held()
      const gone = Promise.withResolvers<void>()
      const texts = async function* () {
        for (const text of ['a', 'b', 'c', 'd']) {
          made.push(text)
          yield text
          await gone.promise
        }
      }
      await serving(answer, async (port) => {
        const wire = await say(port, get('/'))
        assert.ok(await comesTrue(() => asked.length === 1))
        const start = () => {
          const [request] = asked as [ArrivedRequest]
          return request.sendStream({ status: 200, body: '' }, texts(), { requestId: 'a', close: false })
        }
        const begun = begins === 'before' ? start() : undefined
        begun?.catch(() => undefined)
        if (begun !== undefined) assert.ok(await comesTrue(() => wire.heard() !== ''))
        wire.socket.resetAndDestroy()
        // The reset arrives before what is asked after it.
        await openWire(port).then(({ socket }) => socket.destroy())
        gone.resolve()
        await assert.rejects(begun ?? start(), /gone away/)
      })
      return made
    }

    test('before its answer begins is not answered', async () => {
      assert.ok((await madeFor('after')).length <= 1)
    })

    // Whoever counts the requests under way would count it for ever.
    test('while more of its answer is being made is answered no longer', async () => {
      assert.ok((await madeFor('before')).length < 4)
    })
  })

  describe('a caller that asks more than it takes', () => {
    /** More than the system holds for a caller that does not read. */
    const longBody = 'x'.repeat(30_000_000)

    test('gets no second answer before it has taken the first, however it asks', () => {
      let answered = 0
      const answer: Answer = (request) => {
        if (request.url === '/other') return send(request, 'other')
        answered += 1
        send(request, longBody)
      }
      return serving(answer, async (port) => {
        const wire = await openWire(port)
        wire.socket.pause()
        wire.socket.write(get('/').repeat(2))
        assert.ok(await comesTrue(() => answered === 1))
        wire.socket.write(get('/'))
        for (let turn = 0; turn < 5; turn++) await roundTrip(port, '/other')
        assert.equal(answered, 1)
        wire.socket.resume()
        assert.ok(await comesTrue(() => answered === 3))
      })
    })

    test('is read no further while it does not read, and then gets every answer', () => {
      const [asked, bodyLength] = [300, 100_000]
      let answered = 0
      const answer: Answer = (request) => {
        answered += 1
        send(request, 'x'.repeat(bodyLength))
      }
      return serving(answer, async (port) => {
        const wire = await openWire(port)
        wire.socket.pause()
        wire.socket.write(get('/').repeat(asked))
        assert.ok(await staysTheSame(() => answered))
        // Two buffers of the system's, of some megabytes each, lie between us.
        assert.ok(answered < asked / 2, `${answered} answers wait to be read`)
        wire.socket.resume()
        assert.ok(await comesTrue(() => wire.heard().length > asked * bodyLength))
        assert.ok(await comesTrue(() => answerCount(wire) === asked))
        assert.equal(answered, asked)
      })
    })

    test('is cut when it has not read for as long as it may', () => {
      let answered = 0
      const answer: Answer = (request) => {
        answered += 1
        send(request, longBody)
      }
      return serving(
        answer,
        async (port, server) => {
          const wire = await openWire(port)
          wire.socket.pause()
          wire.socket.write(get('/'))
          assert.ok(await comesTrue(() => answered === 1))
          // Ends before its grace once nobody is connected.
          await server.drain(600_000)
        },
        { timeouts: { unreadMs: 100, checkEveryMs: 20 } },
      )
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
  })

  describe('callers that never read', () => {
    /** The system takes some megabytes of each, so that what waits is between a third of it and all. */
    const body = 'x'.repeat(16_000_000)
    const limitBytes = 2.5 * body.length
    const [callerCount, heldCountMax] = [12, 8]
    const none = Number.MAX_SAFE_INTEGER

    for (const [whose, unreadBytesMax, unreadBytesPerAddressMax] of [
      ['the process', limitBytes, none],
      ['an address', none, limitBytes],
    ] as const) {
      test(`are cut, whoever waits longest first, once they cost ${whose} too much`, () => {
        let answered = 0
        const answer: Answer = (request) => {
          if (request.url === '/other') return send(request, 'other')
          answered += 1
          send(request, body)
        }
        return serving(
          answer,
          async (port) => {
            const wires: Wire[] = []
            for (let count = 1; count <= callerCount; count++) {
              const wire = await openWire(port)
              wire.socket.pause()
              wire.socket.write(get('/'))
              wires.push(wire)
              assert.ok(await comesTrue(() => answered === count))
            }
            await roundTrip(port, '/other')
            for (const wire of wires) wire.socket.resume()
            const isOver = (wire: Wire) => wire.isClosed() || wire.heard().length > body.length
            assert.ok(await comesTrue(() => wires.every(isOver)))
            const isCut = wires.map((wire) => wire.isClosed())
            assert.ok(isCut.lastIndexOf(true) < isCut.indexOf(false), isCut.join())
            assert.ok(isCut.indexOf(false) >= callerCount - heldCountMax, isCut.join())
          },
          { limits: { ...usualConnectionLimits, unreadBytesMax, unreadBytesPerAddressMax } },
        )
      })
    }
  })

  describe('a caller that sends many requests at once', () => {
    for (const [when, answer] of [
      ['at once', (request: ArrivedRequest) => send(request, request.url)],
      ['a turn later', (request: ArrivedRequest) => void setImmediate(send, request, request.url)],
    ] as const) {
      test(`holds up nobody: others are answered in between, when answers come ${when}`, () => {
        const asked: string[] = []
        const noting: Answer = (request) => {
          asked.push(request.url)
          answer(request)
        }
        return serving(noting, async (port) => {
          const [many, other] = [await openWire(port), await openWire(port)]
          many.socket.write(get('/many').repeat(1_900))
          other.socket.write(get('/other'))
          assert.ok(await comesTrue(() => bodiesOf(other).includes('/other')))
          const before = asked.indexOf('/other')
          assert.ok(before < 20, `${before} requests of the one came first`)
          assert.ok(await comesTrue(() => answerCount(many) === 1_900))
        })
      })
    }
  })
}

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

/** Answers nothing by itself. */
function held(): { readonly answer: Answer; readonly asked: ArrivedRequest[] } {
  const asked: ArrivedRequest[] = []
  return { answer: (request) => void asked.push(request), asked }
}

type Serving = { readonly drain: (graceMs: number) => Promise<void> }
type ServingOptions = Partial<Omit<HttpOptions, 'timeouts'>> & { readonly timeouts?: Partial<HttpTimeouts> }

/** A server of its own for a test, and a caller of it. */
async function serve(
  answer: Answer,
  use: (port: number, server: Serving) => Promise<void>,
  { timeouts, ...options }: ServingOptions,
): Promise<void> {
  const server = httpServer(answer, {
    ...options,
    timeouts: { ...usualTimeouts, idleMs: 60_000, drainIdleMs: 20, lingerMs: 20, ...timeouts },
  })
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

const answerCount = (wire: Wire): number => wire.heard().split('HTTP/1.1 ').length - 1
const bodiesOf = (wire: Wire): string[] => answersIn(wire.heard()).map((one) => one.split('\n').at(-1) ?? '')
/** What was heard with the texts of chunks in one piece, however they were cut; a missing end stays to be seen. */
const chunksJoined = (wire: Wire): string =>
  wire
    .heard()
    .replaceAll(/\n0\r\n\r\n(?=HTTP|$)/g, '\n')
    .replaceAll(/(?<=\n)[1-9a-f]\r\n(.*)\r\n/g, '$1')
const closes = (wire: Wire) => comesTrue(wire.isClosed)

async function say(port: number, text: string): Promise<Wire> {
  const wire = await openWire(port)
  wire.socket.write(text)
  return wire
}

/** When this is answered, the server has read what other connections sent before. */
async function roundTrip(port: number, path = '/'): Promise<void> {
  const wire = await say(port, get(path))
  assert.ok(await comesTrue(() => wire.heard() !== ''))
  wire.socket.destroy()
}

/** Whether a number that rose has come to rest. */
async function staysTheSame(read: () => number): Promise<boolean> {
  let [seen, looks] = [-1, 0]
  return comesTrue(() => {
    looks = seen === read() && seen > 0 ? looks + 1 : 0
    seen = read()
    return looks > 50
  })
}
