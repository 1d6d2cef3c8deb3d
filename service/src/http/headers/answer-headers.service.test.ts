import assert from 'node:assert/strict'
import { afterAll, test, vi } from 'vitest'
import { type AnswerFacts, answerHead, answerHeaders } from './answer-headers.ts'
import { share } from './shared-headers.ts'

const facts: AnswerFacts = { requestId: 'an-id', closes: false, idleMs: 65_000, framing: { bodyBytes: 2 } }
const noon = Date.UTC(2026, 10, 16, 12)
vi.useFakeTimers({ toFake: ['Date'], now: noon })
afterAll(() => void vi.useRealTimers())

const reply = { status: 200, contentType: 'text/plain', body: 'é' }

/** What stands between the headers that all answers of one kind have, and the end. */
const own = 'Date: Mon, 16 Nov 2026 12:00:00 GMT\r\nX-Request-Id: an-id\r\n'

test('an answer says how long its connection is kept, and no cache keeps it', () => {
  const repeated =
    'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n'
  assert.equal(
    answerHead(reply, facts),
    `${repeated}Connection: keep-alive\r\nKeep-Alive: timeout=65\r\n${own}Content-Length: 2\r\n\r\n`,
  )
  assert.equal(
    answerHead(reply, { ...facts, closes: true }),
    `${repeated}Connection: close\r\n${own}Content-Length: 2\r\n\r\n`,
  )
})

test('the connection is kept for no less than the answer says', () => {
  const head = answerHead(reply, { ...facts, idleMs: 1_999 })
  assert.match(head, /\r\nKeep-Alive: timeout=1\r\n/)
})

test('headers of its own come as they are, and its word on caches in the place of ours', () => {
  const headers = { ETag: '"1"', 'Cache-Control': 'max-age=60', Vary: 'Accept' }
  assert.equal(
    answerHead({ status: 304, body: '', headers }, { ...facts, framing: { bodyBytes: 0 } }),
    `HTTP/1.1 304 Not Modified\r\nX-Content-Type-Options: nosniff\r\nCache-Control: max-age=60\r\nETag: "1"\r\nVary: Accept\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n${own}Content-Length: 0\r\n\r\n`,
  )
})

test('the end of a body is known by its length, by its last chunk or by the end of the connection', () => {
  const ends = (framing: AnswerFacts['framing']) => {
    const head = answerHead(reply, { ...facts, framing })
    return head.slice(head.indexOf(own) + own.length)
  }
  assert.equal(ends({ bodyBytes: 17 }), 'Content-Length: 17\r\n\r\n')
  assert.equal(ends('chunked'), 'Transfer-Encoding: chunked\r\n\r\n')
  assert.equal(ends('until close'), '\r\n')
})

test('names and values in turn are the same headers as the text', () => {
  const headers = { 'Content-Language': 'pt', 'Cache-Control': 'private' }
  for (const one of [reply, { ...reply, headers }, { status: 200, body: '' }]) {
    const list = answerHeaders(one, facts)
    const lines = Array.from({ length: list.length / 2 }, (_, at) => `${list[2 * at]}: ${list[2 * at + 1]}`)
    assert.equal(answerHead(one, facts), `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`)
  }
})

test('an answer is not told by another that has the same headers', () => {
  const headers = share({ Vary: 'Accept' })
  const said = { ...reply, headers }
  const first = answerHead(said, facts)
  const others: readonly [string, RegExp][] = [
    [answerHead({ ...said, status: 201 }, facts), /^HTTP\/1\.1 201 Created\r\n/],
    [answerHead({ ...said, contentType: 'text/html' }, facts), /\r\nContent-Type: text\/html\r\n/],
    [answerHead(said, { ...facts, closes: true }), /\r\nConnection: close\r\n/],
    [answerHead(said, { ...facts, idleMs: 5_000 }), /\r\nKeep-Alive: timeout=5\r\n/],
    [answerHead(said, { ...facts, requestId: 'another' }), /\r\nX-Request-Id: another\r\n/],
    [answerHead({ ...said, headers: { Vary: 'Origin' } }, facts), /\r\nVary: Origin\r\n/],
  ]
  for (const [head, expected] of others) assert.match(head, expected)
  assert.equal(answerHead(said, facts), first)
})

test('the second is that in which the answer goes out', () => {
  const dateOf = () => /\r\nDate: (.*)\r\n/.exec(answerHead(reply, facts))?.[1]
  vi.setSystemTime(noon + 1_999)
  assert.equal(dateOf(), 'Mon, 16 Nov 2026 12:00:01 GMT')
  vi.setSystemTime(noon + 2_000)
  assert.equal(dateOf(), 'Mon, 16 Nov 2026 12:00:02 GMT')
})

test('of headers that are one answer’s alone nothing is kept, of those that are shared the text is', () => {
  const [own, shared] = [{ Vary: 'Accept' }, share({ Vary: 'Accept' })]
  const varies = (headers: Record<string, string>) =>
    /Vary: (\w+)/.exec(answerHead({ ...reply, headers }, facts))?.[1]
  for (const headers of [own, shared]) assert.equal(varies(headers), 'Accept')
  own.Vary = 'Range'
  ;(shared as Record<string, string>).Vary = 'Range'
  assert.deepEqual([varies(own), varies(shared)], ['Range', 'Accept'])
})
