import assert from 'node:assert/strict'
import { test } from 'vitest'
import { afterReading } from '../../../testing/after-reading.ts'
import { newPlace } from '../../../testing/engines.ts'
import type { Claim } from '../../http/idempotency.ts'
import { idempotencyStore } from './idempotency.ts'

test('a key whose claim has run out is not taken over its answer, where that comes at the last moment', async () => {
  const place = await newPlace('postgres')
  const { idempotency, close } = await place.open()
  const claim = (name: string): Claim => ({
    environment: 'production',
    clientId: 'cli_ana',
    key: 'k',
    requestHash: 'h',
    claim: name,
    claimedUntilMs: 10,
    expiresAtMs: 100,
  })
  assert.deepEqual(await idempotency.claim(claim('slow'), 1), { kind: 'claimed' })
  const db = afterReading(place.databaseUrl ?? '', () => idempotency.complete(claim('slow'), 'late'))
  assert.deepEqual(await idempotencyStore(db).claim(claim('again'), 20), { kind: 'in_flight' })
  await db.destroy()
  assert.deepEqual(await idempotency.claim(claim('third'), 30), { kind: 'answered', answer: 'late' })
  await close()
})
