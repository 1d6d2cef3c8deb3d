import assert from 'node:assert/strict'
import { test } from 'vitest'
import { noHeaders } from '../headers/call-headers.ts'
import { beginsWith, knownHead } from './fast-head.ts'

const read = (text: string) => knownHead(Buffer.from(text, 'latin1'))
/** A head with these lines after its Host, as it is read; undefined when that is left to node:http. */
const headOf = (...lines: string[]) =>
  read(['GET / HTTP/1.1', 'Host: a', ...lines, '', ''].join('\r\n'))?.head

test('a plain head is read up to its blank line, and what follows is left', () => {
  const text =
    'POST /a/b?c=d HTTP/1.1\r\nHost: a\r\nContent-Type:application/json\r\nContent-Length: 12\r\n\r\n'
  for (const after of ['', '{"a":1}', '\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n']) {
    const known = read(text + after)
    assert.equal(known?.bytes.toString(), text)
    assert.deepEqual(known?.head, {
      method: 'POST',
      url: '/a/b?c=d',
      headers: { ...noHeaders(), host: 'a', contentType: 'application/json', contentLength: '12' },
      bodyLength: 12,
    })
  }
})

test('every method of ours is plain, and no other', () => {
  for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']) {
    const head = read(`${method} / HTTP/1.1\r\nHost: a\r\n\r\n`)?.head
    assert.deepEqual([head?.method, head?.url, head?.bodyLength], [method, '/', 0])
  }
  for (const method of ['HEAD', 'OPTIONS', 'CONNECT', 'TRACE', 'PRI', 'get', 'XGET', '', ' GET', '\r\nGET']) {
    assert.equal(read(`${method} / HTTP/1.1\r\nHost: a\r\n\r\n`), undefined, method)
  }
})

test('a first line that HTTP/1.1 has another word for is left to node:http', () => {
  for (const line of [
    'GET / HTTP/1.0',
    'GET / HTTP/1.1 ',
    'GET  / HTTP/1.1',
    'GET /a b HTTP/1.1',
    'GET http://a/ HTTP/1.1',
    'GET * HTTP/1.1',
    'GET /\xe9 HTTP/1.1',
    'GET /\t HTTP/1.1',
    'GET /',
  ]) {
    assert.equal(read(`${line}\r\nHost: a\r\n\r\n`), undefined, line)
  }
})

test('a head that is not here whole is not read', () => {
  const text = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
  for (let end = 0; end < text.length; end++) assert.equal(read(text.slice(0, end)), undefined)
})

test('a header is what stands around its colon, without the spaces', () => {
  assert.equal(headOf('X-API-Key:   a key of ours  ')?.headers.apiKey, 'a key of ours')
  assert.equal(headOf('x-api-key:a:b')?.headers.apiKey, 'a:b')
  assert.equal(headOf('X-Other: b:', 'X-API-Key: c')?.headers.apiKey, 'c')
  assert.equal(headOf('X-API-KEY:')?.headers.apiKey, '')
  assert.equal(headOf('Authorization: Bearer x', 'Accept: */*')?.headers.authorization, 'Bearer x')
  assert.deepEqual(headOf('X-Unknown: 1', 'Expecting: 2'), headOf())
})

test('a header that is not plain leaves its request to node:http', () => {
  for (const line of [
    'Transfer-Encoding: chunked',
    'Expect: 100-continue',
    'Upgrade: h2c',
    'Connection: close',
    'Connection: keep-alive, close',
    'Connection:',
    'Proxy-Connection: close',
    'X-Tab:\ta',
    'X-High: \xe9',
    'X-Nul: \0',
    'X-Bare: a\nb',
    'X-Return: a\rb',
    'X_Under: a',
    ' X-Led: a',
    'X-Folded: a\r\n b',
    'Host : b',
    ': nameless',
    'no colon',
  ]) {
    assert.equal(headOf(line, 'X-Other: b'), undefined, line)
  }
  for (const line of ['Connection: keep-alive', 'CONNECTION:Keep-Alive', 'Proxy-Connection: keep-alive']) {
    assert.equal(headOf(line)?.url, '/', line)
  }
})

