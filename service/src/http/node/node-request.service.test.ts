import assert from 'node:assert/strict'
import { test } from 'vitest'
import { get, type OneReader, soon, withReader } from '../../../testing/http/one-reader.ts'
import { heldForUnread } from '../../../testing/http/unread-copy.ts'
import { pieceLength } from '../connections/write-answer.ts'
import type { Reply } from '../reply.ts'
import type { ArrivedRequest } from '../request.ts'
import { nodeReader } from './node-reader.ts'

type Asking = OneReader & { readonly asked: ArrivedRequest[] }

const serving = async (use: (asking: Asking) => Promise<void>): Promise<void> => {
  const asked: ArrivedRequest[] = []
  await withReader(
    (deps) => nodeReader({ ...deps, answer: (request) => void asked.push(request) }),
    (one) => use({ ...one, asked }),
  )
}

const ending = { requestId: 'an-id', close: false }

/** All that is heard of one request, until nothing more comes or the connection closes. */
async function heardOf({ say, asked }: Asking, text: string, answer: (request: ArrivedRequest) => unknown) {
  asked.length = 0
  const wire = await say(text)
  assert.ok(await soon(() => asked.length === 1))
  await answer(asked[0] as ArrivedRequest)
  await soon(
    () => wire.isClosed() || /Content-Length: (\d+)/.test(wire.heard()) || wire.heard().endsWith('0\r\n\r\n'),
  )
  return wire
}

const text = async function* () {
  yield 'Sã'
  yield 'o'
}

test('an answer says how long it is in bytes, and has the headers of ours alone', () =>
  serving(async (asking) => {
    const reply = { status: 201, contentType: 'text/plain', body: 'São', headers: { 'X-Own': '1' } }
    const wire = await heardOf(asking, get('/'), (request) => request.send(reply, ending))
    assert.ok(await soon(() => wire.heard().endsWith('S\xc3\xa3o')))
    assert.equal(
      wire.heard().replace(/Date: .* GMT/, 'Date: D'),
      'HTTP/1.1 201 Created\r\nContent-Type: text/plain\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nX-Own: 1\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\nDate: D\r\nX-Request-Id: an-id\r\nContent-Length: 4\r\n\r\nS\xc3\xa3o',
    )
  }))

test('bytes and long texts arrive as they are', () =>
  serving(async (asking) => {
    const long = '€'.repeat(pieceLength)
    const replies: [Reply, Buffer][] = [
      [{ status: 200, body: '', bytes: Buffer.from([0, 255, 1]) }, Buffer.from([0, 255, 1])],
      [{ status: 200, body: long }, Buffer.from(long)],
    ]
    for (const [reply, bytes] of replies) {
      const wire = await heardOf(asking, get('/'), (request) => request.send(reply, ending))
      const body = () => wire.heard().slice(wire.heard().indexOf('\r\n\r\n') + 4)
      assert.ok(await soon(() => body().length === bytes.length))
      assert.ok(Buffer.from(body(), 'latin1').equals(bytes))
      assert.match(wire.heard(), new RegExp(`\r\nContent-Length: ${bytes.length}\r\n`))
    }
  }))

test('a long text is not copied for a caller that does not read it', () =>
  serving(async (asking) => {
    const held = await heldForUnread(asking, asking.asked)
    assert.ok(held < 6_000_000, `${held} bytes`)
  }))

test('the rest of a body whose answer did not wait for it is taken up to 32 MiB, and then its sender is cut', () =>
  serving(async (asking) => {
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 67108864\r\n\r\n'
    const wire = await heardOf(asking, head, (request) => request.send({ status: 413, body: '' }, ending))
    const piece = Buffer.alloc(1024 * 1024)
    let sent = 0
    while (!wire.isClosed() && sent < 60) {
      sent += 1
      await new Promise((resolve) => wire.socket.write(piece, resolve))
    }
    assert.ok(sent > 32 && sent < 60, `${sent} MiB`)
    assert.match(wire.heard(), /^HTTP\/1\.1 413 /)
  }))

