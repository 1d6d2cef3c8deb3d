import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import { type Answer, runService } from '../../../testing/running-service.ts'
import { accessTokenSeconds, refreshTokenSeconds } from './tokens.ts'

const basicQuery = '/sandbox/relatorioBasico/v2/consulta'
const body = { documento: '52998224725' }

for (const engine of engines) {
  describe(`tokens on ${engine}`, async () => {
    let nowMs = Date.parse('2026-11-16T12:00:00Z')
    const service = await runService({
      store: await (await newPlace(engine)).open(),
      clock: { nowMs: () => nowMs },
    })
    afterAll(service.close)
    const client = await service.newSession()
    const own = { client_id: client.clientId, client_secret: client.clientSecret }
    const token = (parameters: object, path = '/oauth/token') =>
      service.call(path, { body: { ...own, ...parameters } })
    const generate = () => token({ grant_type: 'client_credentials' })
    const refresh = (answer: Answer, more: object = {}) =>
      token({ grant_type: 'refresh_token', refresh_token: answer.at('refresh_token'), ...more })
    const queryWith = (answer: Answer) =>
      service.call(basicQuery, { as: { ...client, token: String(answer.at('access_token')) }, body })
    const passTime = (ms: number) => {
      nowMs += ms
    }

    test('client_credentials generates, and the answer may not be stored', async () => {
      const answer = await generate()
      assert.equal(answer.status, 200)
      assert.equal(answer.at('token_type'), 'Bearer')
      assert.equal(answer.at('expires_in'), 600)
      assert.equal(answer.at('refresh_expires_in'), 86400)
      assert.match(String(answer.at('scope')), /\brelatorioBasico\b.*\bcontact-data\b/)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    })

    test('a form with a Basic header generates, below /sandbox and outside it', async () => {
      const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
      for (const path of ['/oauth/token', '/sandbox/oauth/token']) {
        const answer = await service.call(path, {
          body: 'grant_type=client_credentials&scope=relato',
          headers: { Authorization: `Basic ${basic}`, 'Content-Type': 'application/x-www-form-urlencoded' },
        })
        assert.equal(answer.status, 200)
        assert.equal(answer.at('scope'), 'relato')
      }
    })

    test('a token answers until its ten minutes are over', async () => {
      const answer = await generate()
      passTime(accessTokenSeconds * 1000 - 1)
      assert.equal((await queryWith(answer)).status, 200)
      passTime(1)
      const late = await queryWith(answer)
      assert.equal(late.status, 401)
      assert.equal(late.at('code'), 'token_expired')
    })

    test('a refresh gives a new pair with the same scope', async () => {
      const first = await token({ grant_type: 'client_credentials', scope: 'relatorioBasico' })
      const second = await refresh(first)
      assert.equal(second.status, 200)
      assert.equal(second.at('scope'), 'relatorioBasico')
      assert.notEqual(second.at('access_token'), first.at('access_token'))
      assert.equal((await queryWith(second)).status, 200)
      assert.equal((await queryWith(first)).status, 200)
    })

    test('a second use of a refresh token revokes the whole family', async () => {
      const first = await generate()
      const second = await refresh(first)
      const again = await refresh(first)
      assert.equal(again.status, 400)
      assert.equal(again.at('error'), 'invalid_grant')
      assert.match(String(again.at('error_description')), /família/)
      const successor = await refresh(second)
      assert.equal(successor.at('error'), 'invalid_grant')
      for (const dead of [first, second]) assert.equal((await queryWith(dead)).at('code'), 'token_invalid')
    })

    test('of many refreshes at once, one at most succeeds and the family is revoked', async () => {
      const first = await generate()
      const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(first)))
      const winners = answers.filter((one) => one.status === 200)
      assert.equal(winners.length, 1)
      passTime(5_000)
      for (const winner of winners) assert.equal((await queryWith(winner)).at('code'), 'token_invalid')
    })

    test('a refresh token lasts a day', async () => {
      const answer = await generate()
      passTime(refreshTokenSeconds * 1000)
      assert.equal((await refresh(answer)).at('error'), 'invalid_grant')
    })

    test('a refresh token of another client is refused and left alone', async () => {
      const answer = await generate()
      const other = await service.newSession()
      const stolen = await service.call('/oauth/token', {
        body: {
          client_id: other.clientId,
          client_secret: other.clientSecret,
          grant_type: 'refresh_token',
          refresh_token: answer.at('refresh_token'),
        },
      })
      assert.equal(stolen.at('error'), 'invalid_grant')
      assert.equal((await refresh(answer)).status, 200)
    })

    test('a scope outside the contract, or wider than the token refreshed, is refused', async () => {
      assert.equal(
        (await token({ grant_type: 'client_credentials', scope: 'everything' })).at('error'),
        'invalid_scope',
      )
      const narrow = await token({ grant_type: 'client_credentials', scope: 'relato' })
      assert.equal((await refresh(narrow, { scope: 'relato relatorioBasico' })).at('error'), 'invalid_scope')
      assert.equal((await queryWith(narrow)).at('code'), 'product_not_contracted')
    })

    test('revoking an access token ends it alone; a refresh token, its family', async () => {
      const first = await generate()
      const revoked = await token({ token: first.at('access_token') }, '/oauth/revoke')
      assert.equal(revoked.status, 200)
      assert.equal((await queryWith(first)).at('code'), 'token_invalid')
      const second = await refresh(first)
      assert.equal(second.status, 200)
      await token(
        { token: second.at('refresh_token'), token_type_hint: 'refresh_token' },
        '/sandbox/oauth/revoke',
      )
      passTime(5_000)
      assert.equal((await queryWith(second)).at('code'), 'token_invalid')
    })

    test('revoking what is unknown, or of another client, answers 200 and changes nothing', async () => {
      assert.equal((await token({ token: 'nothing' }, '/oauth/revoke')).status, 200)
      const other = await service.newSession()
      assert.equal((await token({ token: other.token }, '/oauth/revoke')).status, 200)
      assert.equal((await service.call(basicQuery, { as: other, body })).status, 200)
    })

    test('wrong, revoked or missing client credentials are 401 invalid_client', async () => {
      const other = await service.newSession()
      await service.store.clients.revokeClient(other.clientId, nowMs)
      const attempts = [
        { client_id: client.clientId, client_secret: 'wrong' },
        { client_id: 'nobody', client_secret: 'wrong' },
        { client_id: client.clientId, client_secret: '' },
        { client_id: other.clientId, client_secret: other.clientSecret },
        { client_id: undefined, client_secret: undefined },
      ]
      for (const attempt of attempts) {
        const answer = await token({ grant_type: 'client_credentials', ...attempt })
        assert.equal(answer.status, 401)
        assert.equal(answer.at('error'), 'invalid_client')
        assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic /)
      }
    })

    test('malformed requests are 400 with a code of RFC 6749', async () => {
      assert.equal((await token({})).at('error'), 'invalid_request')
      assert.equal((await token({ grant_type: 'password' })).at('error'), 'unsupported_grant_type')
      assert.equal((await token({ grant_type: 'refresh_token' })).at('error'), 'invalid_request')
      assert.equal((await token({}, '/oauth/revoke')).at('error'), 'invalid_request')
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const sent: [string | Uint8Array<ArrayBuffer>, Record<string, string>, number][] = [
        ['grant_type=a&grant_type=b', form, 400],
        ['[]', {}, 400],
        ['{"grant_type":"a","grant_type":"b"}', {}, 400],
        ['{"grant_type":"a","gr\\u0061nt_type":"b"}', {}, 400],
        ['{"scope":{"a":[]},"scope":"b"}', {}, 400],
        ['{"scope":"\\"a\\\\","grant_type":"b"}', {}, 401],
        ['{"grant_type":1}', {}, 400],
        ['{"refused":"x"}', {}, 401],
        ['{', {}, 400],
        [Uint8Array.from([0x7b, 0xff, 0x7d]), {}, 400],
        ['<xml/>', { 'Content-Type': 'application/xml' }, 415],
        ['x'.repeat(70_000), form, 413],
      ]
      for (const [bytes, headers, status] of sent) {
        const answer = await service.call('/oauth/token', { body: bytes, headers })
        assert.equal(answer.status, status, String(bytes).slice(0, 40))
        assert.ok(answer.at('error_description'))
      }
      const twice = await service.call('/oauth/token', {
        body: { ...own, grant_type: 'client_credentials' },
        headers: { Authorization: 'Basic YTpi' },
      })
      assert.equal(twice.at('error'), 'invalid_request')
    })

    test('an empty parameter counts as omitted', async () => {
      const answer = await token({ grant_type: 'client_credentials', scope: '', refresh_token: '' })
      assert.equal(answer.status, 200)
      assert.equal((await token({ grant_type: '' })).at('error'), 'invalid_request')
      assert.equal((await token({ token: '' }, '/oauth/revoke')).at('error'), 'invalid_request')
    })

    test('a Basic header and the same client_id in the body are one client', async () => {
      const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
      const withBasic = (parameters: object) =>
        service.call('/oauth/token', {
          body: { grant_type: 'client_credentials', ...parameters },
          headers: { Authorization: `Basic ${basic}` },
        })
      assert.equal((await withBasic({ client_id: client.clientId })).status, 200)
      assert.equal((await withBasic({ client_id: client.clientId, client_secret: '' })).status, 200)
      assert.equal((await withBasic({ client_id: 'another' })).at('error'), 'invalid_request')
      assert.equal((await withBasic(own)).at('error'), 'invalid_request')
    })

    test('a control character is in nothing of ours', async () => {
      for (const odd of ['\0', 'a\0b', 'a\nb', '\u0085']) {
        for (const attempt of [{ client_id: odd }, { client_secret: odd }]) {
          const answer = await token({ grant_type: 'client_credentials', ...attempt })
          assert.equal(answer.status, 401)
          assert.equal(answer.at('error'), 'invalid_client')
        }
        const refreshed = await token({ grant_type: 'refresh_token', refresh_token: odd })
        assert.equal(refreshed.at('error'), 'invalid_grant')
        assert.equal((await token({ token: odd }, '/oauth/revoke')).status, 200)
      }
      const basic = await service.call('/oauth/token', {
        body: { grant_type: 'client_credentials' },
        headers: { Authorization: `Basic ${Buffer.from('a%00:b').toString('base64')}` },
      })
      assert.equal(basic.at('error'), 'invalid_client')
    })

    test('nothing that was handed out is kept as it was', async () => {
      const answer = await generate()
      const secrets = [
        client.clientSecret,
        client.apiKey,
        String(answer.at('access_token')),
        String(answer.at('refresh_token')),
      ]
      const logged = service.logLines.join('')
      for (const secret of secrets) {
        assert.equal(await service.store.clients.findAccessToken(secret), undefined)
        assert.equal(await service.store.clients.findKey(secret), undefined)
        assert.ok(!logged.includes(secret))
      }
    })
  })
}
