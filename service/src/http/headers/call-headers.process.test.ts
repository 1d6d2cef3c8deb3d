import assert from 'node:assert/strict'
import { test } from 'vitest'
import { heldAfter } from '../../../testing/http/held-after.ts'
import { type CallHeaders, headerName, noHeaders, readHeaders } from './call-headers.ts'

/** The headers that callers are told of, or that HTTP gives a meaning, and what they are read as. */
const known: Readonly<Record<string, keyof CallHeaders>> = {
  Accept: 'accept',
  'Accept-Encoding': 'acceptEncoding',
  'Accept-Language': 'acceptLanguage',
  Authorization: 'authorization',
  Connection: 'connection',
  'Content-Encoding': 'contentEncoding',
  'Content-Length': 'contentLength',
  'Content-Type': 'contentType',
  Cookie: 'cookie',
  Expect: 'expect',
  Forwarded: 'forwarded',
  Host: 'host',
  'Idempotency-Key': 'idempotencyKey',
  'If-Match': 'ifMatch',
  'If-None-Match': 'ifNoneMatch',
  'MCP-Method': 'mcpMethod',
  'MCP-Name': 'mcpName',
  'MCP-Protocol-Version': 'mcpProtocolVersion',
  Origin: 'origin',
  'Proxy-Connection': 'connection',
  Traceparent: 'traceParent',
  'Transfer-Encoding': 'transferEncoding',
  Upgrade: 'upgrade',
  Via: 'forwarded',
  'X-API-Key': 'apiKey',
  'X-CSRF-Token': 'csrf',
  'X-Documento': 'document',
  'X-Finalidade': 'purpose',
  'X-Forwarded-For': 'forwardedFor',
  'X-Forwarded-Host': 'forwarded',
  'X-Forwarded-Proto': 'forwarded',
  'X-Real-IP': 'forwarded',
  'X-Request-Id': 'requestId',
}

test('a header is found however its name is written, each time it comes', () => {
  for (const [sent, name] of Object.entries(known)) {
    for (const spelling of [sent, sent.toLowerCase(), sent.toUpperCase(), sent]) {
      const headers = readHeaders([spelling, 'a value'])
      assert.deepEqual(headers, { ...noHeaders(), [name]: 'a value' }, spelling)
    }
  }
})

test('what nobody looks at is passed over, whatever an object calls it', () => {
  for (const sent of ['X-Unknown', 'unknown', 'constructor', '__proto__', 'toString', 'x'.repeat(5_000)]) {
    for (let time = 0; time < 2; time++) {
      assert.equal(headerName(sent), undefined, sent)
      assert.deepEqual(readHeaders([sent, 'a', 'Host', 'b', sent, 'c']), { ...noHeaders(), host: 'b' })
    }
  }
})

test('values of a header that may come more than once add up, in their order', () => {
  for (const sent of [
    'Accept',
    'Accept-Encoding',
    'Connection',
    'Expect',
    'X-Forwarded-For',
    'Traceparent',
    'Upgrade',
  ]) {
    const headers = readHeaders([sent, 'a', 'Host', 'x', sent.toLowerCase(), 'b', sent, 'c'])
    assert.deepEqual(headers, { ...noHeaders(), host: 'x', [known[sent] ?? '']: 'a, b, c' })
  }
  assert.equal(readHeaders(['Via', 'a', 'X-Real-IP', 'b']).forwarded, 'a, b')
})

test('a header that may come once is named when it comes twice, as it was sent, and the first one counts', () => {
  const adding = /^(?:accept|acceptEncoding|connection|expect|forwarded|forwardedFor|traceParent|upgrade)$/
  for (const [sent, name] of Object.entries(known).filter(([, one]) => !adding.test(one))) {
    const headers = readHeaders([sent, 'first', sent.toUpperCase(), 'second'])
    assert.deepEqual(headers, { ...noHeaders(), [name]: 'first', repeated: sent.toUpperCase() })
  }
})

test('an empty value is a value', () => {
  assert.equal(readHeaders(['X-API-Key', '', 'X-API-Key', 'a']).repeated, 'X-API-Key')
})

test('names that callers make up are not kept, however many and however long they are', () => {
  const held = heldAfter(() => {
    for (let at = 0; at < 2_000; at++) headerName(`${at}`.padEnd(16_384, 'x'))
    for (let at = 0; at < 50_000; at++) headerName(`x-made-up-by-a-caller-${at}`)
  })
  assert.ok(held < 2_000_000, `${held} bytes`)
})
