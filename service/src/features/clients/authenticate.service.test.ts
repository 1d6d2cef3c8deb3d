import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { beforeEach, describe, test } from 'vitest'
import { callOf, type Sent } from '../../../testing/http/call.ts'
import type { CallHeaders } from '../../http/headers/call-headers.ts'
import { authenticator, credentialAgeMaxMs } from './authenticate.ts'
import type { Client, KeyRecord, TokenRecord } from './client-store.ts'
import { hashSecret } from './secrets.ts'

const noonMs = Date.parse('2026-11-16T12:00:00Z')

const client = (id: string, of: Partial<Client> = {}): Client => ({
  id,
  environment: 'sandbox',
  name: id,
  contract: wholeContract,
  contractVersion: 1,
  createdAtMs: 0,
  revokedAtMs: undefined,
  ...of,
})

/** What the store says today of the keys and tokens that it was asked for, by what their owner holds. */
let keys: Map<string, KeyRecord>
let tokens: Map<string, TokenRecord>
let reads: string[]
let nowMs: number

const addKey = (key: string, of: Client, expiresAtMs?: number) =>
  keys.set(hashSecret(key), { client: of, expiresAtMs })
const addToken = (token: string, clientId: string, of: Partial<TokenRecord> = {}) =>
  tokens.set(hashSecret(token), {
    clientId,
    environment: 'sandbox',
    scope: 'relato relatorioBasico',
    expiresAtMs: noonMs + 600_000,
    revoked: false,
    ...of,
  })

beforeEach(() => {
  keys = new Map()
  tokens = new Map()
  reads = []
  nowMs = noonMs
  addKey('lk_test_ana', client('cli_ana'))
  addToken('lat_ana', 'cli_ana')
})

const newAuthenticator = (trustedProxies: readonly string[] = []) =>
  authenticator({
    clients: {
      findKey: async (hash) => {
        reads.push('key')
        return keys.get(hash)
      },
      findAccessToken: async (hash) => {
        reads.push('token')
        return tokens.get(hash)
      },
    },
    clock: { nowMs: () => nowMs },
    products,
    trustedProxies,
  })

type Presented = Partial<Pick<CallHeaders, 'authorization' | 'apiKey'>>

/** A call with these credentials, each of which may be left out. */
const presenting = (presented: Presented, of: Sent = {}) =>
  callOf({ ...of, headers: { ...of.headers, ...presented } })

const good: Presented = { authorization: 'Bearer lat_ana', apiKey: 'lk_test_ana' }

const refusalOf = async (presented: Presented, environment: Environment = 'sandbox') => {
  const outcome = await newAuthenticator()(presenting(presented), environment)
  assert.ok('code' in outcome, 'let in')
  return outcome
}
const codeOf = async (presented: Presented, environment?: Environment) =>
  (await refusalOf(presented, environment)).code

/** How many times the store is asked by a call that is let in. */
async function readsOf(call: () => unknown): Promise<number> {
  const before = reads.length
  assert.ok('scopes' in ((await call()) as object), 'refused')
  return reads.length - before
}

describe('who is asking', () => {
  test('a token and a key of one client let it in, as itself and with its contract', async () => {
    const caller = await newAuthenticator()(presenting(good), 'sandbox')
    assert.deepEqual(caller, {
      clientId: 'cli_ana',
      environment: 'sandbox',
      contract: wholeContract,
      scopes: new Set(['relato', 'relatorioBasico']),
      address: '127.0.0.1',
    })
  })

  test('a token may do what it was made for, less what has left the contract since', async () => {
    addKey('lk_test_ana', client('cli_ana', { contract: { ...wholeContract, products: ['relato'] } }))
    const caller = await newAuthenticator()(presenting(good), 'sandbox')
    assert.ok('scopes' in caller)
    assert.deepEqual(caller.scopes, new Set(['relato']))
  })

  test('the scheme may be written in any case, and with more than one space', async () => {
    for (const authorization of ['bearer lat_ana', 'BEARER   lat_ana', 'Bearer lat_ana  '])
      assert.ok(
        'scopes' in (await newAuthenticator()(presenting({ ...good, authorization }), 'sandbox')),
        authorization,
      )
  })
})

