import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'vitest'
import { noHeaders } from '../headers/call-headers.ts'
import type { Call } from '../route.ts'
import { readForm } from './read-form.ts'

const form = 'application/x-www-form-urlencoded'

const read = (body: Buffer | Readable, contentType: string | undefined, contentLength?: string) =>
  readForm({ request: { body }, headers: { ...noHeaders(), contentType, contentLength } } as unknown as Call)

test('the fields of a form are read by their names, in UTF-8', async () => {
  const text = 'nome=S%C3%A3o+Jos%C3%A9&vazio=&n%26me=a%3Db'
  const fields = { nome: 'São José', vazio: '', 'n&me': 'a=b' }
  for (const type of [form, `${form}; charset=utf-8`]) {
    assert.deepEqual(await read(Buffer.from(text), type), { fields })
    assert.deepEqual(await read(Readable.from([Buffer.from(text)]), type), { fields })
  }
  assert.deepEqual(await read(Buffer.from('nome=São'), form), { fields: { nome: 'São' } })
  assert.deepEqual(await read(Buffer.alloc(0), form), { fields: {} })
})

test('a body that is no form is refused, and the type it may have is named', async () => {
  const refused = { code: 'media_type_unsupported', values: { mediaTypes: form } }
  for (const type of ['application/json', undefined, `${form}; charset=latin1`]) {
    assert.deepEqual(await read(Buffer.from('a=b'), type), refused)
  }
})

test('a form past the limit is refused with the limit, and one that breaks off is refused', async () => {
  const tooLarge = { code: 'body_too_large', values: { limit: '65536' } }
  assert.deepEqual(await read(Buffer.alloc(0), form, '65537'), tooLarge)
  const endless = new Readable({ read: () => undefined })
  const reading = read(endless, form)
  endless.destroy()
  assert.deepEqual(await reading, { code: 'request_malformed' })
})
