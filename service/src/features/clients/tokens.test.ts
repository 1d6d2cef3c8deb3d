import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { describe, test } from 'vitest'
import { clientsFound, clientWith, type Found } from '../../../testing/invented/clients-found.ts'
import type { RefreshRecord, TokenPair, TokenRecord } from './client-store.ts'
import { hashSecret } from './secrets.ts'
import { findClientBySecret, generateToken, refreshToken, revokeToken } from './tokens.ts'

const nowMs = Date.parse('2026-11-16T12:00:00Z')
const ana = clientWith('ls_ana', { contract: { ...wholeContract, products: ['relato', 'cadastral'] } })

const depsOf = (found: Found) => {
  const { clients, asked, done } = clientsFound({ client: ana, ...found })
  return { deps: { clients, clock: { nowMs: () => nowMs }, products }, asked, done }
}

/** With a control character in it, nothing of ours: PostgreSQL could not even be asked about the first. */
const foreign = ['\0', 'a\0b', 'a\nb', '\u0085']

describe('the secret of a client', () => {
  const unknown = { refused: 'invalid_client', why: 'client' }
  const found = (of: Found, id: string, secret: string) => findClientBySecret(depsOf(of).deps, { id, secret })

  test('it opens its own client', async () => {
    assert.equal(await found({}, 'cli_ana', 'ls_ana'), ana)
  })

  test('a wrong one, one of nobody, and that of a revoked client are refused alike', async () => {
    assert.deepEqual(await found({}, 'cli_ana', 'ls_other'), unknown)
    assert.deepEqual(await found({}, 'cli_other', 'ls_ana'), unknown)
    assert.deepEqual(await found({}, 'cli_other', ''), unknown)
    const client = { ...ana, revokedAtMs: 1 }
    assert.deepEqual(await found({ client }, 'cli_ana', 'ls_ana'), unknown)
  })

  test('the store is not asked about a control character', async () => {
    for (const odd of foreign) {
      for (const [id, secret] of [
        [odd, 'ls_ana'],
        ['cli_ana', odd],
      ] as const) {
        const { deps, asked } = depsOf({})
        assert.deepEqual(await findClientBySecret(deps, { id, secret }), unknown)
        assert.deepEqual(asked, [])
      }
    }
  })
})

describe('a new token', () => {
  const generated = async (scope?: string) => {
    const { deps, done } = depsOf({})
    const answer = await generateToken(deps, ana, scope)
    assert.ok('access_token' in answer, 'refused')
    const [added, ...more] = done
    assert.ok(added?.act === 'addTokens' && more.length === 0)
    assert.equal(added.of[1], nowMs)
    return { answer, pair: added.of[0] as TokenPair }
  }

  test('it lasts ten minutes and its refresh token a day, and both are kept as hashes', async () => {
    const { answer, pair } = await generated('relato')
    assert.match(answer.access_token, /^lat_/)
    assert.match(answer.refresh_token, /^lrt_/)
    assert.match(pair.familyId, /^fam_/)
    const { access_token: access, refresh_token: refresh, ...rest } = answer
    assert.deepEqual(rest, {
      token_type: 'Bearer',
      expires_in: 600,
      refresh_expires_in: 86_400,
      scope: 'relato',
    })
    assert.deepEqual(pair, {
      clientId: 'cli_ana',
      familyId: pair.familyId,
      accessHash: hashSecret(access),
      accessScope: 'relato',
      accessExpiresAtMs: nowMs + 600_000,
      refreshHash: hashSecret(refresh),
      refreshScope: 'relato',
      refreshExpiresAtMs: nowMs + 86_400_000,
    })
  })

  test('of two no part is the same', async () => {
    const [one, other] = [await generated(), await generated()]
    assert.notEqual(one.answer.access_token, other.answer.access_token)
    assert.notEqual(one.answer.refresh_token, other.answer.refresh_token)
    assert.notEqual(one.pair.familyId, other.pair.familyId)
  })

  test('it has the scopes that were asked for, each once, and all of the contract when none was', async () => {
    for (const [asked, granted] of [
      [undefined, 'relato cadastral contact-data company-search policies decisions'],
      ['', 'relato cadastral contact-data company-search policies decisions'],
      ['  ', 'relato cadastral contact-data company-search policies decisions'],
      ['cadastral', 'cadastral'],
      [' contact-data  relato contact-data', 'contact-data relato'],
    ] as const) {
      const { answer, pair } = await generated(asked)
      assert.deepEqual([answer.scope, pair.accessScope, pair.refreshScope], [granted, granted, granted])
    }
  })

  test('a scope outside the contract is refused, beside one inside it too, and nothing is kept', async () => {
    for (const asked of ['relatorioBasico', 'relato relatorioBasico', 'relatocadastral']) {
      const { deps, done } = depsOf({})
      const refused = await generateToken(deps, ana, asked)
      assert.deepEqual(refused, { refused: 'invalid_scope', why: 'scope' })
      assert.deepEqual(done, [])
    }
  })
})

