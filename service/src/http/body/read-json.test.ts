import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import { test } from 'vitest'
import { type CallHeaders, noHeaders } from '../headers/call-headers.ts'
import type { Refusal } from '../reply.ts'
import type { Call } from '../route.ts'
import { type JsonBody, readJson } from './read-json.ts'
import type { Validator } from './validate.ts'

/** Takes any object that has a member `a`. */
const schema: Validator<TSchema> = {
  accepts: (value): value is unknown => typeof value === 'object' && value !== null && 'a' in value,
  errorsOf: (_, language) => [{ field: 'a', code: 'required', message: language }],
}

type Sent = Partial<CallHeaders> & {
  readonly body?: Buffer | Readable
  /** What the fast reader has read as Latin-1. */
  readonly bodyText?: string
}

const callOf = ({ body = Buffer.alloc(0), bodyText, ...headers }: Sent): Call =>
  ({
    request: { body, ...(bodyText !== undefined && { bodyText }) },
    headers: { ...noHeaders(), ...headers },
    language: 'en',
  }) as unknown as Call

const json = { contentType: 'application/json' }
const absent = { a: 'absent' }

/** The same body as either reader gives it: text that is here, a piece of memory, or a stream. */
function waysOf(text: string): readonly Sent[] {
  const bytes = Buffer.from(text)
  const contentLength = String(bytes.length)
  const pieces = [bytes.subarray(0, 3), bytes.subarray(3)].filter((one) => one.length > 0)
  return [
    { body: bytes, bodyText: bytes.toString('latin1'), contentLength },
    { body: bytes, contentLength },
    { body: Readable.from(pieces), contentLength },
    { body: Readable.from(pieces), transferEncoding: 'chunked' },
  ]
}

const isRefusal = (read: JsonBody<TSchema> | Refusal): read is Refusal => 'code' in read

async function read(...of: Parameters<typeof readJson<TSchema>>) {
  const made = await readJson(...of)
  return isRefusal(made) ? made : { text: made.bytes.toString(), value: made.value }
}

test('a body is read however it comes, as it was sent and as what it says', async () => {
  for (const text of ['{"a":1}', '{"a":"São Paulo, € 💶"}']) {
    for (const stands of [undefined, absent]) {
      for (const way of waysOf(text)) {
        const body = await read(callOf({ ...json, ...way }), schema, stands)
        assert.deepEqual(body, { text, value: JSON.parse(text) })
      }
    }
  }
})

test('what is no JSON, or not what is asked for, is refused in words of the caller', async () => {
  for (const way of waysOf('{"a":')) {
    assert.deepEqual(await read(callOf({ ...json, ...way }), schema), { code: 'json_invalid' })
  }
  for (const way of waysOf('{"b":1}')) {
    assert.deepEqual(await read(callOf({ ...json, ...way }), schema), {
      code: 'body_invalid',
      errors: [{ field: 'a', code: 'required', message: 'en' }],
    })
  }
})

const unsupported = { code: 'media_type_unsupported', values: { mediaTypes: 'application/json' } }

test('a body of another type is refused, and the type it may have is named', async () => {
  for (const contentType of ['text/plain', undefined]) {
    for (const stands of [undefined, absent]) {
      for (const way of waysOf('{"a":1}')) {
        assert.deepEqual(await read(callOf({ ...way, contentType }), schema, stands), unsupported)
      }
    }
  }
})

test('a body of another type is refused before its length is looked at', async () => {
  const long = callOf({ contentType: 'text/plain', contentLength: '65537' })
  assert.deepEqual(await read(long, schema), unsupported)
})

test('an empty body stands for what it may, whatever its type, and is no JSON where it must be there', async () => {
  const empty: readonly Sent[] = [
    {},
    { contentLength: '0' },
    { bodyText: '' },
    { body: Readable.from([]), transferEncoding: 'chunked' },
    { body: Readable.from([]), contentLength: '00' },
  ]
  for (const way of empty) {
    const anew = () => callOf(way.body instanceof Readable ? { ...way, body: Readable.from([]) } : way)
    assert.deepEqual(await read(anew(), schema, absent), { text: '', value: absent })
    assert.deepEqual(await read({ ...anew(), headers: { ...anew().headers, ...json } }, schema), {
      code: 'json_invalid',
    })
    assert.deepEqual(await read(anew(), schema), unsupported)
  }
})

test('a body past the limit is refused with the limit, and one of just the limit is read', async () => {
  const text = '{"a":12345}'
  for (const way of waysOf(text)) {
    const call = callOf({ ...json, ...way })
    assert.deepEqual(await read(call, schema, undefined, text.length), { text, value: { a: 12345 } })
  }
  for (const way of waysOf(text).slice(1)) {
    const refused = { code: 'body_too_large', values: { limit: String(text.length - 1) } }
    assert.deepEqual(await read(callOf({ ...json, ...way }), schema, undefined, text.length - 1), refused)
  }
  const text64 = callOf({ ...json, bodyText: text, body: Buffer.from(text), contentLength: '11' })
  assert.equal(((await read(text64, schema, undefined, 10)) as Refusal).code, 'body_too_large')
  const long = callOf({ ...json, contentLength: '65537' })
  assert.deepEqual(await read(long, schema), { code: 'body_too_large', values: { limit: '65536' } })
})

test('a body that is here, or that there is none of, is read at once', () => {
  for (const [sent, stands] of [
    [{ ...json, bodyText: '{"a":1}' }, undefined],
    [{}, absent],
    [{ contentLength: '0' }, absent],
  ] as const) {
    assert.ok(!(readJson(callOf(sent), schema, stands) instanceof Promise))
  }
})

test('a body that breaks off is refused', async () => {
  const body = new Readable({ read: () => undefined })
  const reading = read(callOf({ ...json, body, transferEncoding: 'chunked' }), schema)
  body.destroy()
  assert.equal(((await reading) as Refusal).code, 'request_malformed')
})
