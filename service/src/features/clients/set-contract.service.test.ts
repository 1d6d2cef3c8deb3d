import assert from 'node:assert/strict'
import {
  type ClientContract,
  emptyContract,
  wholeContract,
} from '@lastro/contract/clients/client-contract.ts'
import { describe, test } from 'vitest'
import { clientsFound, clientWith, type Found } from '../../../testing/invented/clients-found.ts'
import { contractFaults, setContract } from './set-contract.ts'

const clock = { nowMs: () => 7_000 }

describe('a contract that is set', () => {
  const declared = async () => ['parceiro', 'vizinho']
  const set = async (
    contract: ClientContract,
    { sourceNames = declared, ...found }: Found & { sourceNames?: () => Promise<string[]> } = {},
    clientId = 'cli_ana',
  ) => {
    const { clients, done } = clientsFound({ client: clientWith('s'), ...found })
    return {
      outcome: await setContract({ clients, clock, sourceNames }, { clientId, contract, version: 3 }),
      done,
    }
  }

  test('it takes the place of the version that its reader saw', async () => {
    const { outcome, done } = await set(emptyContract)
    assert.deepEqual(outcome, { kind: 'set', version: 4, contract: emptyContract })
    assert.deepEqual(done, [
      { act: 'setContract', of: ['cli_ana', emptyContract, { version: 3, atMs: 7_000 }] },
    ])
  })

  test('where somebody was faster nothing is set', async () => {
    assert.deepEqual((await set(emptyContract, { isUnchanged: false })).outcome, { kind: 'changed' })
  })

  test('neither a client that nobody knows nor one that was revoked gets one', async () => {
    const unknown = await set(emptyContract, {}, 'cli_other')
    assert.deepEqual([unknown.outcome, unknown.done], [{ kind: 'unknown' }, []])
    const revoked = await set(emptyContract, { client: clientWith('s', { revokedAtMs: 1 }) })
    assert.deepEqual([revoked.outcome, revoked.done], [{ kind: 'revoked' }, []])
  })

  test('a creditor is kept with its document bare and its name without the spaces around it', async () => {
    const creditors = [
      { document: '529.982.247-25', name: ' ANA ' },
      { document: '11222333000181', name: 'LOJA' },
    ]
    const { outcome } = await set({ ...emptyContract, segment: 'VAREJO', creditors })
    const bare = [
      { document: '52998224725', name: 'ANA' },
      { document: '11222333000181', name: 'LOJA' },
    ]
    const contract = { ...emptyContract, segment: 'VAREJO', creditors: bare }
    assert.deepEqual(outcome, { kind: 'set', version: 4, contract })
  })

  test('one that makes no sense is refused with what is wrong, and nothing is set', async () => {
    const creditors = [{ document: '52998224724', name: 'X' }]
    const { outcome, done } = await set({ ...emptyContract, creditors })
    const faults = [{ member: 'creditors', entry: 0, part: 'document', sent: '52998224724' }]
    assert.deepEqual(outcome, { kind: 'refused', faults })
    assert.deepEqual(done, [])
  })

  test('one with a source that is not declared, or named a second time, is refused beside those that are', async () => {
    const sources: ClientContract['sources'] = [
      { source: 'parceiro', paidBy: 'client' },
      { source: 'lua', paidBy: 'client' },
      { source: 'vizinho', paidBy: 'operator' },
      { source: 'parceiro', paidBy: 'operator' },
    ]
    const { outcome, done } = await set({ ...emptyContract, networks: ['casa'], sources })
    const choices = ['parceiro', 'vizinho']
    assert.deepEqual(outcome, {
      kind: 'refused',
      faults: [
        { member: 'networks', entry: 0, sent: 'casa' },
        { member: 'sources', entry: 1, sent: 'lua', choices },
        { member: 'sources', entry: 3, sent: 'parceiro', choices },
      ],
    })
    assert.deepEqual(done, [])
  })

  test('one with sources that are declared is set with who pays for each', async () => {
    const contract: ClientContract = {
      ...emptyContract,
      sources: [
        { source: 'vizinho', paidBy: 'client' },
        { source: 'parceiro', paidBy: 'operator' },
      ],
    }
    assert.deepEqual((await set(contract)).outcome, { kind: 'set', version: 4, contract })
  })

  test('what is declared is asked for only where a contract names a source', async () => {
    const sourceNames = () => assert.fail('nobody needed them')
    assert.equal((await set(emptyContract, { sourceNames })).outcome.kind, 'set')
  })
})

