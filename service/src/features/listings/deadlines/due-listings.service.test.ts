import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { listingsAlone, withStore } from '../../../../testing/services/listings-alone.ts'
import { reportNotice } from '../notices/send-notice.ts'
import { settleAllDue, settleBatch, settleDue } from './due-listings.ts'

/** Debts in their waiting period since the 16th of November, due to be published on the 27th. */
async function debtsWaiting(count: number) {
  const alone = await listingsAlone()
  const { deps, clock, inserted } = alone
  const waiting = async (contractId: string, clientId = 'cli_loja') => {
    const { id, notice } = await inserted({ contractId }, { register: 'production', clientId })
    await reportNotice(deps, notice?.id ?? '', { kind: 'delivered', proof: '250', atMs: clock.nowMs() })
    return id
  }
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await waiting(`CT-${at}`))
  return { ...alone, ids, waiting }
}

describe('what falls due', async () => {
  const { deps, clock, ids, waiting, inserted, kept, changesOf } = await debtsWaiting(2)
  const played = await inserted({}, { register: 'cli_caixa', clientId: 'cli_caixa' })

  test('is not recorded before its day', async () => {
    clock.set('2026-11-26T23:59:59-03:00')
    assert.equal(await settleAllDue(deps), 0)
    assert.equal((await kept(ids[0] ?? '')).state, 'waiting')
  })

  test('is recorded in one register without touching another, as the bureau’s doing', async () => {
    clock.set('2026-11-27T00:00:00-03:00')
    assert.equal(await settleDue(deps, 'production'), 2)
    for (const id of ids) {
      assert.equal((await kept(id)).state, 'published')
      assert.equal((await changesOf(id)).at(-1), 'published by bureau')
    }
    assert.equal((await kept(played.id)).state, 'waiting')
    assert.equal(await settleDue(deps, 'production'), 0)
  })

  test('is recorded in every sandbox too, each by its own clock', async () => {
    assert.equal(await settleAllDue(deps), 1)
    assert.equal((await kept(played.id)).state, 'published')
  })

  test('is counted over all registers', async () => {
    clock.set('2031-03-12T00:00:00-03:00')
    assert.equal(await settleAllDue(deps), 3)
    clock.set('2026-11-16T10:00:00-03:00')
  })

  test('of one client is settled without that of the others', async () => {
    const own = await waiting('OWN')
    const other = await waiting('OTHER', 'cli_outra')
    clock.set('2026-11-27T00:00:00-03:00')
    const settled = await settleBatch(deps, { register: 'production', clientId: 'cli_outra' })
    assert.deepEqual(settled, [other])
    assert.equal((await kept(own)).state, 'waiting')
    assert.equal((await kept(other)).state, 'published')
  })
})

test('more than one round takes is settled all the same', async () => {
  const { deps, clock, ids } = await debtsWaiting(3)
  clock.set('2026-11-27T00:00:00-03:00')
  const dueDebts: typeof deps.listings.dueDebts = (due) => deps.listings.dueDebts({ ...due, limit: 2 })
  assert.equal(await settleDue(withStore(deps, { dueDebts }), 'production'), ids.length)
})

test('what others keep changing is left to them once it has had its turn', async () => {
  const { deps, clock, ids } = await debtsWaiting(3)
  clock.set('2026-11-27T00:00:00-03:00')
  const [stuck = '', ...free] = ids
  let asked = 0
  const save: typeof deps.listings.save = async (saving) =>
    saving.drafts.every(({ listing }) => listing.id !== stuck) && deps.listings.save(saving)
  const dueDebts: typeof deps.listings.dueDebts = (due) => {
    asked += 1
    return deps.listings.dueDebts({ ...due, limit: 2 })
  }
  assert.equal(await settleDue(withStore(deps, { save, dueDebts }), 'production'), 3)
  // Once with each of the others, and once with nothing but itself.
  assert.equal(asked, 3)
  for (const id of free) assert.equal((await deps.listings.findListing(id))?.state, 'published')
})