test('a header that comes twice leaves its request to node:http, save those that proxies add', () => {
  for (const line of [
    'Host: a',
    'X-API-Key: a',
    'Accept: a',
    'Connection: keep-alive',
    'Content-Length: 1',
  ]) {
    assert.equal(
      headOf('X-API-Key: b', 'Accept: b', 'Connection: keep-alive', 'Content-Length: 1', line),
      undefined,
    )
  }
  assert.equal(
    headOf('Via: 1.1 a', 'X-Forwarded-Proto: https', 'X-Real-IP: b')?.headers.forwarded,
    '1.1 a, https, b',
  )
  assert.equal(headOf('X-Forwarded-For: a', 'X-Forwarded-For: b'), undefined)
  assert.equal(headOf('X-Unknown: a', 'X-Unknown: b')?.url, '/')
})

test('a head without a Host is left to node:http', () => {
  assert.equal(read('GET / HTTP/1.1\r\n\r\n'), undefined)
  assert.equal(read('GET / HTTP/1.1\r\nAccept: */*\r\n\r\n'), undefined)
  assert.equal(read('GET / HTTP/1.1\r\nHost:\r\n\r\n')?.head.headers.host, '')
})

test('a body is as long as it is said to be, in digits, up to 64 KiB', () => {
  for (const [length, bytes] of [
    ['0', 0],
    ['00002', 2],
    ['65536', 65_536],
  ] as const) {
    assert.equal(headOf(`Content-Length: ${length}`)?.bodyLength, bytes)
  }
  for (const length of [
    '65537',
    '999999',
    '0000002',
    '-1',
    '+2',
    '0x2',
    '1e1',
    '2.0',
    '1 1',
    '1, 1',
    'two',
    '',
  ]) {
    assert.equal(headOf(`Content-Length: ${length}`), undefined, length)
  }
})

test('a hundred headers are read, and one more is left to node:http', () => {
  const others = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: a`)
  assert.equal(headOf(...others(99))?.url, '/')
  assert.equal(headOf(...others(100)), undefined)
  assert.equal(headOf(...others(98), 'X-API-Key: the last')?.headers.apiKey, 'the last')
})

test('a head of up to 8,000 bytes is read, and a longer one is left to node:http', () => {
  const head = (bytes: number) => {
    const start = 'GET / HTTP/1.1\r\nHost: a\r\nX-Long: '
    return `${start}${'x'.repeat(bytes - start.length)}\r\n\r\n`
  }
  assert.equal(read(head(8_000))?.head.url, '/')
  assert.equal(read(head(8_001)), undefined)
})

test('the same head is the same every time, and another that is nearly the same is another', () => {
  for (let time = 0; time < 2; time++) {
    assert.equal(headOf('X-API-Key: one')?.headers.apiKey, 'one')
    assert.equal(headOf('X-API-Key: two')?.headers.apiKey, 'two')
  }
})

test('what is remembered of heads is not the memory they came in, nor more than 500 of them', () => {
  const first = 'GET /first HTTP/1.1\r\nHost: a\r\n\r\n'
  const memory = Buffer.from(`${first}${'x'.repeat(100_000)}`)
  const known = knownHead(memory)
  memory.fill(0)
  assert.equal(known?.bytes.toString(), first)
  assert.equal(read(first), known)
  for (let count = 0; count < 500; count++) read(`GET /${count} HTTP/1.1\r\nHost: a\r\n\r\n`)
  assert.notEqual(read(first), known)
  assert.deepEqual(read(first), known)
  assert.equal(read(first), read(first))
})

test('bytes begin with others when they are the same as far as those go', () => {
  const begins = (bytes: string, start: string) => beginsWith(Buffer.from(bytes), Buffer.from(start))
  for (const [bytes, start] of [
    ['abc', 'abc'],
    ['abcd', 'abc'],
    ['abc', ''],
  ] as const) {
    assert.ok(begins(bytes, start))
  }
  for (const [bytes, start] of [
    ['ab', 'abc'],
    ['abd', 'abc'],
    ['xabc', 'abc'],
    ['', 'a'],
  ] as const) {
    assert.ok(!begins(bytes, start))
  }
})
