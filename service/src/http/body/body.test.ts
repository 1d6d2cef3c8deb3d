import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'vitest'
import { noHeaders } from '../headers/call-headers.ts'
import type { ArrivedRequest } from '../request.ts'
import {
  bodyBytesMax,
  bodyMediaType,
  bodyStream,
  discardRest,
  jsonInvalid,
  parseJson,
  parseJsonText,
  readBody,
} from './body.ts'

const asked = (body: Buffer | Readable, contentLength?: string) => ({
  request: { body } as unknown as ArrivedRequest,
  headers: { ...noHeaders(), contentLength },
})

const inPieces = (...pieces: string[]): Readable => Readable.from(pieces.map((one) => Buffer.from(one)))

test('a body is read whole, however it comes', async () => {
  const bodies: [Buffer | Readable, string][] = [
    [Buffer.from('whole'), 'whole'],
    [inPieces(), ''],
    [inPieces('one'), 'one'],
    [inPieces('a', 'b', 'c', 'd'), 'abcd'],
  ]
  for (const [body, text] of bodies) assert.equal(String(await readBody(asked(body))), text)
})

test('a body of just the limit is read, and one of a byte more is refused', async () => {
  const [fits, exceeds] = ['x'.repeat(10), 'x'.repeat(11)]
  assert.equal(String(await readBody(asked(inPieces('xx', 'x'.repeat(8))), 10)), fits)
  assert.equal(String(await readBody(asked(Buffer.from(fits), '10'), 10)), fits)
  assert.equal(await readBody(asked(inPieces('x', 'x'.repeat(10))), 10), 'body_too_large')
  assert.equal(await readBody(asked(inPieces(exceeds)), 10), 'body_too_large')
  assert.equal(bodyBytesMax, 65_536)
})

test('a body that says it is too large is refused before a byte of it is read', () => {
  let isRead = false
  const body = new Readable({
    read: () => {
      isRead = true
    },
  })
  assert.equal(readBody(asked(body, '65537')), 'body_too_large')
  assert.equal(isRead, false)
})

test('a body is refused while its sender is still sending, once it is too large', async () => {
  const body = new PassThrough()
  body.write('x'.repeat(11))
  assert.equal(await readBody(asked(body), 10), 'body_too_large')
})

test('a body that breaks off is no body, with an error or without', async () => {
  const [broken, closed] = [new PassThrough(), new PassThrough()]
  const faults = [readBody(asked(broken)), readBody(asked(closed))]
  broken.write('a')
  broken.destroy(new Error('reset'))
  closed.write('a')
  closed.destroy()
  for (const fault of faults) assert.equal(await fault, 'request_malformed')
})

test('a body that is here whole is the same as a stream', async () => {
  const pieces = await bodyStream(asked(Buffer.from('{"a":1}')).request).toArray()
  assert.equal(Buffer.concat(pieces).toString(), '{"a":1}')
  assert.deepEqual(await bodyStream(asked(Buffer.alloc(0)).request).toArray(), [])
  const stream = inPieces('a')
  assert.equal(bodyStream(asked(stream).request), stream)
})

test('JSON is UTF-8, with accents or without', () => {
  const value = { nome: 'José', cidade: 'São Paulo', euro: '€ 💶' }
  const text = JSON.stringify(value)
  assert.deepEqual(parseJson(Buffer.from(text)), value)
  assert.deepEqual(parseJsonText(Buffer.from(text).toString('latin1')), value)
  assert.deepEqual(parseJsonText('{"plain":["\\u0000",1,null]}'), { plain: ['\0', 1, null] })
  const latin1 = Buffer.from('{"nome":"José"}', 'latin1')
  for (const parse of [() => parseJson(latin1), () => parseJsonText(latin1.toString('latin1'))]) {
    assert.equal(parse(), jsonInvalid)
  }
  for (const none of ['', '{', '{"a":1}x', "{'a':1}"]) {
    assert.equal(parseJson(Buffer.from(none)), jsonInvalid)
    assert.equal(parseJsonText(none), jsonInvalid)
  }
})

test('the type of a body is known in whichever case it is written, with parameters or without', () => {
  const typeOf = (contentType?: string, contentEncoding?: string) =>
    bodyMediaType({ ...noHeaders(), contentType, contentEncoding })
  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; version=1; Charset=UTF8',
    ' application/json ; profile="a"',
    'application/json; charset=utf-8; charset=latin1',
  ]) {
    assert.equal(typeOf(type), 'application/json', type)
    assert.equal(typeOf(type, 'Identity'), 'application/json', type)
  }
  assert.equal(typeOf('text/csv; charset=utf-8'), 'text/csv')
  assert.equal(typeOf(undefined), '')
})

test('a body in another charset, or compressed, has no type that we read', () => {
  const typeOf = (contentType: string, contentEncoding?: string) =>
    bodyMediaType({ ...noHeaders(), contentType, contentEncoding })
  assert.equal(typeOf('application/json; charset=latin1'), undefined)
  assert.equal(typeOf('application/json; charset='), undefined)
  assert.equal(typeOf('application/json', 'gzip'), undefined)
  assert.equal(typeOf('application/json', ''), undefined)
})

/** A body that goes on for ever, and how much of it was taken. */
function endless(): { readonly body: Readable; readonly taken: () => number } {
  const piece = Buffer.alloc(1024 * 1024)
  let taken = 0
  const body = new Readable({
    highWaterMark: 1,
    read: () => {
      taken += piece.length
      body.push(piece)
    },
  })
  return { body, taken: () => taken }
}

test('the rest of a body that was refused is taken up to 32 MiB, and then its sender is cut', async () => {
  const { body, taken } = endless()
  discardRest(body)
  await new Promise((resolve) => body.on('close', resolve))
  const [least, most] = [32 * 1024 * 1024, 35 * 1024 * 1024]
  assert.ok(taken() > least && taken() < most, `${taken()} bytes`)
})

test('the rest of a body that ends by itself is taken to its end', async () => {
  const body = new PassThrough()
  let takenBytes = 0
  discardRest(body)
  body.on('data', (chunk: Buffer) => (takenBytes += chunk.length))
  const ended = new Promise((resolve) => body.on('end', resolve))
  body.write(Buffer.alloc(1024 * 1024))
  body.end(Buffer.alloc(31 * 1024 * 1024))
  await ended
  assert.equal(takenBytes, 32 * 1024 * 1024)
  const breaking = new PassThrough()
  discardRest(breaking)
  const closed = new Promise((resolve) => breaking.on('close', resolve))
  breaking.destroy(new Error('reset'))
  await closed
  // Nobody else listens: an error that it did not take would end the process.
  assert.equal(breaking.errored?.message, 'reset')
})
