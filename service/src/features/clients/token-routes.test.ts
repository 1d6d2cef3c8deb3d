import assert from 'node:assert/strict'
import { products } from '@lastro/contract/reports/products.ts'
import { describe, test } from 'vitest'
import { callOf } from '../../../testing/http/call.ts'
import { clientsFound, clientWith, type Found } from '../../../testing/invented/clients-found.ts'
import type { CallHeaders } from '../../http/headers/call-headers.ts'
import type { Reply } from '../../http/reply.ts'
import type { RefreshRecord } from './client-store.ts'
import { tokenRoutes } from './token-routes.ts'

const nowMs = Date.parse('2026-11-16T12:00:00Z')
const own = { client_id: 'cli_ana', client_secret: 'ls_ana' }
const generate = { grant_type: 'client_credentials' }
const form = 'application/x-www-form-urlencoded'
const outage = new Error('connection refused')

const held: RefreshRecord = {
  clientId: 'cli_ana',
  familyId: 'fam_1',
  scope: 'relato cadastral',
  expiresAtMs: nowMs + 1,
  used: false,
  revoked: false,
}

type Sent = {
  readonly path?: string
  readonly found?: Found
  readonly headers?: Partial<CallHeaders>
  readonly language?: 'pt' | 'en'
  /** The store fails with this whenever it is asked. */
  readonly failsWith?: Error
}

/** Sends a body, JSON unless its headers say otherwise; an object is written as JSON. */
async function send(body: object | string | Uint8Array, sent: Sent = {}) {
  const { path = '/oauth/token', found = {}, headers = {}, language = 'pt', failsWith } = sent
  const { clients, asked, done } = clientsFound({ client: clientWith('ls_ana'), ...found })
  const failing = { ...clients, findClient: () => Promise.reject(failsWith) }
  const routes = tokenRoutes({
    clients: failsWith === undefined ? clients : failing,
    clock: { nowMs: () => nowMs },
    products,
    isOutage: (error) => error === outage,
  })
  const route = routes.find((one) => one.path === path)
  assert.ok(route, `nothing stands at ${path}`)
  const isText = typeof body === 'string' || body instanceof Uint8Array
  const call = callOf({
    url: path,
    headers: { contentType: 'application/json', ...headers },
    body: isText ? body : JSON.stringify(body),
    language,
  })
  const reply = (await route.handle(call)) as Reply
  assert.equal(reply.contentType, 'application/json; charset=utf-8')
  const answer = JSON.parse(reply.body) as Record<string, string>
  return { reply, answer, asked, done, said: [reply.status, answer.error] }
}

const basic = (text: string, scheme = 'Basic'): Partial<CallHeaders> => ({
  authorization: `${scheme} ${Buffer.from(text).toString('base64')}`,
})

const notStored = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

test('both operations stand below both environments, and answer in JSON', () => {
  const { clients } = clientsFound({})
  const routes = tokenRoutes({ clients, clock: { nowMs: () => nowMs }, products, isOutage: () => false })
  assert.deepEqual(
    routes.map(({ method, path, operation, produces }) => [method, path, operation, ...produces]),
    [
      ['POST', '/oauth/token', 'token', 'application/json'],
      ['POST', '/oauth/revoke', 'revoke', 'application/json'],
      ['POST', '/sandbox/oauth/token', 'token', 'application/json'],
      ['POST', '/sandbox/oauth/revoke', 'revoke', 'application/json'],
    ],
  )
})

