import type { Outcome, Policy, Rule } from '@lastro/contract/policies/policy.ts'
import type { Text } from '@lastro/contract/text.ts'
import { newComparison } from './comparison-draft.ts'
import { conditionOf, type GroupDraft, groupDraft, newGroup } from './condition-draft.ts'

/** A policy as it is being typed. */
export type PolicyDraft = {
  readonly name: string
  readonly titlePt: string
  readonly titleEn: string
  readonly documentTypes: readonly string[]
  readonly product: string
  readonly features: readonly string[]
  readonly whenSectionFails: 'review' | 'rules'
  readonly rules: readonly RuleDraft[]
  readonly otherwise: { readonly outcome: Outcome; readonly pt: string; readonly en: string }
}

export type RuleDraft = {
  readonly key: string
  readonly id: string
  readonly outcome: Outcome
  readonly whenUnknown: Rule['whenUnknown']
  readonly pt: string
  readonly en: string
  readonly when: GroupDraft
}

export const newDraft: PolicyDraft = {
  name: '',
  titlePt: '',
  titleEn: '',
  documentTypes: ['CPF'],
  product: 'relatorioBasico',
  features: [],
  whenSectionFails: 'review',
  rules: [newRule('1', 1)],
  otherwise: { outcome: 'approve', pt: '', en: '' },
}

/** With another title. A new policy is identified by what it is called, until somebody types another identifier. */
export const titled = (draft: PolicyDraft, titlePt: string, isNew: boolean): PolicyDraft => ({
  ...draft,
  titlePt,
  ...(isNew && draft.name === identifierOf(draft.titlePt) && { name: identifierOf(titlePt) }),
})

/** As long as the service takes it. */
const identifierLengthMax = 60

const identifierOf = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, identifierLengthMax)
    .replace(/-$/, '')

export function newRule(key: string, number: number): RuleDraft {
  return {
    key,
    id: `regra-${number}`,
    outcome: 'decline',
    whenUnknown: 'review',
    pt: '',
    en: '',
    when: newGroup(key, [newComparison(`${key}.1`, 'negative.sum')]),
  }
}

export const draftOf = (policy: Policy): PolicyDraft => ({
  name: policy.name,
  titlePt: policy.title.pt,
  titleEn: typedOf(policy.title).en,
  documentTypes: policy.documentTypes,
  product: policy.report.product,
  features: policy.report.features ?? [],
  whenSectionFails: policy.whenSectionFails ?? 'review',
  rules: policy.rules.map((rule, at) => ruleDraft(String(at + 1), rule)),
  otherwise: { outcome: policy.otherwise.outcome, ...typedOf(policy.otherwise.reason) },
})

const ruleDraft = (key: string, { id, outcome, whenUnknown, reason, when }: Rule): RuleDraft => ({
  key,
  id,
  outcome,
  whenUnknown,
  ...typedOf(reason),
  when: groupDraft(key, when),
})

/** As it was typed: an English text equal to the Portuguese one was left empty, and stays empty. */
const typedOf = ({ pt, en }: Text): Text => ({ pt, en: en === pt ? '' : en })

type Features = NonNullable<Policy['report']['features']>

/** The policy that would be saved. The service checks it: what does not fit comes back with its place. */
export const policyOf = (draft: PolicyDraft): Policy => ({
  name: draft.name.trim(),
  title: sentenceOf({ pt: draft.titlePt, en: draft.titleEn }),
  documentTypes: draft.documentTypes as Policy['documentTypes'],
  report: {
    product: draft.product as Policy['report']['product'],
    ...(draft.features.length > 0 && { features: draft.features as Features }),
  },
  ...(draft.whenSectionFails === 'rules' && { whenSectionFails: 'rules' as const }),
  rules: draft.rules.map(ruleOf),
  otherwise: { outcome: draft.otherwise.outcome, reason: sentenceOf(draft.otherwise) },
})

export const ruleOf = (rule: RuleDraft): Rule => ({
  id: rule.id.trim(),
  when: conditionOf(rule.when),
  outcome: rule.outcome,
  whenUnknown: rule.whenUnknown,
  reason: sentenceOf(rule),
})

/** A text without a translation is used for both languages. */
const sentenceOf = ({ pt, en }: Text): Text => ({
  pt: pt.trim(),
  en: en.trim() || pt.trim(),
})