describe('who is refused', () => {
  test('nobody comes in without a token, or with something else in its place', async () => {
    const without = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Basic lat_ana',
      'xBearer lat_ana',
      'Bearer lat_ana x',
    ]
    for (const authorization of without)
      assert.equal(await codeOf({ ...good, authorization }), 'token_missing', String(authorization))
  })

  test('a token that nobody has, that was revoked or that has expired lets nobody in', async () => {
    assert.equal(await codeOf({ ...good, authorization: 'Bearer lat_other' }), 'token_invalid')
    addToken('lat_ana', 'cli_ana', { revoked: true })
    assert.equal(await codeOf(good), 'token_invalid')
    addToken('lat_ana', 'cli_ana', { expiresAtMs: nowMs })
    assert.equal(await codeOf(good), 'token_expired')
    addToken('lat_ana', 'cli_ana', { expiresAtMs: nowMs + 1 })
    assert.ok('scopes' in (await newAuthenticator()(presenting(good), 'sandbox')))
  })

  test('without a key there is nothing to look for, and nobody comes in', async () => {
    for (const apiKey of [undefined, '']) assert.equal(await codeOf({ ...good, apiKey }), 'api_key_missing')
    assert.ok(!reads.includes('key'))
  })

  test('a key that nobody has, of a revoked client, or past its time lets nobody in', async () => {
    for (const apiKey of ['anything', 'lk_test_other', 'ends_in_lk_live_'])
      assert.equal(await codeOf({ ...good, apiKey }), 'api_key_invalid', apiKey)
    addKey('lk_test_ana', client('cli_ana', { revokedAtMs: 1 }))
    assert.equal(await codeOf(good), 'api_key_invalid')
    addKey('lk_test_ana', client('cli_ana'), nowMs)
    assert.equal(await codeOf(good), 'api_key_invalid')
    addKey('lk_test_ana', client('cli_ana'), nowMs + 1)
    assert.ok('scopes' in (await newAuthenticator()(presenting(good), 'sandbox')))
  })

  test('a key opens its own environment only, and one that nobody has is told by how it begins', async () => {
    assert.equal(await codeOf(good, 'production'), 'api_key_wrong_environment')
    assert.equal(await codeOf({ ...good, apiKey: 'lk_live_other' }, 'sandbox'), 'api_key_wrong_environment')
    assert.equal(
      await codeOf({ ...good, apiKey: 'lk_test_other' }, 'production'),
      'api_key_wrong_environment',
    )
    // What the store knows of a key counts for more than how it begins.
    addKey('lk_live_odd', client('cli_ana'))
    assert.ok(
      'scopes' in (await newAuthenticator()(presenting({ ...good, apiKey: 'lk_live_odd' }), 'sandbox')),
    )
  })

  test('a token of one client with the key of another lets neither in', async () => {
    addKey('lk_test_bia', client('cli_bia'))
    addToken('lat_bia', 'cli_bia')
    assert.equal(await codeOf({ ...good, apiKey: 'lk_test_bia' }), 'credentials_mismatch')
    assert.equal(await codeOf({ ...good, authorization: 'Bearer lat_bia' }), 'credentials_mismatch')
  })

  test('each refusal says which credential to present, as RFC 6750 has it', async () => {
    addKey('lk_test_bia', client('cli_bia'))
    addToken('lat_old', 'cli_ana', { expiresAtMs: 0 })
    const challengeOf = async (presented: Presented, environment?: Environment) =>
      (await refusalOf(presented, environment)).headers?.['WWW-Authenticate']
    const bearer = 'Bearer realm="lastro"'
    assert.equal(await challengeOf({ apiKey: 'lk_test_ana' }), bearer)
    assert.equal(
      await challengeOf({ ...good, authorization: 'Bearer x' }),
      `${bearer}, error="invalid_token"`,
    )
    assert.equal(
      await challengeOf({ ...good, authorization: 'Bearer lat_old' }),
      `${bearer}, error="invalid_token", error_description="expired"`,
    )
    assert.equal(await challengeOf({ ...good, apiKey: 'lk_test_bia' }), `${bearer}, error="invalid_token"`)
    const key = 'ApiKey realm="lastro"'
    assert.equal(await challengeOf({ authorization: 'Bearer lat_ana' }), key)
    assert.equal(await challengeOf({ ...good, apiKey: 'x' }), key)
    assert.equal(await challengeOf(good, 'production'), key)
  })

  test('a refusal is on the trail of whoever the token names, or else the key, or nobody', async () => {
    addKey('lk_live_bia', client('cli_bia', { environment: 'production' }))
    const whoseOf = async (presented: Presented) => {
      const { clientId, environment, address } = await refusalOf(presented)
      return [clientId, environment, address]
    }
    assert.deepEqual(await whoseOf({ ...good, apiKey: 'lk_live_bia' }), ['cli_ana', 'sandbox', '127.0.0.1'])
    assert.deepEqual(await whoseOf({ apiKey: 'lk_live_bia' }), ['cli_bia', 'production', '127.0.0.1'])
    assert.deepEqual(await whoseOf({ apiKey: 'x' }), [undefined, undefined, '127.0.0.1'])
  })
})

