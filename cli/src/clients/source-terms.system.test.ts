import assert from 'node:assert/strict'
import { copyDaysMax } from '@lastro/contract/clients/client-contract.ts'
import { test } from 'vitest'
import { readSourceTerms } from './source-terms.ts'

test('sources are read with who pays, the bound of a month and the days of copies', () => {
  const read = [
    { source: 'parceiro', paidBy: 'operator' },
    { source: 'outro', paidBy: 'client', monthlyBudget: 50_000, copyDays: 7 },
    { source: 'sem-teto', paidBy: 'client', copyDays: 0 },
  ]
  const text = 'parceiro=operator;outro=client:500,00 copies:7;sem-teto=client copies:0'
  assert.deepEqual(readSourceTerms(text), read)
  assert.deepEqual(readSourceTerms(` ${text.replaceAll(';', ' ; ')} ;`), read)
  assert.deepEqual(readSourceTerms(`a=client copies:${copyDaysMax}`)[0]?.copyDays, copyDaysMax)
  assert.deepEqual(readSourceTerms(''), [])
})

test('what is no source, payer, bound or number of days is refused', () => {
  for (const text of [
    'parceiro',
    '=operator',
    'parceiro=nobody',
    'parceiro=client:500',
    `parceiro=client copies:${copyDaysMax + 1}`,
    'parceiro=client copies:-1',
    'parceiro=client copies:',
    'parceiro=client copies:1,5',
    'parceiro=client copies:7 copies:8',
  ])
    assert.throws(() => readSourceTerms(text), /--sources/, text)
})
