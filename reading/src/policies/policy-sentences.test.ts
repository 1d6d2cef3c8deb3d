import assert from 'node:assert/strict'
import type { Comparison } from '@lastro/contract/policies/policy.ts'
import { policyValueNames, policyValues } from '@lastro/contract/policies/policy-values.ts'
import { test } from 'vitest'
import { conditionWords } from './condition-words.ts'
import { ruleSentences } from './policy-sentences.ts'
import { valueWords } from './value-words.ts'

test('a rule reads as a sentence, in both languages', () => {
  const rule: Parameters<typeof ruleSentences>[0] = {
    when: { value: 'negative.sum', of: { withinDays: 365, kinds: ['notary', 'check'] }, above: '1520.33' },
    outcome: 'decline',
    whenUnknown: 'review',
  }
  assert.deepEqual(ruleSentences(rule, 'pt'), {
    holds:
      'Quando a soma das anotações negativas (Protestos, Cheques sem fundos; nos últimos 365 dias) passa de R$ 1.520,33: recusar.',
    unknown: 'Se não se sabe: uma pessoa decide.',
  })
  assert.deepEqual(ruleSentences(rule, 'en'), {
    holds:
      'When the sum of negative items (Protests, Returned cheques; in the last 365 days) is above R$ 1.520,33: decline.',
    unknown: 'When it is not known: a person decides.',
  })
})

test('what is joined inside what is joined stands in brackets, so that nobody has to guess', () => {
  const [young, poor, closed]: readonly Comparison[] = [
    { value: 'company.ageMonths', below: 24 },
    { value: 'company.capital', atMost: '10000.00' },
    { value: 'registration.status', in: ['closed', 'irregular'] },
  ]
  if (!young || !poor || !closed) throw new Error('unreachable')
  assert.equal(
    conditionWords({ or: [{ and: [young, poor] }, { not: closed }] }, 'en'),
    '(the age of the company is below 24 months and the share capital is at most R$ 10.000,00) or it is not so that ' +
      '(the status of the registration is closed or irregular)',
  )
  assert.equal(
    conditionWords(
      {
        and: [
          { value: 'score', known: false },
          { value: 'registration.state', is: 'SP' },
        ],
      },
      'pt',
    ),
    'não se sabe ao certo o score e a UF é SP',
  )
})

test('every value of the catalogue and every way to compare it has words', () => {
  for (const value of policyValueNames) {
    const { unit, choices } = policyValues[value]
    const constant =
      unit === 'choice' ? (choices[0] ?? '') : unit === 'money' || unit === 'percent' ? '1.00' : 1
    const ways: readonly Comparison[] =
      unit === 'choice'
        ? [
            { value, is: constant },
            { value, in: [...choices] },
            { value, known: true },
          ]
        : (['is', 'above', 'below', 'atLeast', 'atMost'] as const).map((way) => ({ value, [way]: constant }))
    const said = ways.flatMap((one) => [conditionWords(one, 'pt'), conditionWords(one, 'en')])
    assert.equal(new Set(said).size, said.length, `${value}: each way reads differently`)
    for (const words of said) assert.doesNotMatch(words, /undefined|\{|\}|\[object/)
  }
})

test('creditors that are left out are certain creditors, and what is not left out is not mentioned', () => {
  assert.equal(
    valueWords('negative.count', { creditors: [], amountFrom: '100.00' }, 'pt'),
    'o número de anotações negativas (de R$ 100,00 ou mais cada; de certos credores)',
  )
  assert.equal(valueWords('negative.count', { exceptCreditors: [] }, 'en'), 'the number of negative items')
  assert.equal(
    valueWords('negative.count', { exceptCreditors: ['A', 'B', 'C'], olderThanDays: 30 }, 'en'),
    'the number of negative items (more than 30 days ago; except owed to A, B or C)',
  )
})
