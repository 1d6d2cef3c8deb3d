import assert from 'node:assert/strict'
import type { Condition } from '@lastro/contract/policies/policy.ts'
import { checkPolicy } from '@lastro/rules/policies/check/check-policy.ts'
import { test } from 'vitest'
import {
  conditionOf,
  type GroupDraft,
  groupDraft,
  isGroup,
  placeOfPart,
  withMore,
} from './condition-draft.ts'
import { draftOf, newDraft, policyOf } from './policy-draft.ts'

const [a, b, c] = [
  { value: 'negative.count', above: 1 },
  { value: 'score', below: 300 },
  { value: 'registration.status', is: 'regular' },
] as const satisfies readonly Condition[]

test('conditions inside conditions come out of the editor as they went in', () => {
  for (const when of [
    a,
    { and: [a, b] },
    { or: [a, { and: [b, c] }] },
    { not: a },
    { not: { or: [a, b] } },
    { not: { and: [a, { not: { or: [b, { not: c }] } }] } },
    { and: [{ or: [a, b] }, { not: { and: [b, c] } }, c] },
  ] as const satisfies readonly Condition[])
    assert.deepEqual(conditionOf(groupDraft('1', when)), when)
})

test('what is said twice over is said once, and means the same', () => {
  assert.deepEqual(conditionOf(groupDraft('1', { not: { not: a } })), a)
  assert.deepEqual(conditionOf(groupDraft('1', { and: [{ or: [a] }] })), a)
  assert.deepEqual(conditionOf(groupDraft('1', { not: { not: { and: [a, b] } } })), { and: [a, b] })
})

test('what is added has a key of its own, whatever was taken out before', () => {
  const group = withMore(withMore(groupDraft('1', { and: [a, b] }), 'group'), 'comparison')
  assert.deepEqual(
    group.parts.map(({ key }) => key),
    ['1.1', '1.2', '1.3', '1.4'],
  )
  const without = { ...group, parts: group.parts.filter(({ key }) => key !== '1.2') }
  assert.equal(withMore(without, 'comparison').parts.at(-1)?.key, '1.5')
  const inner = group.parts.find(isGroup)
  assert.deepEqual([inner?.joins, inner?.parts.map(({ key }) => key)], ['any', ['1.3.1']])
})

/** The places of all comparisons of a group. */
const placesIn = (group: GroupDraft, place: string): readonly string[] =>
  group.parts.flatMap((part, at) => {
    const here = placeOfPart(group, at, place)
    return isGroup(part) ? placesIn(part, here) : [here]
  })

test('each comparison is known by the place at which the service refuses it', () => {
  const wrong = { value: 'negative.sum', above: 'muito' } as const
  for (const when of [
    wrong,
    { not: wrong },
    { and: [wrong, { or: [wrong, { not: { or: [wrong, wrong] } }] }] },
    { not: { and: [wrong, { not: wrong }] } },
  ] as const satisfies readonly Condition[]) {
    const [rule] = newDraft.rules
    assert.ok(rule !== undefined)
    const draft = {
      ...newDraft,
      name: 'loja',
      titlePt: 'Loja',
      rules: [{ ...rule, pt: 'x', when: groupDraft('1', when) }],
      otherwise: { outcome: 'approve', pt: 'Nada.', en: '' },
    } as const
    const checked = checkPolicy(policyOf(draft))
    assert.deepEqual(
      checked.kind === 'faults' && checked.faults.map(({ at }) => at),
      placesIn(groupDraft('1', when), 'rules[0].when').map((place) => `${place}.above`),
    )
    assert.deepEqual(policyOf(draftOf(policyOf(draft))), policyOf(draft))
  }
})
