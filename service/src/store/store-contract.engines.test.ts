import assert from 'node:assert/strict'
import { emptyContract, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { sectionIds } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { describe, test } from 'vitest'
import { engines, newPlace } from '../../testing/engines.ts'
import type { KeptSubject } from '../features/bureau/subject-store.ts'
import type { ClientWithSecret, TokenPair } from '../features/clients/client-store.ts'
import { rowOf } from './subjects/subject-row.ts'

const client = (id: string, over: Partial<ClientWithSecret> = {}): ClientWithSecret => ({
  id,
  environment: 'sandbox',
  name: 'Loja de teste',
  contract: wholeContract,
  contractVersion: 1,
  createdAtMs: 1_000,
  revokedAtMs: undefined,
  secretHash: `secret of ${id}`,
  ...over,
})
const key = (hash: string, clientId: string) => ({
  hash,
  clientId,
  createdAtMs: 1_000,
  hint: 'lk_test_…abcd',
})
const pair = (name: string, clientId: string, familyId: string): TokenPair => ({
  clientId,
  familyId,
  accessHash: `access ${name}`,
  accessScope: 'relato',
  accessExpiresAtMs: 10_000,
  refreshHash: `refresh ${name}`,
  refreshScope: 'relato contact-data',
  refreshExpiresAtMs: 20_000,
})
const cpf = withCheckDigits('000000101')
const cnpj = withCheckDigits('999999990001')
const kept = (over: Partial<KeptSubject> = {}): KeptSubject => ({
  document: cpf,
  facts: { documento: cpf, registration: { consumerName: 'PESSOA DE TESTE' } },
  sections: [
    { section: 'registration', text: '{"consumerName":"PESSOA DE TESTE"}', validUntil: '2030-01-01' as Day },
    { section: 'listingP', text: '{"listingPResponse":[]}', validUntil: '2030-01-01' as Day },
    { section: 'phones', text: '[]', validUntil: '2030-01-01' as Day },
  ],
  validUntil: '2030-01-01' as Day,
  partners: [],
  ...over,
})

for (const engine of engines) {
  describe(`a store on ${engine}`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    const { clients, subjects } = store

    test('opens again on what is there, and finds it', async () => {
      await clients.addClient(client('again'), key('key again', 'again'))
      const second = await place.open()
      assert.equal((await second.clients.findClient('again'))?.name, 'Loja de teste')
      await second.close()
    })

    test('two that open an empty place at once both find it ready', async () => {
      const empty = await newPlace(engine)
      const stores = await Promise.all([empty.open(), empty.open(), empty.open()])
      const faults = await Promise.all(stores.map((one) => one.checkRecording()))
      assert.deepEqual(faults, [undefined, undefined, undefined])
      for (const one of stores) await one.close()
    })

    test('a client is found by id with its contract, and by key', async () => {
      await clients.addClient(
        client('c1', { contract: emptyContract, environment: 'production' }),
        key('k1', 'c1'),
      )
      assert.deepEqual(
        await clients.findClient('c1'),
        client('c1', { contract: emptyContract, environment: 'production' }),
      )
      const found = await clients.findKey('k1')
      assert.equal(found?.client.id, 'c1')
      assert.equal(found?.expiresAtMs, undefined)
      assert.equal(await clients.findClient('nobody'), undefined)
      assert.equal(await clients.findKey('nothing'), undefined)
    })

    test('a client is revoked once and stays in the list', async () => {
      await clients.addClient(client('c2'), key('k2', 'c2'))
      assert.equal(await clients.revokeClient('c2', 5_000), true)
      assert.equal(await clients.revokeClient('c2', 6_000), false)
      assert.equal(await clients.revokeClient('nobody', 6_000), false)
      assert.equal((await clients.listClients()).find((one) => one.id === 'c2')?.revokedAtMs, 5_000)
      assert.equal((await clients.findKey('k2'))?.client.revokedAtMs, 5_000)
    })

    test('the first client is added once, however many services start', async () => {
      const fresh = await newPlace(engine)
      const stores = await Promise.all([fresh.open(), fresh.open()])
      const added = await Promise.all(
        stores.map((one, at) =>
          one.clients.addFirstClient(client(`first ${at}`), key(`key ${at}`, `first ${at}`)),
        ),
      )
      assert.equal(added.filter(Boolean).length, 1)
      assert.equal((await stores[0]?.clients.listClients())?.length, 1)
      for (const one of stores) await one.close()
    })

    test('a place that has clients gets no first client', async () => {
      assert.equal(await clients.addFirstClient(client('late'), key('late key', 'late')), false)
    })

    test('a contract is replaced whole', async () => {
      await clients.addClient(client('c3'), key('k3', 'c3'))
      const contract = { ...emptyContract, products: ['relato'], monthlyQuota: 10 }
      assert.equal(await clients.setContract('c3', contract), true)
      assert.deepEqual((await clients.findClient('c3'))?.contract, contract)
      assert.equal(await clients.setContract('nobody', contract), false)
    })

    test('a new key leaves the earlier ones their overlap, never longer than they had', async () => {
      await clients.addClient(client('c4'), key('k4', 'c4'))
      await clients.rotateKey(key('k4b', 'c4'), 9_000)
      await clients.rotateKey(key('k4c', 'c4'), 12_000)
      assert.equal((await clients.findKey('k4'))?.expiresAtMs, 9_000)
      assert.equal((await clients.findKey('k4b'))?.expiresAtMs, 12_000)
      assert.equal((await clients.findKey('k4c'))?.expiresAtMs, undefined)
    })

    test('tokens are found by hash and die with their family', async () => {
      await clients.addClient(client('c5'), key('k5', 'c5'))
      await clients.addTokens(pair('a', 'c5', 'family a'), 1_000)
      assert.deepEqual(await clients.findAccessToken('access a'), {
        clientId: 'c5',
        environment: 'sandbox',
        scope: 'relato',
        expiresAtMs: 10_000,
        revoked: false,
      })
      assert.equal((await clients.findRefreshToken('refresh a'))?.scope, 'relato contact-data')
      await clients.revokeFamily('family a', 2_000)
      assert.equal((await clients.findAccessToken('access a'))?.revoked, true)
      assert.equal((await clients.findRefreshToken('refresh a'))?.revoked, true)
    })

    test('an access token can be revoked alone', async () => {
      await clients.addClient(client('c6'), key('k6', 'c6'))
      await clients.addTokens(pair('b', 'c6', 'family b'), 1_000)
      await clients.revokeAccessToken('access b', 2_000)
      assert.equal((await clients.findAccessToken('access b'))?.revoked, true)
      assert.equal((await clients.findRefreshToken('refresh b'))?.revoked, false)
    })

    test('of many uses of one refresh token at once, one wins', async () => {
      await clients.addClient(client('c7'), key('k7', 'c7'))
      await clients.addTokens(pair('c', 'c7', 'family c'), 1_000)
      const uses = Array.from({ length: 8 }, (_, at) =>
        clients.useRefreshToken('refresh c', pair(`c${at}`, 'c7', 'family c'), 2_000),
      )
      const won = await Promise.all(uses)
      assert.equal(won.filter(Boolean).length, 1)
      const successors = await Promise.all(won.map((_, at) => clients.findAccessToken(`access c${at}`)))
      assert.equal(successors.filter((one) => one !== undefined).length, 1)
    })

    test('expired tokens are forgotten, with families that have none left', async () => {
      await clients.addClient(client('c8'), key('k8', 'c8'))
      await clients.addTokens(pair('d', 'c8', 'family d'), 1_000)
      await clients.forgetTokens(15_000)
      assert.equal(await clients.findAccessToken('access d'), undefined)
      assert.notEqual(await clients.findRefreshToken('refresh d'), undefined)
      await clients.forgetTokens(25_000)
      assert.equal(await clients.findRefreshToken('refresh d'), undefined)
    })

    const sectionsOf = async (document: DocumentNumber, wanted = sectionIds) =>
      (await subjects.readSections(document, wanted))?.sections() ?? []

    test('a subject reads back as it was kept, and a second load replaces it', async () => {
      await subjects.saveSubjects([rowOf(kept())], 0)
      assert.deepEqual(await sectionsOf(cpf), kept().sections)
      assert.deepEqual(await sectionsOf(cpf, ['listingP']), kept().sections.slice(0, 2))
      assert.deepEqual(await subjects.readFacts(cpf), kept().facts)
      await subjects.saveSubjects([rowOf(kept({ sections: kept().sections.slice(0, 1) }))], 0)
      assert.equal((await sectionsOf(cpf)).length, 1)
      assert.equal(await subjects.countSubjects(), 1)
      assert.deepEqual(await sectionsOf(withCheckDigits('000000102')), [])
      assert.equal(await subjects.readFacts(withCheckDigits('000000102')), undefined)
    })

    test('participations follow their company', async () => {
      const participation = { companyDocument: cnpj, companyName: 'EMPRESA DE TESTE' }
      const company = kept({ document: cnpj, facts: { documento: cnpj, partners: {} }, sections: [] })
      await subjects.saveSubjects([rowOf({ ...company, partners: [{ document: cpf, participation }] })], 0)
      assert.deepEqual(await subjects.readParticipations(cpf), [participation])
      await subjects.saveSubjects([rowOf(company)], 0)
      assert.deepEqual(await subjects.readParticipations(cpf), [])
    })

    test('participations come newest first, those without a date last, then by company', async () => {
      const partner = withCheckDigits('000000106')
      const of = (stem: string, sinceDate?: string) => ({
        companyDocument: withCheckDigits(stem),
        ...(sinceDate !== undefined && { sinceDate }),
      })
      const newestFirst = [
        of('000000090001', '2025-05-01'),
        of('000000030001', '2020-01-02'),
        of('0000000A0001', '2020-01-02'),
        of('000000010001'),
        of('000000020001'),
      ]
      const companies = newestFirst.map((participation) =>
        kept({
          document: participation.companyDocument,
          facts: { documento: participation.companyDocument, partners: {} },
          sections: [],
          partners: [{ document: partner, participation }],
        }),
      )
      await subjects.saveSubjects(
        companies.toSorted((a, b) => (a.document < b.document ? -1 : 1)).map(rowOf),
        0,
      )
      assert.deepEqual(await subjects.readParticipations(partner), newestFirst)
    })

    test('a batch is kept whole or not at all', async () => {
      const good = kept({ document: withCheckDigits('000000103') })
      const partner = { document: cpf, participation: { companyDocument: cnpj } }
      const broken = kept({
        document: withCheckDigits('000000104'),
        facts: { documento: withCheckDigits('000000104'), partners: {} },
        partners: [partner, partner],
      })
      await assert.rejects(subjects.saveSubjects([good, broken].map(rowOf), 0))
      assert.deepEqual(await sectionsOf(good.document), [])
      await subjects.saveSubjects([rowOf(good)], 0)
      assert.equal((await sectionsOf(good.document)).length, 3)
    })

    test('an empty batch is nothing to do: what is kept stays', async () => {
      const count = await subjects.countSubjects()
      await subjects.saveSubjects([], 0)
      assert.deepEqual([count > 0, await subjects.countSubjects()], [true, count])
    })

    test('closes, and answers nobody any more', async () => {
      await store.close()
      await assert.rejects(async () => subjects.countSubjects())
    })
  })
}
