import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { ana, bia, storeOfClients } from '../../../testing/invented/two-clients.ts'
import { shopPolicy } from '../../../testing/services/decisions.ts'
import type { NewVersion } from '../../features/policies/policy-store.ts'
import type { NewDecision } from '../../features/reports/decisions/decision-store.ts'

const dayMs = 86_400_000
const atMs = Date.parse('2026-11-16T12:00:00-03:00')
const production = { environment: 'production', clientId: ana } as const
const sandbox = { environment: 'sandbox', clientId: ana } as const
const stranger = { environment: 'production', clientId: bia } as const

const newVersion = (over: Partial<NewVersion> = {}): NewVersion => ({
  ...production,
  name: 'loja',
  policy: shopPolicy(),
  warnings: [],
  userId: undefined,
  createdAtMs: atMs,
  ...over,
})

const newDecision = (id: string, over: Partial<NewDecision> = {}): NewDecision => ({
  ...production,
  id,
  requestId: `req-${id}`,
  checkCode: `code-${id}`,
  requestKey: undefined,
  userId: undefined,
  atMs,
  policy: 'loja',
  version: 1,
  product: 'relatorioBasico',
  features: [],
  outcome: 'decline',
  decidedBy: 'recent-debts',
  keepUntilMs: atMs + 100 * dayMs,
  sealedKey: `v1.k.${id}`,
  sealed: 'v1.d.text',
  ...over,
})

