import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { ana, bia, storeOfClients } from '../../../testing/invented/two-clients.ts'
import { resealAll } from '../../../testing/reseal-all.ts'
import { type DeclaredSource, sealOwner } from '../../features/declared-sources/declared-source.ts'
import type { SpendingOf } from '../../features/declared-sources/source-store.ts'

const source = (over: Partial<DeclaredSource> = {}): DeclaredSource => ({
  id: 'fon_1',
  name: 'parceiro',
  kind: 'lastro',
  url: 'https://biro.example',
  sections: ['listingP', 'check'],
  concurrencyMax: 10,
  clientConcurrencyMax: 5,
  timeoutMs: 4_000,
  priceCents: 150,
  monthlyBudgetCents: 100_000,
  isEnabled: false,
  version: 1,
  createdAtMs: 1_000,
  ...over,
})

const noLimits = { priceCents: 100, sourceBudgetCents: undefined, clientBudgetCents: undefined }

for (const engine of engines) {
  describe(`declared sources in a store on ${engine}`, async () => {
    const store = await storeOfClients(engine)
    afterAll(store.close)
    const { declaredSources: sources } = store

    test('a source is read as it was declared, by its id and by its name', async () => {
      const plain = source({
        id: 'fon_2',
        name: 'segundo',
        sections: undefined,
        monthlyBudgetCents: undefined,
      })
      assert.ok(await sources.add(source(), 'v1.k.sealed'))
      assert.ok(await sources.add(plain, undefined))
      assert.deepEqual(await sources.list(), [source(), plain])
      assert.deepEqual(await sources.find('fon_1'), source())
      assert.deepEqual(await sources.findNamed('segundo'), plain)
      assert.equal(await sources.find('fon_none'), undefined)
      assert.equal(await sources.findNamed('none'), undefined)
    })

    test('a name is given once, also by two at the same time, and nothing of the other is kept', async () => {
      const added = await Promise.all([
        sources.add(source({ id: 'fon_a', name: 'mesmo' }), 'v1.k.a'),
        sources.add(source({ id: 'fon_b', name: 'mesmo' }), 'v1.k.b'),
      ])
      assert.deepEqual(added.toSorted(), [false, true])
      const kept = await sources.findNamed('mesmo')
      const owners = (await sources.credentialOwners()).map((one) => one.sourceId)
      assert.deepEqual(
        owners.filter((id) => id === 'fon_a' || id === 'fon_b'),
        [kept?.id],
      )
    })

    test('to enable or disable it makes another version; one that is not there is neither', async () => {
      assert.ok(await sources.setEnabled('fon_1', true))
      assert.deepEqual(await sources.find('fon_1'), source({ isEnabled: true, version: 2 }))
      assert.ok(await sources.setEnabled('fon_1', false))
      assert.deepEqual(await sources.find('fon_1'), source({ version: 3 }))
      assert.equal((await sources.find('fon_2'))?.version, 1)
      assert.equal(await sources.setEnabled('fon_none', true), false)
    })

    test('credentials are those of their owner alone, and a new version of the source', async () => {
      const owners = [undefined, ana, bia].map((clientId) => ({ sourceId: 'fon_2', clientId }))
      for (const owner of owners.slice(0, 2))
        assert.ok(await sources.setCredentials(owner, `v1.k.${owner.clientId}`))
      const found = await Promise.all(owners.map(sources.credentialsOf))
      assert.deepEqual(found, ['v1.k.undefined', `v1.k.${ana}`, undefined])
      assert.equal((await sources.find('fon_2'))?.version, 3)
      assert.ok(await sources.setCredentials({ sourceId: 'fon_2', clientId: ana }, 'v1.k.other'))
      assert.equal(await sources.credentialsOf({ sourceId: 'fon_2', clientId: ana }), 'v1.k.other')
      assert.equal(await sources.credentialsOf({ sourceId: 'fon_1', clientId: undefined }), 'v1.k.sealed')
      assert.equal(await sources.setCredentials({ sourceId: 'fon_none', clientId: ana }, 'x'), false)
      assert.equal(await sources.credentialsOf({ sourceId: 'fon_none', clientId: ana }), undefined)
    })

    test('credentials are sealed anew each for its owner, and a store under another key is known', async () => {
      const anew = (text: string, owner: string) => `${text} anew for ${owner}`
      const before = { sourceId: 'fon_2', clientId: undefined }
      const owner = { sourceId: 'fon_2', clientId: ana }
      const last = { sourceId: 'fon_2', clientId: bia }
      await sources.setCredentials(last, 'v1.k.last')
      await resealAll(store, anew)
      const anewOf = await Promise.all([before, owner, last].map(sources.credentialsOf))
      assert.deepEqual(anewOf, [
        `v1.k.undefined anew for ${sealOwner(before)}`,
        `v1.k.other anew for ${sealOwner(owner)}`,
        `v1.k.last anew for ${sealOwner(last)}`,
      ])
      const others = { 'secrets of webhooks': '', 'secrets of sign-in': '', 'kept reports': '' }
      const isElsewhere = (prefix: string) =>
        store.sealed.isSealedElsewhere({ ...others, 'credentials of sources': prefix })
      assert.deepEqual([await isElsewhere('v1.k.'), await isElsewhere('v1.other.')], [false, true])
    })

    test('what is removed takes its credentials along, and what it cost stays', async () => {
      const of: SpendingOf = {
        sourceId: 'fon_3',
        sourceName: 'nome',
        clientId: ana,
        paidBy: 'operator',
        month: '2026-01',
      }
      await sources.add(source({ id: 'fon_3', name: 'terceiro' }), 'v1.k.sealed')
      assert.ok(await sources.spend(of, noLimits))
      assert.ok(await sources.remove('fon_3'))
      assert.equal(await sources.remove('fon_3'), false)
      assert.equal(await sources.find('fon_3'), undefined)
      assert.equal(await sources.credentialsOf({ sourceId: 'fon_3', clientId: undefined }), undefined)
      assert.equal(
        (await sources.credentialsOf({ sourceId: 'fon_2', clientId: undefined })) !== undefined,
        true,
      )
      assert.deepEqual(await sources.spentIn('2026-01'), [
        { sourceId: 'fon_3', paidBy: 'operator', calls: 1, cents: 100 },
      ])
    })

    test('a budget is never overspent, however many spend at once', async () => {
      const of: SpendingOf = {
        sourceId: 'fon_1',
        sourceName: 'nome',
        clientId: ana,
        paidBy: 'operator',
        month: '2026-02',
      }
      const limits = { priceCents: 100, sourceBudgetCents: 1_050, clientBudgetCents: undefined }
      const spent = await Promise.all(
        Array.from({ length: 25 }, (_, at) =>
          sources.spend({ ...of, clientId: at % 2 === 0 ? ana : bia }, limits),
        ),
      )
      assert.equal(spent.filter((one) => one).length, 10)
      assert.deepEqual(await sources.spentIn('2026-02'), [
        { sourceId: 'fon_1', paidBy: 'operator', calls: 10, cents: 1_000 },
      ])
    })

    test('a budget of one client bounds it alone, and what was refused is counted nowhere', async () => {
      const of: SpendingOf = {
        sourceId: 'fon_1',
        sourceName: 'nome',
        clientId: ana,
        paidBy: 'operator',
        month: '2026-03',
      }
      const limits = { priceCents: 100, sourceBudgetCents: undefined, clientBudgetCents: 100 }
      assert.deepEqual([await sources.spend(of, limits), await sources.spend(of, limits)], [true, false])
      assert.ok(await sources.spend({ ...of, clientId: bia }, limits))
      assert.ok(await sources.spend({ ...of, month: '2026-04' }, limits))
      assert.ok(await sources.spend({ ...of, sourceId: 'fon_2' }, limits))
      const [first] = (await sources.spentIn('2026-03')).filter((one) => one.sourceId === 'fon_1')
      assert.deepEqual(first, { sourceId: 'fon_1', paidBy: 'operator', calls: 2, cents: 200 })
    })

    test("what a client pays does not touch the operator's budget", async () => {
      const of: SpendingOf = {
        sourceId: 'fon_1',
        sourceName: 'nome',
        clientId: ana,
        paidBy: 'client',
        month: '2026-05',
      }
      const limits = { priceCents: 100, sourceBudgetCents: 0, clientBudgetCents: undefined }
      assert.equal(await sources.spend({ ...of, paidBy: 'operator' }, limits), false)
      assert.ok(await sources.spend(of, limits))
      assert.deepEqual(await sources.spentIn('2026-05'), [
        { sourceId: 'fon_1', paidBy: 'client', calls: 1, cents: 100 },
      ])
    })

    test('what a client’s reports cost is its own, and so is what of it nobody was billed for', async () => {
      const of = { sourceId: 'fon_1', sourceName: 'nome', paidBy: 'operator', month: '2026-07' } as const
      const limits = { priceCents: 100, sourceBudgetCents: undefined, clientBudgetCents: undefined }
      for (const clientId of [ana, bia, bia]) await sources.spend({ ...of, clientId }, limits)
      await sources.countUnbilled({ ...of, clientId: ana }, { calls: 1, cents: 100 })
      const costs = async (clientId?: string) =>
        (await sources.costsIn('2026-07', clientId)).map(({ calls, unbilled }) => [calls, unbilled.calls])
      assert.deepEqual(await costs(ana), [[1, 1]])
      assert.deepEqual(await costs(bia), [[2, 0]])
      assert.deepEqual(await costs(), [[3, 1]])
    })

    test('what is given back may be spent again', async () => {
      const of: SpendingOf = {
        sourceId: 'fon_1',
        sourceName: 'nome',
        clientId: ana,
        paidBy: 'operator',
        month: '2026-06',
      }
      const limits = { priceCents: 100, sourceBudgetCents: 100, clientBudgetCents: 100 }
      assert.ok(await sources.spend(of, limits))
      await sources.giveBack(of, 100)
      assert.deepEqual(await sources.spentIn('2026-06'), [
        { sourceId: 'fon_1', paidBy: 'operator', calls: 0, cents: 0 },
      ])
      assert.deepEqual([await sources.spend(of, limits), await sources.spend(of, limits)], [true, false])
    })
  })
}
