import assert from 'node:assert/strict'
import {
  type ClientContract,
  emptyContract,
  wholeContract,
} from '@lastro/contract/clients/client-contract.ts'
import { test } from 'vitest'
import { contractChanges } from './contract-changes.ts'

const before: ClientContract = {
  ...emptyContract,
  products: ['relatorioBasico'],
  networks: ['10.0.0.0/8', '192.0.2.0/24'],
  prices: { relatorioBasico: 100, SANCOES: 5 },
  creditors: [
    { document: '12ABC34501DE35', name: 'PRIMEIRO LTDA' },
    { document: '11222333000181', name: 'SEGUNDO SA' },
  ],
  monthlyQuota: 1_000,
}

const changed = (changes: Partial<ClientContract>) => contractChanges(before, { ...before, ...changes }, 'pt')

test('nothing changes where nothing was typed', () => {
  for (const contract of [before, emptyContract, wholeContract]) {
    assert.deepEqual(contractChanges(contract, structuredClone(contract), 'pt'), [])
  }
})

test('prices are told in reais, one by one, also those that come and go', () => {
  const changes = changed({ prices: { relatorioBasico: 152_033, relato: 0 } })
  assert.deepEqual(
    changes.map(({ gone, comes }) => [gone, comes]),
    [
      ['R$ 1,00', 'R$ 1.520,33'],
      ['R$ 0,05', ''],
      ['', 'R$ 0,00'],
    ],
  )
  assert.equal(changes[0]?.name, 'Preço: Relatório básico')
  assert.doesNotMatch(changes[1]?.name ?? '', /SANCOES/)
})

test('of a list only what comes and what goes is told', () => {
  assert.deepEqual(changed({ networks: ['10.0.0.0/8', '2001:db8::/32'] }), [
    { name: 'Redes de onde pode consultar', gone: '192.0.2.0/24', comes: '2001:db8::/32' },
  ])
})

test('another first creditor is a change though the list is the same', () => {
  const [change, ...more] = changed({ creditors: before.creditors?.toReversed() ?? [] })
  assert.deepEqual(more, [])
  assert.match(change?.gone ?? '', /^PRIMEIRO LTDA \(12\.ABC\.345\/01DE-35\)$/)
  assert.match(change?.comes ?? '', /^SEGUNDO SA/)
})

test('everything, a limit that is taken away and a minimum are told by their names', () => {
  const { monthlyQuota: _, ...unlimited } = before
  const changes = contractChanges(before, { ...unlimited, products: ['*'], monthlyMinimum: 50_000 }, 'en')
  assert.deepEqual(
    changes.map(({ name }) => name),
    ['Products', 'Queries per month', 'Monthly minimum, in reais'],
  )
  assert.deepEqual(changes[1], { name: 'Queries per month', gone: '1000', comes: '' })
  assert.equal(changes[0]?.comes, 'Everything, and what is to come')
})

test('a hostile name is text without turns', () => {
  const [change] = changed({ creditors: [{ document: '11222333000181', name: '\u202Eetneilc' }] })
  assert.doesNotMatch(change?.comes ?? '', /\u202E/)
})