describe('what makes no sense in a contract', () => {
  const faults = (of: Partial<ClientContract>) => contractFaults({ ...wholeContract, ...of })

  test('a tier of what is not on sale, one that begins where another does, and one that is dearer further on', () => {
    const tier = (product: string, from: number, price: number) => ({ product, from, price })
    const places = (...tiers: NonNullable<ClientContract['tiers']>) =>
      faults({ tiers }).map(({ entry, part }) => [entry, part])
    assert.deepEqual(places(tier('relato', 100, 90), tier('relato', 10, 90), tier('alertas', 10, 95)), [])
    assert.deepEqual(places(tier('relato', 10, 90), tier('SANCOES', 10, 5), tier('lua', 2, 5)), [
      [1, 'product'],
      [2, 'product'],
    ])
    assert.deepEqual(places(tier('relato', 10, 90), tier('relato', 10, 80)), [
      [0, 'from'],
      [1, 'from'],
    ])
    assert.deepEqual(places(tier('relato', 100, 91), tier('relato', 10, 90)), [[0, 'price']])
  })

  test('a tier is told with what was sent, and with what is on sale where that was meant', () => {
    const told = (...tiers: NonNullable<ClientContract['tiers']>) => faults({ tiers })
    const [product] = told({ product: 'lua', from: 2, price: 5 })
    const { choices, ...ofProduct } = product ?? assert.fail()
    assert.deepEqual(ofProduct, { member: 'tiers', entry: 0, part: 'product', sent: 'lua' })
    assert.ok(choices?.includes('relato') && !choices.includes('lua'))

    const ten = { product: 'relato', from: 10, price: 90 }
    assert.deepEqual(told(ten, { ...ten, price: 80 }), [
      { member: 'tiers', entry: 0, part: 'from', sent: '10' },
      { member: 'tiers', entry: 1, part: 'from', sent: '10' },
    ])
    assert.deepEqual(told(ten, { product: 'relato', from: 100, price: 91 }), [
      { member: 'tiers', entry: 1, part: 'price', sent: '91' },
    ])
  })

  test('nothing, where all it names is there', () => {
    assert.deepEqual(contractFaults(wholeContract), [])
    assert.deepEqual(contractFaults(emptyContract), [])
    const { defaultPurpose: _, ...silent } = wholeContract
    const full: ClientContract = {
      ...silent,
      products: ['relato', 'negativacao', '*'],
      features: ['SANCOES', '*'],
      networks: ['10.0.0.0/8', '2001:db8::1'],
      prices: { relato: 150, alertas: 5, SANCOES: 20 },
      creditors: [{ document: '11222333000181', name: 'LOJA' }],
      segment: 'VAREJO',
    }
    assert.deepEqual(contractFaults(full), [])
  })

  test('a product, a feature or a price of something that is not on sale, told beside what is', () => {
    const [product, ...noMore] = faults({ products: ['relato', 'relatorio'] })
    const { choices: products, ...ofProduct } = product ?? assert.fail()
    assert.deepEqual(ofProduct, { member: 'products', entry: 1, sent: 'relatorio' })
    assert.ok(products?.includes('relato') && products.includes('*') && !products.includes('SANCOES'))
    assert.deepEqual(noMore, [])

    const [feature] = faults({ features: ['TUDO'] })
    const { choices: features, ...ofFeature } = feature ?? assert.fail()
    assert.deepEqual(ofFeature, { member: 'features', entry: 0, sent: 'TUDO' })
    assert.ok(features?.includes('SANCOES') && features.includes('*') && !features.includes('relato'))

    const [price, ...others] = faults({ prices: { relato: 1, nada: 1, SANCOES: 2 } })
    const { choices: priced, ...ofPrice } = price ?? assert.fail()
    assert.deepEqual(ofPrice, { member: 'prices', entry: 'nada', sent: 'nada' })
    assert.ok(priced?.includes('relato') && priced.includes('SANCOES') && !priced.includes('*'))
    assert.deepEqual(others, [])
  })

  test('a network that is none', () => {
    const networks = ['10.0.0.0/8', '10.0.0.0/33', 'home']
    assert.deepEqual(faults({ networks }), [
      { member: 'networks', entry: 1, sent: '10.0.0.0/33' },
      { member: 'networks', entry: 2, sent: 'home' },
    ])
  })

  test('a default among purposes that it does not have, for it would refuse every query that names none', () => {
    assert.deepEqual(faults({ purposes: ['monitoring'], defaultPurpose: 'credit_analysis' }), [
      { member: 'defaultPurpose', sent: 'credit_analysis', choices: ['monitoring'] },
    ])
  })

  test('a name that cannot be printed on one line, or with nothing to read in it', () => {
    for (const odd of ['', '   ', 'A\u0000B', 'A\nB', 'A\ud800']) {
      assert.deepEqual(faults({ segment: odd }), [{ member: 'segment', sent: odd }])
      const creditors = [
        { document: '11222333000181', name: 'LOJA' },
        { document: '11222333000181', name: odd },
      ]
      assert.deepEqual(faults({ creditors }), [{ member: 'creditors', entry: 1, part: 'name', sent: odd }])
    }
  })

  test('a creditor whose document is none', () => {
    const creditors = [
      { document: '11222333000181', name: 'LOJA' },
      { document: '11222333000182', name: '' },
    ]
    assert.deepEqual(faults({ creditors }), [
      { member: 'creditors', entry: 1, part: 'document', sent: '11222333000182' },
      { member: 'creditors', entry: 1, part: 'name', sent: '' },
    ])
  })
})
