import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { monthSpan } from '@lastro/rules/calendar/month.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { ana, bia, storeOfClients } from '../../../testing/invented/two-clients.ts'
import type { NewEntry } from '../../features/billing/billing-store.ts'

const november = monthSpan('2026-11') ?? assert.fail()

const entry = (of: Partial<NewEntry> & Pick<NewEntry, 'id'>): NewEntry => ({
  clientId: ana,
  month: '2026-11',
  kind: 'credit',
  cents: 150n,
  reason: 'Cortesia',
  atMs: november.fromMs,
  userId: 'usr_olivia',
  userName: 'Olívia Operadora',
  reverses: undefined,
  requestKey: undefined,
  ...of,
})

for (const engine of engines) {
  describe(`what is billed besides usage on ${engine}`, async () => {
    const store = await storeOfClients(engine)
    afterAll(store.close)
    const { billing, clients } = store
    const idsOf = async (clientId: string) =>
      (await billing.entriesIn(clientId, november)).map(({ id }) => id)

    test('terms hold from when they were set until others are, each client its own', async () => {
      const tiers = [{ product: 'relato', from: 10, price: 50 }]
      const prices = { relato: 100 }
      assert.equal(await billing.termsBefore(ana, 9_999), undefined)
      await clients.setContract(ana, { ...wholeContract, prices }, { version: 1, atMs: 2_000 })
      await clients.setContract(
        ana,
        { ...wholeContract, tiers, monthlyMinimum: 900 },
        { version: 2, atMs: 4_000 },
      )
      const first = { prices, tiers: [], minimumCents: 0 }
      const second = { prices: {}, tiers, minimumCents: 900 }
      assert.equal(await billing.termsBefore(ana, 2_000), undefined)
      assert.deepEqual(await billing.termsBefore(ana, 2_001), first)
      assert.deepEqual(await billing.termsBefore(ana, 4_000), first)
      assert.deepEqual(await billing.termsBefore(ana, 4_001), second)
      assert.equal(await billing.termsBefore(bia, 9_999), undefined)
    })

    test('a contract that somebody else has changed leaves no terms', async () => {
      const before = await billing.termsBefore(ana, 9_999)
      assert.equal(await clients.setContract(ana, wholeContract, { version: 1, atMs: 5_000 }), false)
      assert.deepEqual(await billing.termsBefore(ana, 9_999), before)
    })

    const add = (one: NewEntry) => billing.addEntry(one, one.atMs - 86_400_000)

    test('entries count in the month in which they were recorded, from its first instant to its last', async () => {
      await add(entry({ id: 'lan_first' }))
      await add(entry({ id: 'lan_last', atMs: november.untilMs - 1, month: '2026-09' }))
      await add(entry({ id: 'lan_before', atMs: november.fromMs - 1 }))
      await add(entry({ id: 'lan_after', atMs: november.untilMs }))
      await add(entry({ id: 'lan_bia', clientId: bia, kind: 'debit', cents: 9_007_199_254n }))
      assert.deepEqual(await idsOf(ana), ['lan_first', 'lan_last'])
      assert.deepEqual(await idsOf(bia), ['lan_bia'])
      const { requestKey: _, ...kept } = entry({
        id: 'lan_bia',
        clientId: bia,
        kind: 'debit',
        cents: 9_007_199_254n,
      })
      assert.deepEqual(await billing.findEntry(bia, 'lan_bia'), kept)
    })

    test('an entry of one client is found by no other', async () => {
      assert.equal(await billing.findEntry(ana, 'lan_bia'), undefined)
      assert.equal((await billing.findEntry(bia, 'lan_bia'))?.id, 'lan_bia')
    })

    test('a request that comes again, also at the same time, makes one entry', async () => {
      const before = (await idsOf(ana)).length
      const made = await Promise.all(
        ['lan_1', 'lan_2', 'lan_3'].map((id) => add(entry({ id, requestKey: 'key' }))),
      )
      const ids = new Set(made.map((one) => (one === 'reversed' ? one : one.id)))
      assert.equal(ids.size, 1)
      assert.equal((await idsOf(ana)).length, before + 1)
      const again = await add(entry({ id: 'lan_4', requestKey: 'key' }))
      assert.ok(again !== 'reversed' && ids.has(again.id))
      const { atMs } = entry({ id: '' })
      const nextDay = entry({ id: 'lan_5', requestKey: 'key', atMs: atMs + 86_400_000 })
      assert.deepEqual(await add({ ...nextDay, atMs: nextDay.atMs - 1 }), again)
      const later = await add(nextDay)
      assert.ok(later !== 'reversed' && later.id === 'lan_5', 'a key lives for a day')
    })

    test('a key of one client is not freed by another who comes with the same', async () => {
      const { atMs } = entry({ id: '' })
      const first = await add(entry({ id: 'lan_k1', requestKey: 'of ana' }))
      await add(entry({ id: 'lan_k2', clientId: bia, requestKey: 'of ana', atMs: atMs + 86_400_000 }))
      const again = entry({ id: 'lan_k3', requestKey: 'of ana', atMs: atMs + 86_399_999 })
      assert.deepEqual(await add(again), first)
    })

    test('an entry is taken back once, however many try', async () => {
      const made = await Promise.all(
        ['lan_r1', 'lan_r2'].map((id) => add(entry({ id, kind: 'debit', reverses: 'lan_first' }))),
      )
      assert.equal(made.filter((one) => one === 'reversed').length, 1)
      // Other requests under keys of their own do not get through either; the one that did is found again.
      const late = entry({ id: 'lan_r3', kind: 'debit', reverses: 'lan_first', requestKey: 'late' })
      assert.equal(await add(late), 'reversed')
    })
  })
}