test('a connection is kept or closed as its caller asks, and as the answer says', () =>
  serving(async (asking) => {
    const request = (version: string, connection: string) =>
      `GET / HTTP/${version}\r\nHost: a\r\n${connection === '' ? '' : `Connection: ${connection}\r\n`}\r\n`
    const cases: [string, boolean, boolean][] = [
      [request('1.1', ''), false, true],
      [request('1.1', 'keep-alive'), false, true],
      [request('1.1', 'x , Close'), false, false],
      [request('1.1', ''), true, false],
      [request('1.0', ''), false, false],
      [request('1.0', 'x, Keep-Alive'), false, true],
      [request('1.0', 'keep-alive'), true, false],
    ]
    for (const [sent, close, isKept] of cases) {
      const wire = await heardOf(asking, sent, (one) =>
        one.send({ status: 200, body: '' }, { ...ending, close }),
      )
      assert.match(
        wire.heard(),
        isKept ? /\r\nConnection: keep-alive\r\n/ : /\r\nConnection: close\r\n/,
        sent,
      )
      if (!isKept) assert.ok(await soon(wire.isClosed))
      assert.equal(wire.isClosed(), !isKept)
    }
  }))

test('an answer that is made as it goes comes in chunks, or until the end to a caller that knows none', () =>
  serving(async (asking) => {
    const stream = (request: ArrivedRequest) => request.sendStream({ status: 200, body: '' }, text(), ending)
    const chunks = await heardOf(asking, get('/'), stream)
    assert.match(chunks.heard(), /\r\nConnection: keep-alive\r\n.*\r\nTransfer-Encoding: chunked\r\n\r\n/s)
    const [, body = ''] = chunks.heard().split(/(?<=chunked)\r\n\r\n/)
    // However they are cut.
    assert.equal(body.replaceAll(/[1-9]\r\n([^\r]+)\r\n/g, '$1'), 'S\xc3\xa3o0\r\n\r\n')
    const old = await heardOf(asking, 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', stream)
    assert.ok(await soon(old.isClosed))
    assert.match(old.heard(), /\r\nConnection: close\r\nDate: .*\r\nX-Request-Id: an-id\r\n\r\nS\xc3\xa3o$/)
  }))

test('the headers of an answer that is made as it goes are there before its first word', () =>
  serving(async ({ say, asked }) => {
    const wire = await say(get('/'))
    await soon(() => asked.length === 1)
    const more = Promise.withResolvers<void>()
    const late = async function* () {
      await more.promise
      yield 'late'
    }
    const sent = asked[0]?.sendStream({ status: 202, body: '', headers: { Location: '/x' } }, late(), ending)
    assert.ok(await soon(() => wire.heard().endsWith('\r\n\r\n')))
    assert.match(wire.heard(), /^HTTP\/1\.1 202 Accepted\r\n.*\r\nLocation: \/x\r\n/s)
    more.resolve()
    await sent
  }))

test('no more of an answer is made than its caller takes', () =>
  serving(async ({ say, asked }) => {
    const wire = await say(get('/'))
    wire.socket.pause()
    await soon(() => asked.length === 1)
    let made = 0
    const endless = async function* () {
      for (; made < 400; made++) yield 'x'.repeat(100_000)
    }
    const sent = asked[0]?.sendStream({ status: 200, body: '' }, endless(), ending)
    let before = -1
    await soon(() => {
      const isStill = before === made && made > 0
      before = made
      return isStill
    })
    assert.ok(made < 400, 'all of it was made')
    wire.socket.destroy()
    await assert.rejects(sent as Promise<void>, /gone away/)
  }))

test('an answer is one to a request, and whoever makes one for a caller that has gone is told', () =>
  serving(async ({ say, asked, sockets }) => {
    const wire = await say(get('/'))
    await soon(() => asked.length === 1)
    asked[0]?.send({ status: 200, body: 'one' }, ending)
    asked[0]?.send({ status: 200, body: 'two' }, ending)
    assert.ok(await soon(() => wire.heard().endsWith('one')))
    const gone = await say(get('/'))
    await soon(() => asked.length === 2)
    gone.socket.resetAndDestroy()
    await soon(() => sockets[1]?.destroyed === true)
    asked[1]?.send({ status: 200, body: 'nobody' }, ending)
    await assert.rejects(
      asked[1]?.sendStream({ status: 200, body: '' }, text(), ending) as Promise<void>,
      /gone away/,
    )
  }))

test('whoever makes an answer that fails is told why, and its caller is cut', () =>
  serving(async ({ say, asked }) => {
    const wire = await say(get('/'))
    await soon(() => asked.length === 1)
    const failing = async function* () {
      yield 'a'
      throw new Error('no more')
    }
    const sent = asked[0]?.sendStream({ status: 200, body: '' }, failing(), ending) as Promise<void>
    await assert.rejects(sent, /no more/)
    assert.ok(await soon(wire.isClosed))
    assert.ok(!wire.heard().endsWith('0\r\n\r\n'))
  }))