describe('a refresh', () => {
  const held: RefreshRecord = {
    clientId: 'cli_ana',
    familyId: 'fam_1',
    scope: 'relato cadastral',
    expiresAtMs: nowMs + 1,
    used: false,
    revoked: false,
  }
  const refreshed = async (of: Partial<RefreshRecord>, found: Found = {}, scope?: string) => {
    const { deps, done } = depsOf({ refresh: { lrt_1: { ...held, ...of } }, ...found })
    const answer = await refreshToken(deps, ana, { refreshToken: 'lrt_1', scope })
    return { answer, done }
  }
  const invalid = { refused: 'invalid_grant', why: 'refresh_token' }

  test('it uses the token up and gives a pair of the same family and scope', async () => {
    const { answer, done } = await refreshed({})
    assert.ok('access_token' in answer)
    assert.equal(answer.scope, 'relato cadastral')
    const [used, ...more] = done
    assert.ok(used?.act === 'useRefreshToken' && more.length === 0)
    const [hash, pair, atMs] = used.of as [string, TokenPair, number]
    assert.deepEqual([hash, atMs], [hashSecret('lrt_1'), nowMs])
    assert.equal(pair.familyId, 'fam_1')
    assert.equal(pair.clientId, 'cli_ana')
    assert.equal(pair.accessHash, hashSecret(answer.access_token))
    assert.equal(pair.refreshHash, hashSecret(answer.refresh_token))
  })

  test('it may ask for less, and the next refresh has everything again', async () => {
    const { answer, done } = await refreshed({}, {}, 'cadastral')
    assert.ok('access_token' in answer)
    assert.equal(answer.scope, 'cadastral')
    const pair = done[0]?.of[1] as TokenPair | undefined
    assert.deepEqual([pair?.accessScope, pair?.refreshScope], ['cadastral', 'relato cadastral'])
  })

  test('it may not ask for more than the token had, and a token that asked so is not used up', async () => {
    const { answer, done } = await refreshed({ scope: 'relato' }, {}, 'relato cadastral')
    assert.deepEqual(answer, { refused: 'invalid_scope', why: 'scope' })
    assert.deepEqual(done, [])
  })

  test('a token of nobody, of another client, revoked or past its day is refused and left as it is', async () => {
    const outcomes = [
      await refreshed({}, { refresh: {} }),
      await refreshed({ clientId: 'cli_bia' }),
      await refreshed({ revoked: true }),
      await refreshed({ expiresAtMs: nowMs }),
      // Nor does another client's use of what is used up end a family that is not its own.
      await refreshed({ clientId: 'cli_bia', used: true }),
    ]
    for (const { answer, done } of outcomes) {
      assert.deepEqual(answer, invalid)
      assert.deepEqual(done, [])
    }
  })

  test('a second use ends the whole family', async () => {
    const { answer, done } = await refreshed({ used: true })
    assert.deepEqual(answer, { refused: 'invalid_grant', why: 'refresh_token_reused' })
    assert.deepEqual(done, [{ act: 'revokeFamily', of: ['fam_1', nowMs] }])
  })

  test('of two uses at once the one that comes second ends the whole family', async () => {
    const { answer, done } = await refreshed({}, { isFirst: false })
    assert.deepEqual(answer, { refused: 'invalid_grant', why: 'refresh_token_reused' })
    assert.deepEqual(
      done.map(({ act }) => act),
      ['useRefreshToken', 'revokeFamily'],
    )
  })

  test('the store is not asked about a control character', async () => {
    for (const odd of foreign) {
      const { deps, asked } = depsOf({})
      assert.deepEqual(await refreshToken(deps, ana, { refreshToken: odd, scope: undefined }), invalid)
      assert.deepEqual(asked, [])
    }
  })
})

describe('a revocation', () => {
  const refresh = (clientId: string): RefreshRecord => ({
    clientId,
    familyId: 'fam_1',
    scope: 'relato',
    expiresAtMs: 0,
    used: false,
    revoked: false,
  })
  const access = (clientId: string): TokenRecord => ({
    clientId,
    environment: 'sandbox',
    scope: 'relato',
    expiresAtMs: 0,
    revoked: false,
  })
  const revoked = async (found: Found, token = 'lat_1') => {
    const { deps, asked, done } = depsOf(found)
    await revokeToken(deps, ana, token)
    return { asked, done }
  }

  test('of a refresh token it ends the family, and of an access token that one alone', async () => {
    const family = await revoked({ refresh: { lrt_1: refresh('cli_ana') } }, 'lrt_1')
    assert.deepEqual(family.done, [{ act: 'revokeFamily', of: ['fam_1', nowMs] }])
    const alone = await revoked({ access: { lat_1: access('cli_ana') } })
    assert.deepEqual(alone.done, [{ act: 'revokeAccessToken', of: [hashSecret('lat_1'), nowMs] }])
  })

  test('what is unknown, or of another client, is left as it is', async () => {
    assert.deepEqual((await revoked({})).done, [])
    assert.deepEqual((await revoked({ refresh: { lat_1: refresh('cli_bia') } })).done, [])
    assert.deepEqual((await revoked({ access: { lat_1: access('cli_bia') } })).done, [])
  })

  test('the store is not asked about a control character', async () => {
    for (const odd of foreign) assert.deepEqual((await revoked({}, odd)).asked, [])
  })
})