describe('where a call may come from', () => {
  const from = (address: string, of: Sent = {}) => presenting(good, { ...of, remoteAddress: address })

  beforeEach(() => {
    const contract = { ...wholeContract, networks: ['203.0.113.0/24'] }
    addKey('lk_test_ana', client('cli_ana', { contract }))
  })

  test('a call from outside the networks of the contract is refused, and says whose it was', async () => {
    const outcome = await newAuthenticator()(from('198.51.100.1'), 'sandbox')
    assert.deepEqual(outcome, {
      code: 'network_not_allowed',
      clientId: 'cli_ana',
      environment: 'sandbox',
      address: '198.51.100.1',
    })
  })

  test('that a token has expired is said last, with whose it is and who they are but for that', async () => {
    addToken('lat_ana', 'cli_ana', { expiresAtMs: nowMs })
    const outside = await newAuthenticator()(from('198.51.100.1'), 'sandbox')
    assert.equal('code' in outside && outside.code, 'network_not_allowed')
    const inside = await newAuthenticator()(from('203.0.113.7'), 'sandbox')
    assert.ok('code' in inside)
    const { code, clientId, environment, address, caller } = inside
    assert.deepEqual(
      [code, clientId, environment, address],
      ['token_expired', 'cli_ana', 'sandbox', '203.0.113.7'],
    )
    assert.deepEqual([caller?.clientId, caller?.address], ['cli_ana', '203.0.113.7'])
  })

  test('a pair that is known from one network is judged anew wherever else it comes from', async () => {
    const authenticate = newAuthenticator()
    const addressOf = async (address: string) => {
      const outcome = await authenticate(from(address), 'sandbox')
      return 'code' in outcome ? outcome.code : outcome.address
    }
    const inside = ['203.0.113.7', '203.0.113.7', '203.0.113.8']
    for (const address of inside) assert.equal(await addressOf(address), address)
    assert.equal(await addressOf('198.51.100.1'), 'network_not_allowed')
    assert.equal(await addressOf('203.0.113.7'), '203.0.113.7')
  })

  test('the word of a proxy on where a call came from is taken from those that are trusted', async () => {
    const call = from('10.0.0.1', { headers: { forwardedFor: '203.0.113.9' } })
    const trusting = await newAuthenticator(['10.0.0.0/8'])(call, 'sandbox')
    assert.equal(trusting.address, '203.0.113.9')
    assert.ok('scopes' in trusting)
    const wary = await newAuthenticator()(call, 'sandbox')
    assert.equal(wary.address, '10.0.0.1')
    assert.ok('code' in wary)
  })
})

