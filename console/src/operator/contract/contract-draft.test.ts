import assert from 'node:assert/strict'
import {
  type ClientContract,
  emptyContract,
  wholeContract,
} from '@lastro/contract/clients/client-contract.ts'
import { test } from 'vitest'
import { contractOf, draftOf } from './contract-draft.ts'

const full: ClientContract = {
  products: ['relatorioBasico', 'a product of tomorrow'],
  features: ['SANCOES'],
  scopes: ['contact-data'],
  purposes: ['credit_analysis', 'monitoring'],
  defaultPurpose: 'monitoring',
  networks: ['10.0.0.0/8', '2001:db8::/32'],
  prices: { relatorioBasico: 152_033, SANCOES: 5, 'no longer sold': 0 },
  tiers: [
    { product: 'relatorioBasico', from: 1_001, price: 120_000 },
    { product: 'alertas', from: 2, price: 0 },
  ],
  monthlyMinimum: 50_000,
  repeatWindowHours: 0,
  sessionReportDays: 60,
  keyReportDays: 0,
  segment: 'VAREJO',
  creditors: [{ document: '12ABC34501DE35', name: 'CREDOR LTDA' }],
  requestsPerSecond: 50,
  monthlyQuota: 0,
  sources: [
    { source: 'parceiro', paidBy: 'operator', monthlyBudget: 50_000 },
    { source: 'de-ontem', paidBy: 'client' },
  ],
}

test('a contract that nobody touches is sent back as it was read', () => {
  for (const contract of [full, emptyContract, wholeContract]) {
    assert.deepEqual(contractOf(draftOf(contract)), { contract, wrong: [] })
  }
})

test('what cannot be read is named by its member, and nothing else is', () => {
  const { wrong } = contractOf({
    ...draftOf(full),
    prices: { relatorioBasico: '1.5', SANCOES: '1.50' },
    monthlyQuota: 'muitas',
    requestsPerSecond: '1.000',
  })
  assert.deepEqual(wrong, ['prices.relatorioBasico', 'monthlyQuota'])
})

test('empty lines and empty creditors are nobody', () => {
  const { contract } = contractOf({
    ...draftOf(full),
    networks: '\n 10.0.0.0/8 \n\n',
    creditors: [
      { document: ' ', name: '' },
      { document: '12.abc.345/01de-35', name: ' CREDOR ' },
    ],
  })
  assert.deepEqual(contract.networks, ['10.0.0.0/8'])
  assert.deepEqual(contract.creditors, [{ document: '12ABC34501DE35', name: 'CREDOR' }])
})

test('a tier or a minimum that cannot be read is not sent, and said by its name', () => {
  const draft = draftOf(full)
  const [first] = draft.tiers
  const tiers = first === undefined ? [] : [first, { ...first, from: 'mil' }, { ...first, price: '1.5' }]
  assert.deepEqual(contractOf({ ...draft, tiers, monthlyMinimum: 'muito' }).wrong, [
    'tiers[1].from',
    'tiers[2].price',
    'monthlyMinimum',
  ])
  const none = contractOf({ ...draft, tiers: [], monthlyMinimum: ' ' })
  assert.deepEqual(
    [none.contract.tiers, none.contract.monthlyMinimum, none.wrong],
    [undefined, undefined, []],
  )
})
