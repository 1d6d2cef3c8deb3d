import type {
  Comparison,
  Condition,
  NegativeFilter,
  Outcome,
  Policy,
  Rule,
} from '@lastro/contract/policies/policy.ts'
import { negativeKinds, type PolicyValueName, policyValues } from '@lastro/contract/policies/policy-values.ts'
import { type DocumentType, sectionName } from '@lastro/contract/reports/sections.ts'
import type { Text } from '@lastro/contract/text.ts'
import { testOf } from './policy-constants.ts'
import type { Span } from './span.ts'
import { comparisonsOf, maybe, negated, no, type Truth, testSpan, yes } from './truth.ts'
import { type ValueReader, valueReader } from './values/value-reader.ts'

/** A policy ready to decide: each value is read once, whatever the rules that compare it. */
export type CompiledPolicy = {
  readonly policy: { readonly name: string; readonly version: string }
  readonly documentTypes: readonly DocumentType[]
  readonly values: readonly CompiledValue[]
  readonly rules: readonly CompiledRule[]
  readonly otherwise: { readonly outcome: Outcome; readonly reason: Text }
  /** Sections that the values are read of. */
  readonly sections: readonly string[]
  /** Whether one of them that failed makes the outcome review; otherwise the rules alone decide. */
  readonly reviewsFailures: boolean
}

export type CompiledValue = {
  readonly value: PolicyValueName
  readonly of: NegativeFilter | undefined
  readonly read: ValueReader
  readonly sections: readonly string[]
}

export type CompiledRule = {
  readonly id: string
  readonly holds: (spans: readonly Span[]) => Truth
  /** Places in `values` of what it compares, each once. */
  readonly values: readonly number[]
  readonly outcome: Outcome
  readonly whenUnknown: Outcome | undefined
  /** It compares by `known`, so more coverage can make it stop applying, and less can make it apply. */
  readonly asksWhatIsKnown: boolean
  readonly reason: Text
}

/** Takes a policy that was checked. A version is never edited, so this is done once for each. */
export function compilePolicy(policy: Policy, version: string): CompiledPolicy {
  const places = new Map<string, number>()
  const values: CompiledValue[] = []
  const placeOf = (comparison: Comparison): number => {
    const key = valueKey(comparison)
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, values.length)
    return values.push(compiledValue(comparison)) - 1
  }
  const rules = policy.rules.map((rule) => compiledRule(rule, placeOf))
  return {
    policy: { name: policy.name, version },
    documentTypes: policy.documentTypes,
    values,
    rules,
    otherwise: policy.otherwise,
    sections: [...new Set(values.flatMap(reportSections))],
    reviewsFailures: policy.whenSectionFails !== 'rules',
  }
}

const compiledRule = (rule: Rule, placeOf: (comparison: Comparison) => number): CompiledRule => ({
  id: rule.id,
  holds: compiledCondition(rule.when, placeOf),
  values: [...new Set(comparisonsOf(rule.when).map(placeOf))],
  outcome: rule.outcome,
  whenUnknown: rule.whenUnknown === 'skip' ? undefined : rule.whenUnknown,
  asksWhatIsKnown: comparisonsOf(rule.when).some(({ known }) => known !== undefined),
  reason: rule.reason,
})

type Compiled = (spans: readonly Span[]) => Truth

function compiledCondition(condition: Condition, placeOf: (comparison: Comparison) => number): Compiled {
  const inner = (one: Condition) => compiledCondition(one, placeOf)
  if ('and' in condition) return all(condition.and.map(inner))
  if ('or' in condition) return any(condition.or.map(inner))
  if ('not' in condition) {
    const denied = inner(condition.not)
    return (spans) => negated(denied(spans))
  }
  const [place, test] = [placeOf(condition), testOf(condition)]
  return (spans) => {
    const span = spans[place]
    return span === undefined ? maybe : testSpan(test, span)
  }
}

const all =
  (conditions: readonly Compiled[]): Compiled =>
  (spans) => {
    let least: Truth = yes
    for (const holds of conditions) {
      const truth = holds(spans)
      if (truth === no) return no
      if (truth < least) least = truth
    }
    return least
  }

const any =
  (conditions: readonly Compiled[]): Compiled =>
  (spans) => {
    let most: Truth = no
    for (const holds of conditions) {
      const truth = holds(spans)
      if (truth === yes) return yes
      if (truth > most) most = truth
    }
    return most
  }

const compiledValue = ({ value, of }: Comparison): CompiledValue => ({
  value,
  of,
  read: valueReader({ value, ...(of && { of }) }),
  sections: sectionsOf(value, of),
})

/** One value has one key, in whatever order its filters are written. */
export const valueKey = ({ value, of = {} }: Pick<Comparison, 'value' | 'of'>): string =>
  JSON.stringify([
    value,
    Object.entries(of)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, filter]) => [name, Array.isArray(filter) ? filter.map(String).toSorted() : filter]),
  ])

/** The origins of a value: section names, or inputs outside any section. */
export function sectionsOf(value: PolicyValueName, of: NegativeFilter | undefined): readonly string[] {
  if (value === 'negative.count' || value === 'negative.sum') return of?.kinds ?? negativeKinds
  const { sections } = policyValues[value]
  if (sections.length > 0) return [...new Set(sections.map(sectionName))]
  return [value === 'document.type' ? documentOrigin : requestOrigin]
}

/** Where a value comes from that no section tells. */
export const documentOrigin = 'document'
export const requestOrigin = 'request'

const reportSections = ({ sections }: CompiledValue): readonly string[] =>
  sections.filter((one) => one !== documentOrigin && one !== requestOrigin)
