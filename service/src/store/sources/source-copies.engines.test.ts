import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { ana, bia, storeOfClients } from '../../../testing/invented/two-clients.ts'
import { copyOwner, type SealedCopy } from '../../features/declared-sources/copies/source-copy.ts'

const dayMs = 86_400_000
const person = '52998224725' as DocumentNumber

const copyOf = (over: Partial<SealedCopy> = {}): SealedCopy => ({
  clientId: ana,
  sourceId: 'fon_1',
  document: person,
  section: 'registration',
  atMs: 1_000,
  requestId: 'req-1',
  keepUntilMs: 1_000 + 5 * dayMs,
  sealedKey: 'v1.k.key',
  sealed: 'v1.k.text',
  ...over,
})

for (const engine of engines) {
  describe(`stored copies on ${engine}`, async () => {
    const store = await storeOfClients(engine)
    afterAll(store.close)
    const { sourceCopies: copies, declaredSources, clients } = store
    await declaredSources.add(
      {
        id: 'fon_1',
        name: 'parceiro',
        kind: 'lastro',
        url: 'https://parceiro.exemplo.com.br',
        sections: undefined,
        concurrencyMax: 1,
        clientConcurrencyMax: 1,
        timeoutMs: 1_000,
        priceCents: 0,
        monthlyBudgetCents: undefined,
        isEnabled: true,
        version: 1,
        createdAtMs: 0,
      },
      undefined,
    )
    const terms = (copyDays: number) => ({
      ...wholeContract,
      sources: [{ source: 'parceiro', paidBy: 'operator' as const, copyDays }],
    })
    await clients.setContract(ana, terms(5))
    await clients.setContract(bia, terms(5))
    const foundOf = (of: Partial<SealedCopy> = {}, nowMs = 2_000) => {
      const { clientId, sourceId, document, section } = copyOf(of)
      return copies.find({ clientId, sourceId, document, sections: [section] }, nowMs)
    }

    test('each is found by its own client, source, document and section, within its term', async () => {
      const own = copyOf()
      const others = [
        copyOf({ clientId: bia, sealed: 'v1.k.bia' }),
        copyOf({ document: '12345678909' as DocumentNumber, sealed: 'v1.k.other' }),
        copyOf({ section: 'score', sealed: 'v1.k.score' }),
      ]
      await copies.keep([own, ...others])
      for (const one of [own, ...others]) assert.deepEqual(await foundOf(one), [one])
      assert.deepEqual(await foundOf({ sourceId: 'fon_2' }), [])
      assert.deepEqual(await foundOf(own, own.keepUntilMs), [])
    })

    test('the newest stays, in whatever order they come', async () => {
      const [early, late] = [copyOf({ section: 'check', atMs: 5 }), copyOf({ section: 'check', atMs: 9 })]
      await copies.keep([late, early])
      await copies.keep([early])
      assert.equal((await foundOf(early))[0]?.atMs, 9)
    })

    test('a correction ends what was asked for up to it, also what is written after it', async () => {
      const document = '11144477735' as DocumentNumber
      await copies.keep([copyOf({ document }), copyOf({ document, clientId: bia })])
      await copies.endOfDocument(document, 3_000)
      await copies.endOfDocument(document, 2_000)
      await copies.keep([copyOf({ document, section: 'score', atMs: 3_000 })])
      for (const one of [{ document }, { document, clientId: bia }, { document, section: 'score' as const }])
        assert.deepEqual(await foundOf(one), [])
      await copies.keep([copyOf({ document, atMs: 3_001 })])
      assert.equal((await foundOf({ document })).length, 1)
      assert.equal(await copies.destroy(4_000), 2)
      assert.equal((await foundOf({ document })).length, 1)
    })

    test('a copy that is written after its contract or its source ended it goes with the next sweep', async () => {
      await clients.setContract(bia, terms(0))
      await copies.keep([copyOf({ clientId: bia, section: 'notary' })])
      await copies.keep([copyOf({ sourceId: 'fon_gone', section: 'notary' })])
      assert.ok((await copies.destroy(4_000)) >= 2)
      assert.deepEqual(await foundOf({ clientId: bia, section: 'notary' }), [])
      assert.deepEqual(await foundOf({ sourceId: 'fon_gone', section: 'notary' }), [])
      assert.equal((await foundOf()).length, 1, 'those of others stay')
      await clients.setContract(ana, terms(2))
      assert.deepEqual(await foundOf({}, 1_000 + 2 * dayMs), [])
      await clients.setContract(ana, terms(9))
      assert.deepEqual(await foundOf({}, 1_000 + 2 * dayMs), [], 'a longer term does not count')
      assert.equal((await foundOf()).length, 1)
    })

    test('their keys are sealed anew, bound to whose they are', async () => {
      const plain = (sealed: string) => sealed
      const anew = {
        'secrets of webhooks': plain,
        'secrets of sign-in': plain,
        'credentials of sources': plain,
        'kept reports': (sealed: string, owner: string) => `${sealed} for ${owner}`,
      }
      await copies.keep([copyOf({ clientId: bia })])
      assert.ok((await store.sealed.reseal(anew, { previous: 'v1.k.', next: 'v1.next.' })) > 0)
      for (const one of [copyOf(), copyOf({ clientId: bia })])
        assert.equal((await foundOf(one))[0]?.sealedKey, `v1.k.key for ${copyOwner(one)}`)
      const prefixes = { 'secrets of webhooks': '', 'secrets of sign-in': '', 'credentials of sources': '' }
      const isElsewhere = (prefix: string) =>
        store.sealed.isSealedElsewhere({ ...prefixes, 'kept reports': prefix })
      assert.deepEqual([await isElsewhere('v1.k.'), await isElsewhere('v1.other.')], [false, true])
    })

    test('a client that is revoked has none', async () => {
      await clients.revokeClient(ana, 5_000)
      assert.deepEqual(await foundOf(), [])
      await copies.destroy(5_000)
      assert.deepEqual(await copies.find({ ...copyOf(), sections: ['registration', 'check'] }, 0), [])
    })
  })
}
