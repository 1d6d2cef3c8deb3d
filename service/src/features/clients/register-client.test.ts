import assert from 'node:assert/strict'
import { emptyContract, sandboxContract } from '@lastro/contract/clients/client-contract.ts'
import { describe, test } from 'vitest'
import { clientsFound, clientWith } from '../../../testing/invented/clients-found.ts'
import type { Client, NewKey } from './client-store.ts'
import { registerClient, registerFirstClient, renewSecret, rotateKey } from './register-client.ts'
import { hashSecret, keyIdOf } from './secrets.ts'

const clock = { nowMs: () => 1_000_000 }

describe('a new client', () => {
  test('it is kept with hashes of what its owner is shown once', async () => {
    const { clients, done } = clientsFound({})
    const shown = await registerClient({ clients, clock }, { environment: 'production', name: 'Padaria' })
    assert.match(shown.clientId, /^cli_/)
    assert.match(shown.clientSecret, /^ls_/)
    assert.match(shown.apiKey, /^lk_live_/)
    const client = {
      id: shown.clientId,
      environment: 'production',
      name: 'Padaria',
      contract: emptyContract,
      contractVersion: 1,
      createdAtMs: 1_000_000,
      revokedAtMs: undefined,
      secretHash: hashSecret(shown.clientSecret),
    }
    const key = {
      hash: hashSecret(shown.apiKey),
      clientId: shown.clientId,
      createdAtMs: 1_000_000,
      hint: `lk_live_…${shown.apiKey.slice(-4)}`,
    }
    assert.deepEqual(done, [{ act: 'addClient', of: [client, key] }])
  })

  test('in production it may do nothing until its contract is set, in the sandbox everything', async () => {
    for (const [environment, contract] of [
      ['production', emptyContract],
      ['sandbox', sandboxContract],
    ] as const) {
      const { clients, done } = clientsFound({})
      await registerClient({ clients, clock }, { environment, name: 'Padaria' })
      const added = done[0]?.of[0] as Client | undefined
      assert.deepEqual(added?.contract, contract)
    }
  })

  test('an empty installation starts with one of the sandbox; where there was one, nothing is shown', async () => {
    const empty = clientsFound({ isFirst: true })
    const shown = await registerFirstClient({ clients: empty.clients, clock })
    assert.match(shown?.apiKey ?? '', /^lk_test_/)
    assert.equal(empty.done[0]?.act, 'addFirstClient')
    const added = empty.done[0].of[0] as Client
    assert.deepEqual([added.id, added.name, added.environment], [shown?.clientId, 'Sandbox', 'sandbox'])
    const { clients } = clientsFound({ isFirst: false })
    assert.equal(await registerFirstClient({ clients, clock }), undefined)
  })
})

describe('a new key', () => {
  test('it is shown once, and those before it go on until the overlap has passed', async () => {
    const { clients, done } = clientsFound({ client: clientWith('s', { environment: 'production' }) })
    const rotated = await rotateKey({ clients, clock }, { clientId: 'cli_ana', overlapMs: 60_000 })
    assert.ok(typeof rotated === 'object')
    const hash = hashSecret(rotated.apiKey)
    const hint = `lk_live_…${rotated.apiKey.slice(-4)}`
    const kept: NewKey = { hash, clientId: 'cli_ana', createdAtMs: 1_000_000, hint }
    assert.deepEqual(done, [{ act: 'rotateKey', of: [kept, 1_060_000] }])
    const listed = { id: keyIdOf(hash), hint, createdAtMs: 1_000_000, expiresAtMs: undefined }
    assert.deepEqual(rotated.key, listed)
  })

  test('nobody, and nobody who was revoked, gets one', async () => {
    const { clients, done } = clientsFound({ client: clientWith('s', { revokedAtMs: 1 }) })
    const rotated = (clientId: string) => rotateKey({ clients, clock }, { clientId, overlapMs: 0 })
    assert.equal(await rotated('cli_other'), 'unknown_client')
    assert.equal(await rotated('cli_ana'), 'revoked')
    assert.deepEqual(done, [])
  })
})

describe('a new secret', () => {
  test('it takes the place of the one before, as a hash', async () => {
    const { clients, done } = clientsFound({ client: clientWith('s') })
    const renewed = await renewSecret({ clients }, 'cli_ana')
    assert.ok(typeof renewed === 'object')
    assert.match(renewed.clientSecret, /^ls_/)
    assert.deepEqual(done, [{ act: 'setSecret', of: ['cli_ana', hashSecret(renewed.clientSecret)] }])
  })

  test('nobody, and nobody who was revoked, gets one', async () => {
    const { clients, done } = clientsFound({ client: clientWith('s', { revokedAtMs: 1 }) })
    assert.equal(await renewSecret({ clients }, 'cli_other'), 'unknown_client')
    assert.equal(await renewSecret({ clients }, 'cli_ana'), 'revoked')
    assert.deepEqual(done, [])
  })
})