describe('a pair that was read a moment ago', () => {
  test('it is believed without asking the store again, and no longer than its time', async () => {
    const authenticate = newAuthenticator()
    const call = () => authenticate(presenting(good), 'sandbox')
    assert.equal(await readsOf(call), 2)
    assert.equal(await readsOf(call), 0)
    nowMs += credentialAgeMaxMs - 1
    assert.equal(await readsOf(call), 0)
    nowMs += 1
    assert.equal(await readsOf(call), 2)
    // A clock that is set back must not make it last for ever.
    nowMs -= credentialAgeMaxMs
    assert.equal(await readsOf(call), 2)
  })

  test('a revoked client is out when that time is over', async () => {
    const authenticate = newAuthenticator()
    const call = () => authenticate(presenting(good), 'sandbox')
    await call()
    addKey('lk_test_ana', client('cli_ana', { revokedAtMs: nowMs }))
    nowMs += credentialAgeMaxMs
    const outcome = await call()
    assert.ok('code' in outcome && outcome.code === 'api_key_invalid')
  })

  test('a token or a key that expires meanwhile is out on the millisecond', async () => {
    for (const expires of ['token', 'key']) {
      nowMs = noonMs
      addToken('lat_ana', 'cli_ana', { expiresAtMs: noonMs + (expires === 'token' ? 1_000 : 600_000) })
      addKey('lk_test_ana', client('cli_ana'), noonMs + (expires === 'key' ? 1_000 : 600_000))
      const authenticate = newAuthenticator()
      const call = () => authenticate(presenting(good), 'sandbox')
      await call()
      nowMs += 999
      assert.equal(await readsOf(call), 0)
      nowMs += 1
      const outcome = await call()
      assert.ok(
        'code' in outcome && outcome.code === (expires === 'key' ? 'api_key_invalid' : 'token_expired'),
      )
    }
  })

  test('it opens no environment but its own', async () => {
    const authenticate = newAuthenticator()
    await authenticate(presenting(good), 'sandbox')
    const outcome = await authenticate(presenting(good), 'production')
    assert.ok('code' in outcome && outcome.code === 'api_key_wrong_environment')
  })

  test('neither half of it opens anything with another half, or alone', async () => {
    addKey('lk_test_bia', client('cli_bia'))
    addToken('lat_bia', 'cli_bia')
    const bia = { authorization: 'Bearer lat_bia', apiKey: 'lk_test_bia' }
    const authenticate = newAuthenticator()
    const codeAfter = async (presented: Presented) => {
      const outcome = await authenticate(presenting(presented), 'sandbox')
      return 'code' in outcome ? outcome.code : outcome.clientId
    }
    assert.equal(await codeAfter(good), 'cli_ana')
    assert.equal(await codeAfter(bia), 'cli_bia')
    assert.equal(await codeAfter({ ...good, apiKey: 'lk_test_bia' }), 'credentials_mismatch')
    assert.equal(await codeAfter({ authorization: 'Bearer lat_ana' }), 'api_key_missing')
    assert.equal(await codeAfter({ apiKey: 'lk_test_ana' }), 'token_missing')
    assert.equal(await codeAfter({}), 'token_missing')
  })

  test('a client goes on being known under each of its tokens and keys', async () => {
    addKey('lk_test_second', client('cli_ana'))
    addToken('lat_second', 'cli_ana')
    const pairs = [
      good,
      { ...good, apiKey: 'lk_test_second' },
      { ...good, authorization: 'Bearer lat_second' },
    ]
    const authenticate = newAuthenticator()
    for (const expected of [2, 0])
      for (const pair of pairs)
        assert.equal(await readsOf(() => authenticate(presenting(pair), 'sandbox')), expected)
  })
})
