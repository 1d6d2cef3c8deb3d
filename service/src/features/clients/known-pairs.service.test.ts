import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { test } from 'vitest'
import { callOf } from '../../../testing/http/call.ts'
import { authenticator } from './authenticate.ts'
import type { Client } from './client-store.ts'

const client: Client = {
  id: 'cli_ana',
  environment: 'sandbox',
  name: 'Ana',
  contract: wholeContract,
  contractVersion: 1,
  createdAtMs: 0,
  revokedAtMs: undefined,
}
const token = { clientId: client.id, environment: client.environment, scope: 'relato', revoked: false }

test('twenty thousand tokens are known at once; one more, and all are read anew', async () => {
  let reads = 0
  const authenticate = authenticator({
    clients: {
      findKey: async () => ({ client, expiresAtMs: undefined }),
      findAccessToken: async () => {
        reads += 1
        return { ...token, expiresAtMs: 1_000_000 }
      },
    },
    clock: { nowMs: () => 0 },
    products: [],
    trustedProxies: [],
  })
  const { headers, ...rest } = callOf({ headers: { apiKey: 'lk_test_ana' } })
  const readsOf = async (...tokens: readonly number[]) => {
    const before = reads
    for (const at of tokens) {
      headers.authorization = `Bearer lat_${at}`
      assert.ok('scopes' in (await authenticate({ headers, ...rest }, 'sandbox')))
    }
    return reads - before
  }
  for (let at = 1; at <= 20_000; at++) await readsOf(at)
  assert.equal(await readsOf(1, 20_000), 0)
  assert.equal(await readsOf(20_001), 1)
  assert.equal(await readsOf(20_001), 0)
  assert.equal(await readsOf(1, 20_000), 2)
})
