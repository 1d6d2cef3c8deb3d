import assert from 'node:assert/strict'
import { request } from 'node:http'
import { type ClientContract, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { afterAll, describe, test } from 'vitest'
import { runService, type Session } from '../../../testing/running-service.ts'
import { credentialAgeMaxMs } from './authenticate.ts'
import { rotateKey } from './register-client.ts'
import { accessTokenSeconds } from './tokens.ts'

const sandboxQuery = '/sandbox/relatorioBasico/v2/consulta'
const productionQuery = '/relatorioBasico/v2/consulta'
const body = { documento: '52998224725' }

describe('credentials of a query', async () => {
  let nowMs = Date.parse('2026-11-16T12:00:00Z')
  const clock = { nowMs: () => nowMs }
  const service = await runService({ clock })
  afterAll(service.close)
  const { clients } = service.store
  const as = await service.newSession()
  const passTime = (ms: number) => {
    nowMs += ms
  }
  const refusalOf = async (headers: Record<string, string>, path = sandboxQuery) => {
    const answer = await service.call(path, { body, headers })
    assert.equal(answer.status, 401)
    assert.ok(answer.headers.get('www-authenticate'))
    return answer.at('code')
  }
  const bearer = { Authorization: `Bearer ${as.token}` }
  const key = { 'x-api-key': as.apiKey }

  test('401 token_missing: none, empty, or of another scheme', async () => {
    assert.equal(await refusalOf(key), 'token_missing')
    assert.equal(await refusalOf({ ...key, Authorization: 'Bearer' }), 'token_missing')
    assert.equal(await refusalOf({ ...key, Authorization: `Basic ${as.token}` }), 'token_missing')
  })

  test('401 token_invalid: unknown', async () => {
    assert.equal(await refusalOf({ ...key, Authorization: 'Bearer lat_unknown' }), 'token_invalid')
    assert.equal(await refusalOf({ ...key, Authorization: `Bearer ${'x'.repeat(5000)}` }), 'token_invalid')
  })

  test('401 api_key_missing', async () => {
    assert.equal(await refusalOf(bearer), 'api_key_missing')
    assert.equal(await refusalOf({ ...bearer, 'x-api-key': '' }), 'api_key_missing')
  })

  test('401 api_key_invalid: unknown', async () => {
    assert.equal(await refusalOf({ ...bearer, 'x-api-key': 'lk_test_unknown' }), 'api_key_invalid')
    assert.equal(await refusalOf({ ...bearer, 'x-api-key': 'anything' }), 'api_key_invalid')
  })

  test('401 api_key_wrong_environment, both ways', async () => {
    const live = await service.newSession('production')
    assert.equal(await refusalOf({ ...bearer, ...key }, productionQuery), 'api_key_wrong_environment')
    const liveHeaders = { Authorization: `Bearer ${live.token}`, 'x-api-key': live.apiKey }
    assert.equal(await refusalOf(liveHeaders, sandboxQuery), 'api_key_wrong_environment')
  })

  test('401 credentials_mismatch: a token and a key of two clients', async () => {
    const other = await service.newSession()
    assert.equal(await refusalOf({ ...bearer, 'x-api-key': other.apiKey }), 'credentials_mismatch')
  })

  test('a revoked client stops answering within five seconds', async () => {
    const gone = await service.newSession()
    assert.equal((await service.call(sandboxQuery, { as: gone, body })).status, 200)
    await clients.revokeClient(gone.clientId, nowMs)
    passTime(credentialAgeMaxMs)
    assert.ok(credentialAgeMaxMs < 5_000)
    assert.equal((await service.call(sandboxQuery, { as: gone, body })).at('code'), 'api_key_invalid')
  })

  test('a rotated key stops answering when its overlap is over', async () => {
    const session = await service.newSession()
    const rotated = await rotateKey({ clients, clock }, { clientId: session.clientId, overlapMs: 60_000 })
    assert.ok(typeof rotated === 'object')
    const withNew = { ...session, apiKey: rotated.apiKey }
    for (const one of [session, withNew])
      assert.equal((await service.call(sandboxQuery, { as: one, body })).status, 200)
    passTime(60_000)
    assert.equal((await service.call(sandboxQuery, { as: session, body })).at('code'), 'api_key_invalid')
    assert.equal((await service.call(sandboxQuery, { as: withNew, body })).status, 200)
  })

  test('a key that expires stops answering on the millisecond, though a copy of it is still believed', async () => {
    const session = await service.newSession()
    const rotated = await rotateKey({ clients, clock }, { clientId: session.clientId, overlapMs: 1_000 })
    assert.ok(typeof rotated === 'object' && 1_000 < credentialAgeMaxMs)
    const query = async () => (await service.call(sandboxQuery, { as: session, body })).at('code')
    assert.equal(await query(), undefined)
    passTime(999)
    assert.equal(await query(), undefined)
    passTime(1)
    assert.equal(await query(), 'api_key_invalid')
  })

  test('a token that expires stops answering on the millisecond, though a copy of it is still believed', async () => {
    const session = await service.newSession()
    const query = async () => (await service.call(sandboxQuery, { as: session, body })).at('code')
    passTime(accessTokenSeconds * 1_000 - 1)
    assert.equal(await query(), undefined)
    passTime(1)
    assert.equal(await query(), 'token_expired')
  })

  test('the text of a 401 follows Accept-Language, Portuguese when silent', async () => {
    const pt = await service.call(sandboxQuery, { body })
    const en = await service.call(sandboxQuery, { body, headers: { 'Accept-Language': 'en-US' } })
    assert.equal(pt.at('title'), 'Falta o token de acesso')
    assert.equal(en.at('title'), 'Access token missing')
    assert.equal(en.headers.get('content-language'), 'en')
  })

  const contracted = async (contract: Partial<ClientContract>): Promise<Session> => {
    const session = await service.newSession()
    await clients.setContract(session.clientId, { ...wholeContract, ...contract })
    return session
  }

  test('403 feature_not_contracted names the feature', async () => {
    const session = await contracted({ features: ['MAIS_ANOTACOES'] })
    const answer = await service.call(sandboxQuery, { as: session, body: { ...body, features: ['SANCOES'] } })
    assert.equal(answer.status, 403)
    assert.equal(answer.at('code'), 'feature_not_contracted')
    assert.match(String(answer.at('detail')), /SANCOES/)
  })

  test('403 product_not_contracted when the contract has lost the product since the token was made', async () => {
    const session = await contracted({ products: ['relato'] })
    const answer = await service.call(sandboxQuery, { as: session, body })
    assert.equal(answer.at('code'), 'product_not_contracted')
  })

  test('403 network_not_allowed outside the contract networks', async () => {
    const outside = await contracted({ networks: ['203.0.113.0/24', '2001:db8::/32'] })
    assert.equal((await service.call(sandboxQuery, { as: outside, body })).at('code'), 'network_not_allowed')
    const inside = await contracted({ networks: ['127.0.0.0/8'] })
    assert.equal((await service.call(sandboxQuery, { as: inside, body })).status, 200)
  })

  test('403 purpose_not_allowed, by header or by a default that was withdrawn', async () => {
    const session = await contracted({ purposes: ['credit_grant'], defaultPurpose: 'credit_grant' })
    const allowed = await service.call(sandboxQuery, {
      as: session,
      body,
      headers: { 'x-finalidade': 'credit_grant' },
    })
    assert.equal(allowed.status, 200)
    for (const purpose of ['monitoring', 'curiosity']) {
      const answer = await service.call(sandboxQuery, {
        as: session,
        body,
        headers: { 'x-finalidade': purpose },
      })
      assert.equal(answer.status, 403)
      assert.equal(answer.at('code'), 'purpose_not_allowed')
      assert.match(String(answer.at('detail')), /credit_grant/)
    }
    const { defaultPurpose: _, ...silent } = wholeContract
    await clients.setContract(session.clientId, silent)
    passTime(credentialAgeMaxMs)
    assert.equal((await service.call(sandboxQuery, { as: session, body })).at('code'), 'purpose_not_allowed')
  })

  test('429 rate_limited past the contract rate, and again allowed when time has passed', async () => {
    const session = await contracted({ requestsPerSecond: 3 })
    const statuses: number[] = []
    for (let at = 0; at < 4; at++)
      statuses.push((await service.call(sandboxQuery, { as: session, body })).status)
    assert.deepEqual(statuses, [200, 200, 200, 429])
    const refused = await service.call(sandboxQuery, { as: session, body })
    assert.equal(refused.at('code'), 'rate_limited')
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.equal(refused.headers.get('ratelimit-policy'), '"second";q=3;w=1')
    assert.equal(refused.headers.get('ratelimit'), '"second";r=0;t=1')
    passTime(1_050)
    assert.equal((await service.call(sandboxQuery, { as: session, body })).status, 200)
  })

  test('429 quota_exceeded past the monthly quota, counted where it is recorded, until the month ends', async () => {
    const session = await contracted({ monthlyQuota: 2 })
    const query = () => service.call(sandboxQuery, { as: session, body })
    assert.equal((await query()).status, 200)
    passTime(2_000)
    assert.equal((await query()).status, 200)
    const refused = await query()
    assert.equal(refused.status, 429)
    assert.equal(refused.at('code'), 'quota_exceeded')
    assert.ok(Number(refused.headers.get('retry-after')) >= 14 * 86_400)
    assert.ok(refused.headers.get('ratelimit-policy'))
  })

  test('each answer uses up one of a quota, however often the month is counted anew', async () => {
    const session = await contracted({ monthlyQuota: 4 })
    const statuses: number[] = []
    for (let at = 0; at < 5; at++) {
      statuses.push((await service.call(sandboxQuery, { as: session, body })).status)
      // Every other query comes after the count has grown old and is read again.
      passTime(at % 2 === 0 ? 2_000 : 0)
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 429])
  })

  test('a quota begins anew with the month in São Paulo', async () => {
    nowMs = Date.parse('2026-11-30T23:59:58-03:00')
    const session = await contracted({ monthlyQuota: 1 })
    const query = () => service.call(sandboxQuery, { as: session, body })
    assert.equal((await query()).status, 200)
    const refused = await query()
    assert.equal(refused.at('code'), 'quota_exceeded')
    assert.equal(refused.headers.get('retry-after'), '2')
    passTime(1_999)
    assert.equal((await query()).at('code'), 'quota_exceeded')
    passTime(1)
    assert.equal((await query()).status, 200)
    assert.equal((await query()).at('code'), 'quota_exceeded')
  })

  test('400 header_repeated: a credential is never chosen by chance', async () => {
    for (const name of ['Authorization', 'x-api-key', 'x-finalidade', 'Content-Type']) {
      const answer = await repeated(service.port, name, {
        Authorization: `Bearer ${as.token}`,
        'x-api-key': as.apiKey,
        'x-finalidade': 'credit_grant',
        'Content-Type': 'application/json',
      })
      assert.equal(answer.status, 400, name)
      assert.equal(answer.code, 'header_repeated', name)
    }
  })
})

/** Sends one of the headers twice, as fetch would not. */
function repeated(port: number, twice: string, headers: Record<string, string>) {
  return new Promise<{ status: number | undefined; code: unknown }>((resolve, reject) => {
    const lines = Object.entries(headers).flatMap(([name, value]) =>
      name === twice ? [name, value, name, value] : [name, value],
    )
    const sending = request(
      {
        port,
        host: '127.0.0.1',
        path: sandboxQuery,
        method: 'POST',
        headers: ['Host', '127.0.0.1', ...lines],
      },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode, code: JSON.parse(text).code }))
      },
    )
    sending.on('error', reject)
    sending.end(JSON.stringify(body))
  })
}