describe('a token that is asked for', () => {
  test('it comes with its scope, and nothing on the way may keep it', async () => {
    const { reply, answer, done } = await send({ ...own, ...generate, scope: 'relato' })
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.headers, notStored)
    assert.equal(answer.scope, 'relato')
    assert.match(String(answer.access_token), /^lat_/)
    assert.equal(done[0]?.act, 'addTokens')
  })

  test('a form asks for one as JSON does', async () => {
    const body = new URLSearchParams({ ...own, ...generate, scope: 'relato' }).toString()
    const { reply, answer } = await send(body, { headers: { contentType: form } })
    assert.equal(reply.status, 200)
    assert.equal(answer.scope, 'relato')
  })

  test('a refresh token gives another, of the scope that is asked for', async () => {
    const found = { refresh: { lrt_1: held } }
    const refresh = { ...own, grant_type: 'refresh_token', refresh_token: 'lrt_1' }
    const { answer, done } = await send({ ...refresh, scope: 'relato' }, { found })
    assert.equal(answer.scope, 'relato')
    assert.equal(done[0]?.act, 'useRefreshToken')
    const strange = await send({ ...refresh, refresh_token: 'lrt_2' }, { found })
    assert.deepEqual(strange.said, [400, 'invalid_grant'])
    assert.match(strange.answer.error_description ?? '', /não existe/)
  })

  test('a parameter without a value counts as left out', async () => {
    const { reply } = await send({ ...own, ...generate, scope: '', refresh_token: '' })
    assert.equal(reply.status, 200)
    const { answer } = await send({ ...own, grant_type: '' })
    assert.equal(answer.error_description, 'Envie grant_type.')
  })
})

describe('a token that is revoked', () => {
  test('it is answered with nothing', async () => {
    const found = { refresh: { lrt_1: held } }
    const { reply, done } = await send({ ...own, token: 'lrt_1' }, { path: '/oauth/revoke', found })
    assert.deepEqual([reply.status, reply.body], [200, '{}'])
    assert.deepEqual(reply.headers, notStored)
    assert.deepEqual(done, [{ act: 'revokeFamily', of: ['fam_1', nowMs] }])
  })

  test('nobody revokes without being a client, or without saying what', async () => {
    const revoke = { path: '/oauth/revoke' }
    const stranger = await send({ ...own, client_secret: 'x', token: 'lrt_1' }, revoke)
    assert.deepEqual(stranger.said, [401, 'invalid_client'])
    const silent = await send(own, revoke)
    assert.deepEqual(silent.said, [400, 'invalid_request'])
    assert.equal(silent.answer.error_description, 'Envie token.')
  })
})

describe('what is wrong with a request', () => {
  test('each fault has its code of RFC 6749 and says what to change, in the language of its reader', async () => {
    const outside = { scope: 'everything' }
    const reused = { found: { refresh: { lrt_1: { ...held, used: true } } } }
    const refresh = { ...own, grant_type: 'refresh_token' }
    for (const [body, sent, status, error, description] of [
      [own, {}, 400, 'invalid_request', 'Send grant_type.'],
      [
        { ...own, grant_type: 'password' },
        {},
        400,
        'unsupported_grant_type',
        /must be client_credentials or/,
      ],
      [refresh, {}, 400, 'invalid_request', 'Send refresh_token.'],
      [{ ...refresh, refresh_token: 'x' }, {}, 400, 'invalid_grant', /does not exist, has expired/],
      [{ ...refresh, refresh_token: 'lrt_1' }, reused, 400, 'invalid_grant', /was used before/],
      [{ ...own, ...generate, ...outside }, {}, 400, 'invalid_scope', /A scope asked for is not in/],
      [generate, {}, 401, 'invalid_client', /unknown, revoked, or its secret is wrong/],
      ['{', {}, 400, 'invalid_request', /a form or a JSON object/],
      ['<x/>', { headers: { contentType: 'text/xml' } }, 415, 'invalid_request', /^Send Content-Type/],
      ['{}', { headers: { contentLength: '70000' } }, 413, 'invalid_request', /too large/],
    ] as const) {
      const { reply, answer } = await send(body, { ...sent, language: 'en' })
      assert.deepEqual([reply.status, answer.error], [status, error], JSON.stringify(body))
      if (typeof description === 'string') assert.equal(answer.error_description, description)
      else assert.match(String(answer.error_description), description)
      const challenge = { 'WWW-Authenticate': 'Basic realm="lastro", charset="UTF-8"' }
      assert.deepEqual(reply.headers, { ...notStored, ...(status === 401 && challenge) })
    }
  })

  test('while the store is down it says when to come back; anything else that breaks is no answer', async () => {
    const { reply, said, answer } = await send({ ...own, ...generate }, { failsWith: outage })
    assert.deepEqual(said, [503, 'temporarily_unavailable'])
    assert.match(answer.error_description ?? '', /não respondeu/)
    assert.deepEqual(reply.headers, { ...notStored, 'Retry-After': '1' })
    await assert.rejects(send({ ...own, ...generate }, { failsWith: new Error('broken') }), /broken/)
  })

  test('a body is a flat object of texts in UTF-8, with each parameter once', async () => {
    const bad = [
      ...['null', '1', '"a"', '[]', '["a"]', '{"grant_type":1}', '{"grant_type":null}'],
      '{"grant_type":"client_credentials","scope":["relato"]}',
      '{"grant_type":"a","grant_type":"b"}',
      '{"grant_type":"a","gr\\u0061nt_type":"b"}',
      '{"scope":{"a":[]},"scope":"b"}',
      Buffer.from('{"grant_type":"\xff"}', 'latin1'),
    ]
    for (const body of bad) {
      const { said, answer } = await send(body)
      assert.deepEqual(said, [400, 'invalid_request'], String(body))
      assert.match(answer.error_description ?? '', /uma só vez e como texto/)
    }
    const forms = ['grant_type=a&grant_type=b', Buffer.from('grant_type=\xff', 'latin1')]
    for (const body of forms) {
      const { answer } = await send(body, { headers: { contentType: form } })
      assert.match(answer.error_description ?? '', /uma só vez e como texto/)
    }
  })

  test('a body that says nothing, or something else, is well formed: only its client is missing', async () => {
    for (const body of ['{}', '{"refused":"x"}', '{"scope":"\\"a\\\\","grant_type":"b"}'])
      assert.deepEqual((await send(body)).said, [401, 'invalid_client'], body)
    const empty = await send('', { headers: { contentType: form } })
    assert.deepEqual(empty.said, [401, 'invalid_client'])
  })
})

