import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Caller, CredentialRefusal } from '../caller.ts'
import type { Call } from '../route.ts'
import { SenderRefused, stillAdmitted } from './still-admitted.ts'

const call = {} as Call
const caller = { clientId: 'cli_loja', environment: 'production' } as Caller
const now = { ...caller, scopes: new Set(['negativacao']) } as Caller

test('whoever sends a long body is the caller of now, for as long as nothing was revoked', async () => {
  const still = (found: Caller | CredentialRefusal) =>
    stillAdmitted(
      (of, environment) => {
        assert.deepEqual([of, environment], [call, 'production'])
        return found
      },
      call,
      caller,
    )
  assert.equal(await still(now), now)
  assert.equal(await still({ code: 'token_expired', caller: now }), now, 'an old token ends nothing')
  assert.equal(await still({ code: 'token_expired' }), caller)
  for (const code of ['token_invalid', 'api_key_invalid', 'network_not_allowed'] as const)
    await assert.rejects(
      still({ code, caller: now }),
      (error) => error instanceof SenderRefused && error.message === code,
    )
})