for (const engine of engines) {
  describe(`policies and decisions in a store on ${engine}`, async () => {
    const store = await storeOfClients(engine)
    afterAll(store.close)
    const { policies, decisions } = store

    test('versions are added one after another, and none is written over', async () => {
      assert.equal(await policies.create(newVersion(), 1), 'created')
      assert.equal(await policies.create(newVersion({ name: 'b' }), 1), 'too_many')
      assert.equal(await policies.create(newVersion(), 9), 'taken')
      const rules = shopPolicy({ whenSectionFails: 'rules' })
      const added = await Promise.all(
        [1, 2].map(() => policies.addVersion({ ...newVersion({ policy: rules }), after: 1 })),
      )
      assert.deepEqual(added.toSorted(), ['added', 'conflict'])
      assert.deepEqual(
        (await policies.version({ ...production, name: 'loja', version: 1 }))?.policy,
        shopPolicy(),
      )
      assert.deepEqual(
        (await policies.versions({ ...production, name: 'loja' })).map(({ version }) => version),
        [2, 1],
      )
    })

    test('a policy is its client’s and its environment’s alone', async () => {
      for (const owner of [stranger, sandbox]) {
        const id = { ...owner, name: 'loja' }
        assert.equal(await policies.find(id), undefined)
        assert.equal(await policies.version({ ...id, version: 1 }), undefined)
        assert.deepEqual([await policies.versions(id), await policies.list(owner)], [[], []])
        assert.equal(await policies.retire(id, { userId: undefined, nowMs: 1 }), undefined)
        assert.equal(await policies.addVersion({ ...newVersion(owner), after: 2 }), 'unknown')
        assert.equal(await policies.create(newVersion(owner), 1), 'created')
      }
      assert.equal((await policies.find({ ...production, name: 'loja' }))?.retiredAtMs, undefined)
      await policies.retire({ ...production, name: 'loja' }, { userId: undefined, nowMs: atMs })
      assert.equal(await policies.addVersion({ ...newVersion(), after: 2 }), 'retired')
      assert.equal((await policies.find({ ...stranger, name: 'loja' }))?.retiredAtMs, undefined)
      for (const owner of [production, stranger, sandbox])
        assert.equal((await policies.list(owner)).length, 1)
    })

    test('a key has one decision for a day, and then may have another', async () => {
      assert.equal(await decisions.keep(newDecision('k1', { requestKey: 'k' })), 'kept')
      assert.equal(await decisions.keep(newDecision('k2', { requestKey: 'k' })), 'known')
      assert.equal(await decisions.find({ ...production, id: 'k2' }, atMs), undefined)
      for (const owner of [stranger, sandbox]) {
        assert.equal(await decisions.ofKey(owner, 'k', 0), undefined)
        assert.equal(
          await decisions.keep(
            newDecision(`k-${owner.clientId}-${owner.environment}`, { ...owner, requestKey: 'k' }),
          ),
          'kept',
        )
      }
      assert.equal((await decisions.ofKey(production, 'k', atMs - 1))?.id, 'k1')
      assert.equal(await decisions.ofKey(production, 'k', atMs), undefined)
      const later = newDecision('k3', { requestKey: 'k', atMs: atMs + dayMs })
      assert.equal(await decisions.keep(later), 'kept')
      assert.equal((await decisions.ofKey(production, 'k', atMs))?.id, 'k3')
      assert.equal((await decisions.find({ ...production, id: 'k1' }, atMs))?.id, 'k1')
      for (const owner of [stranger, sandbox]) {
        assert.equal(await decisions.find({ ...owner, id: 'k1' }, atMs), undefined)
        const own = await decisions.ofKey(owner, 'k', atMs - 1)
        assert.equal(own?.id, `k-${owner.clientId}-${owner.environment}`)
      }
    })

    test('of reviews at once one stands, and nobody else’s decision is reviewed', async () => {
      await decisions.keep(newDecision('r'))
      const review = {
        outcome: 'approve',
        reason: 'Pagou.',
        atMs,
        userId: undefined,
        named: 'Maria',
      } as const
      for (const owner of [stranger, sandbox])
        assert.equal(await decisions.review({ ...owner, id: 'r', seenCount: 0, review }), 'unknown')
      const both = await Promise.all(
        [1, 2].map(() => decisions.review({ ...production, id: 'r', seenCount: 0, review })),
      )
      assert.deepEqual(both.toSorted(), ['conflict', 'reviewed'])
      const found = await decisions.find({ ...production, id: 'r' }, atMs)
      assert.deepEqual(
        [found?.outcome, found?.finalOutcome, found?.reviews],
        ['decline', 'approve', [review]],
      )
      const listed = await decisions.list({ ...production, isReviewed: true, limit: 9 }, atMs)
      assert.deepEqual(
        listed.map(({ id }) => id),
        ['r'],
      )
      const ofConsultations = (
        owner: typeof production | typeof stranger | typeof sandbox,
        checkCode = 'code-r',
      ) => decisions.ofConsultations({ ...owner, consultations: [{ requestId: 'req-r', checkCode }] })
      assert.deepEqual(
        (await ofConsultations(production)).map(({ id }) => id),
        ['r'],
      )
      assert.deepEqual([await ofConsultations(stranger), await ofConsultations(sandbox)], [[], []])
      assert.deepEqual(await ofConsultations(production, 'code-s'), [], 'another consultation under its id')
    })

    test('a key of the service that is changed opens what was kept under the one before', async () => {
      await decisions.keep(newDecision('resealed'))
      const kept = (sealed: string) => sealed
      await store.sealed.reseal(
        {
          'secrets of webhooks': kept,
          'secrets of sign-in': kept,
          'credentials of sources': kept,
          'kept reports': (sealed, owner) => `${sealed} ${owner}`,
        },
        { previous: 'v1.k.', next: 'v1.next.' },
      )
      const found = await decisions.find({ ...production, id: 'resealed' }, atMs)
      assert.equal(found?.sealedKey, `v1.k.resealed decision production ${ana} resealed`)
      const elsewhere = (prefix: string) =>
        store.sealed.isSealedElsewhere({
          'secrets of webhooks': '',
          'secrets of sign-in': '',
          'credentials of sources': '',
          'kept reports': prefix,
        })
      assert.deepEqual([await elsewhere('v1.k.'), await elsewhere('v1.other.')], [false, true])
    })

    test('what is over is read no more, and destroyed with its reviews; the rest stays', async () => {
      const over = atMs + 100 * dayMs
      await decisions.keep(newDecision('kept', { keepUntilMs: over + 1 }))
      assert.equal(await decisions.find({ ...production, id: 'r' }, over), undefined)
      const listed = async (nowMs: number) =>
        (await decisions.list({ ...production, limit: 99 }, nowMs)).length
      assert.deepEqual([await listed(over - 1), await listed(over)], [5, 1])
      assert.equal(await decisions.destroy(over), 6)
      assert.equal(await decisions.destroy(over), 0)
      assert.deepEqual(
        [await listed(0), (await decisions.find({ ...production, id: 'kept' }, 0))?.id],
        [1, 'kept'],
      )
      const counted = await decisions.count({ ...production, from: '2026-11-16', until: '2026-11-16' })
      assert.deepEqual(
        counted.map(({ count }) => count),
        [1],
      )
      assert.deepEqual(await decisions.count(stranger), [])
    })
  })
}
