import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import { checkPolicy } from '@lastro/rules/policies/check/check-policy.ts'
import { test } from 'vitest'
import { comparisonOf, newComparison } from './comparison-draft.ts'
import { draftOf, newDraft, policyOf, titled } from './policy-draft.ts'

const examples = join(import.meta.dirname, '../../../../examples/policies')
const policies = readdirSync(examples)
  .filter((file) => file.endsWith('.json') && file !== 'policy.schema.json')
  .map((file): Policy => JSON.parse(readFileSync(join(examples, file), 'utf8')))

test('every policy of the examples comes out of the editor as it went in', () => {
  assert.ok(policies.length >= 10)
  for (const { $schema: _, ...policy } of policies) assert.deepEqual(policyOf(draftOf(policy)), policy)
})

test('a text saved without a translation is reopened without one', () => {
  const [rule] = newDraft.rules
  assert.ok(rule !== undefined)
  const draft = {
    ...newDraft,
    name: 'loja',
    titlePt: 'Loja',
    rules: [{ ...rule, pt: 'Deve demais.' }],
    otherwise: { outcome: 'approve', pt: ' Nada consta. ', en: '' },
  } as const
  const saved = policyOf(draft)
  assert.deepEqual(saved.otherwise.reason, { pt: 'Nada consta.', en: 'Nada consta.' })
  const reopened = draftOf(saved)
  assert.deepEqual([reopened.titleEn, reopened.rules[0]?.en, reopened.otherwise.en], ['', '', ''])
  const again = policyOf(reopened)
  assert.deepEqual(
    [again.title, again.rules[0]?.reason, again.otherwise],
    [saved.title, saved.rules[0]?.reason, saved.otherwise],
  )
  const changed = policyOf({ ...reopened, otherwise: { ...reopened.otherwise, pt: 'Tudo em ordem.' } })
  assert.deepEqual(changed.otherwise.reason, { pt: 'Tudo em ordem.', en: 'Tudo em ordem.' })
})

test('amounts are typed as they are shown, and saved to the cent', () => {
  const sum = newComparison('1', 'negative.sum')
  assert.deepEqual(comparisonOf({ ...sum, constant: '1.520,33' }), {
    value: 'negative.sum',
    above: '1520.33',
  })
  const share = newComparison('1', 'request.incomeShare')
  assert.deepEqual(comparisonOf({ ...share, constant: '30' }), {
    value: 'request.incomeShare',
    above: '30.00',
  })
  const filter = { ...sum.filter, amountFrom: '100', creditors: ' LOJA \n\nBANCO', withinDays: '30' }
  assert.deepEqual(comparisonOf({ ...sum, constant: '0', filter }).of, {
    withinDays: 30,
    amountFrom: '100.00',
    creditors: ['LOJA', 'BANCO'],
  })
})

test('a filter that the chosen value does not have is not sent along', () => {
  const sum = newComparison('1', 'negative.sum')
  const filter = { ...sum.filter, withinDays: '30' }
  assert.deepEqual(comparisonOf({ ...sum, value: 'score', constant: '400', filter }), {
    value: 'score',
    above: 400,
  })
})

test('what is no figure is left for the service to judge, with its place', () => {
  const [rule] = newDraft.rules
  assert.ok(rule !== undefined)
  const draft = {
    ...newDraft,
    name: 'loja',
    titlePt: 'Loja',
    otherwise: { outcome: 'approve', pt: 'Nada.', en: '' },
  } as const
  const parts = rule.when.parts.map((one) => ({ ...one, constant: 'muito' }))
  const checked = checkPolicy(
    policyOf({ ...draft, rules: [{ ...rule, pt: 'x', when: { ...rule.when, parts } }] }),
  )
  assert.equal(checked.kind, 'faults')
  assert.deepEqual(checked.kind === 'faults' && checked.faults.map(({ at, code }) => `${at} ${code}`), [
    'rules[0].when.above unit_wrong',
  ])
})

test('a new policy is identified by its title until somebody types another identifier', () => {
  const typed = (draft: typeof newDraft, title: string) => titled(draft, title, true)
  const named = typed(typed(newDraft, 'L'), '2ª Loja do João — Crédito ')
  assert.equal(named.name, 'loja-do-joao-credito')
  assert.equal(typed(newDraft, `${'é'.repeat(59)} x`).name, 'e'.repeat(59))
  assert.equal(typed({ ...named, name: 'loja' }, 'Outra').name, 'loja')
  assert.equal(titled(named, 'Outra', false).name, named.name, 'a kept one keeps it')
})