describe('who asks', () => {
  test('a Basic header names the client, in any case, and may be encoded as RFC 6749 has it', async () => {
    const found = { client: clientWith('100%:=', { id: 'cli ana' }) }
    for (const text of ['cli ana:100%:=', 'cli%20ana:100%25%3A%3D', 'cli%20ana:100%:=']) {
      for (const scheme of ['Basic', 'basic', 'BASIC ']) {
        const { reply } = await send(generate, { found, headers: basic(text, scheme) })
        assert.equal(reply.status, 200, text)
      }
    }
    const accented = { client: clientWith('ção') }
    assert.equal((await send(generate, { found: accented, headers: basic('cli_ana:ção') })).reply.status, 200)
  })

  test('a header that is not Basic, or has more in it, names nobody', async () => {
    const right = basic('cli_ana:ls_ana').authorization ?? ''
    const headers = [
      { authorization: 'Bearer lat_1' },
      { authorization: `x${right}` },
      { authorization: `${right} ${right}` },
      { authorization: '' },
      basic('cli_ana'),
      basic('cli_ana:ls_ana\nmore'),
    ]
    for (const one of headers) {
      const { said, asked } = await send(generate, { headers: one })
      assert.deepEqual(said, [401, 'invalid_client'], String(one.authorization))
      // Nobody's name is taken for that of a client.
      assert.deepEqual(asked, [''])
    }
  })

  test('a body without a client asks for nobody', async () => {
    assert.deepEqual((await send({ ...generate, client_secret: 'ls_ana' })).asked, [''])
    assert.deepEqual((await send({ ...generate, client_id: 'cli_ana' })).said, [401, 'invalid_client'])
  })

  test('header and body may both name the client, when it is the same and its secret comes once', async () => {
    const headers = basic('cli_ana:ls_ana')
    const same = await send({ ...generate, client_id: 'cli_ana', client_secret: '' }, { headers })
    assert.equal(same.reply.status, 200)
    for (const twice of [{ client_id: 'cli_bia' }, { client_secret: 'ls_ana' }, own]) {
      const { said, answer, asked } = await send({ ...generate, ...twice }, { headers })
      assert.deepEqual(said, [400, 'invalid_request'])
      assert.match(answer.error_description ?? '', /não nos dois/)
      assert.deepEqual(asked, [])
    }
  })
})
