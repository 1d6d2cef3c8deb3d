import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { debt } from '../../../../testing/invented/invented-debt.ts'
import { listingsAlone, shop } from '../../../../testing/services/listings-alone.ts'
import { insertGuarantor } from '../insert-debt.ts'
import { type QueueAsked, reviewQueue } from './review-queue.ts'

describe('listings as the operator goes through them', async () => {
  const { deps, clock, inserted } = await listingsAlone()
  const { birthDate: _, ...ageless } = debt
  const other = { ...shop, clientId: 'cli_outra' }
  const sandbox = { register: 'cli_caixa', clientId: 'cli_caixa' }

  const queued = await inserted({ contractId: 'QUEUED' })
  clock.add(1_000)
  const held = await inserted({ birthDate: undefined, contractId: 'HELD' })
  clock.add(1_000)
  const guarantor = await insertGuarantor(deps, {
    ...shop,
    id: held.id,
    request: { ...ageless, contact: {}, documento: '11144477735' },
    requestKey: undefined,
  })
  assert.ok(typeof guarantor !== 'string')
  clock.add(1_000)
  const others = await inserted({ birthDate: undefined, contractId: 'OTHER' }, other)
  const played = await inserted({ birthDate: undefined }, sandbox)

  const queue = async (asked: Partial<QueueAsked>) => {
    const all = { environment: 'production', clientId: undefined, state: 'any', limit: 10 } as const
    return (await reviewQueue(deps.listings, { ...all, ...asked })).map((one) => one.id)
  }

  test('those of every client of production come newest first, without their guarantors', async () => {
    assert.deepEqual(await queue({}), [others.id, held.id, queued.id])
    assert.deepEqual(await queue({ clientId: shop.clientId }), [held.id, queued.id])
  })

  test('a guarantor that is held for review is shown among those to review, and nowhere else', async () => {
    assert.deepEqual(await queue({ state: 'received' }), [others.id, guarantor.id, held.id])
    assert.deepEqual(await queue({ state: undefined }), [others.id, guarantor.id, held.id])
    assert.deepEqual(await queue({ state: 'notice_queued' }), [queued.id])
  })

  test('a page has as many as were asked for, and the next begins behind it', async () => {
    const [last] = await queue({ limit: 1 })
    assert.equal(last, others.id)
    const { createdAtMs, id } = others
    assert.deepEqual(await queue({ after: { createdAtMs, id } }), [held.id, queued.id])
  })

  test('a sandbox is looked at by the name of its client; without one there is nothing to see', async () => {
    assert.deepEqual(await queue({ environment: 'sandbox', clientId: 'cli_caixa' }), [played.id])
    assert.deepEqual(await queue({ environment: 'sandbox' }), [])
  })
})
