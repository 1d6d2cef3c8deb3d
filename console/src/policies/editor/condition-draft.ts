import type { Condition } from '@lastro/contract/policies/policy.ts'
import { type ComparisonDraft, comparisonDraft, comparisonOf, newComparison } from './comparison-draft.ts'

/** How the parts of a group come together. A policy says the last two with `not`; people say them like this. */
export type Joins = 'all' | 'any' | 'none' | 'notAll'

/** Conditions that are looked at together: comparisons, and groups of their own. */
export type GroupDraft = {
  /** Tells it apart while others come and go. */
  readonly key: string
  readonly joins: Joins
  readonly parts: readonly PartDraft[]
}

export type PartDraft = ComparisonDraft | GroupDraft

export const isGroup = (part: PartDraft): part is GroupDraft => 'parts' in part

export const newGroup = (key: string, comparisons: readonly ComparisonDraft[]): GroupDraft => ({
  key,
  joins: 'all',
  parts: comparisons,
})

/** With one more comparison, or with one more group that has one. */
export function withMore(group: GroupDraft, kind: 'comparison' | 'group'): GroupDraft {
  const last = Math.max(0, ...group.parts.map(({ key }) => Number(key.split('.').at(-1))))
  const key = `${group.key}.${last + 1}`
  const comparison = newComparison(kind === 'group' ? `${key}.1` : key, 'negative.count')
  const added = kind === 'group' ? { ...newGroup(key, [comparison]), joins: 'any' as const } : comparison
  return { ...group, parts: [...group.parts, added] }
}

/** What was saved, as it is typed. What is said twice over, such as `not` of `not`, is said once. */
export function groupDraft(key: string, when: Condition): GroupDraft {
  if ('and' in when) return { key, joins: 'all', parts: partsOf(key, when.and) }
  if ('or' in when) return { key, joins: 'any', parts: partsOf(key, when.or) }
  if (!('not' in when)) return newGroup(key, [comparisonDraft(`${key}.1`, when)])
  const { joins, parts } = groupDraft(key, when.not)
  // Of a single condition there is nothing to join: the shorter word is said of it.
  return { key, joins: parts.length === 1 && joins === 'all' ? 'none' : opposite[joins], parts }
}

const opposite = { all: 'notAll', any: 'none', none: 'any', notAll: 'all' } as const

const partsOf = (key: string, all: readonly Condition[]): readonly PartDraft[] =>
  all.map((one, at) => {
    const partKey = `${key}.${at + 1}`
    return 'value' in one ? comparisonDraft(partKey, one) : groupDraft(partKey, one)
  })

/** What is typed, as it is saved. */
export function conditionOf(group: GroupDraft): Condition {
  const parts = group.parts.map((one) => (isGroup(one) ? conditionOf(one) : comparisonOf(one)))
  const [only] = parts
  const isAny = group.joins === 'any' || group.joins === 'none'
  const joined = parts.length === 1 && only !== undefined ? only : isAny ? { or: parts } : { and: parts }
  return isDenied(group) ? { not: joined } : joined
}

const isDenied = ({ joins }: GroupDraft): boolean => joins === 'none' || joins === 'notAll'

/** Where a part stands in the policy that is saved, by which the service says what is wrong with it. */
export function placeOfPart(group: GroupDraft, at: number, place: string): string {
  const inner = isDenied(group) ? `${place}.not` : place
  if (group.parts.length === 1) return inner
  return `${inner}.${group.joins === 'any' || group.joins === 'none' ? 'or' : 'and'}[${at}]`
}
