import { type Decision, decidedByOtherwise, type SeenValue } from '@lastro/contract/policies/decision.ts'
import type { Condition, NegativeFilter, Outcome, Policy, Rule } from '@lastro/contract/policies/policy.ts'
import { negativeKinds, type PolicyValueName } from '@lastro/contract/policies/policy-values.ts'
import { valueKey } from './compile-policy.ts'
import type { DecisionInputs } from './decision-inputs.ts'
import { membersOf } from './values/leaves.ts'
import { negativeSection, plainCreditor } from './values/negative-section.ts'

/** What whoever was decided on may be told of a decision, before it is put into words. */
export type TellableDecision = {
  readonly decision: Pick<
    Decision,
    | 'outcome'
    | 'decidedBy'
    | 'reason'
    | 'on'
    | 'failedSections'
    | 'notCoveredSections'
    | 'partlyCoveredSections'
  >
  /** The rule that decided; where none did, those that would have given another outcome. */
  readonly criteria: readonly TellableCriterion[]
  /** Every value that was looked at, once. */
  readonly values: readonly TellableValue[]
}

/** `isUnknown`: the outcome is what the rule gives when it is not known whether the condition holds. */
export type TellableCriterion = {
  readonly when: Condition
  readonly outcome: Outcome
  readonly isUnknown?: true
}

/** `aboutOthers`: it was looked at, and what was seen is the data of other people. */
export type TellableValue = SeenValue | (Pick<SeenValue, 'value' | 'from'> & { readonly seen: 'aboutOthers' })

/**
 * A person may be told the criteria of a decision (LGPD, art. 20, § 1) and what of its own data they were held against,
 * and not the data of others: neither how many partners are restricted nor creditors that a policy names and the person
 * does not owe. Leaving such a creditor out changes no figure of this person.
 */
export function tellableDecision(
  decision: Decision,
  policy: Pick<Policy, 'rules'>,
  report: DecisionInputs['report'],
): TellableDecision {
  const owed = creditorsIn(report)
  const { outcome, decidedBy, reason, on, failedSections } = decision
  const { notCoveredSections, partlyCoveredSections } = decision
  return {
    decision: {
      outcome,
      decidedBy,
      reason,
      on,
      failedSections,
      ...(notCoveredSections !== undefined && { notCoveredSections }),
      ...(partlyCoveredSections !== undefined && { partlyCoveredSections }),
    },
    criteria: criteriaOf(decision, policy.rules).map(({ when, ...given }) => ({
      when: tellableCondition(when, owed),
      ...given,
    })),
    values: distinctValues(decision).map((one) => tellableValue(one, owed)),
  }
}

function criteriaOf(decision: Decision, rules: readonly Rule[]): readonly TellableCriterion[] {
  const { decidedBy, outcome } = decision
  if (decidedBy === decidedByOtherwise)
    return rules
      .filter((rule) => rule.outcome !== outcome)
      .map((rule) => ({ when: rule.when, outcome: rule.outcome }))
  const isUnknown = decision.rules.some(({ rule, holds }) => rule === decidedBy && holds === 'unknown')
  return rules
    .filter(({ id }) => id === decidedBy)
    .map(({ when }) => ({ when, outcome, ...(isUnknown && { isUnknown }) }))
}

const distinctValues = ({ rules }: Decision): readonly SeenValue[] => [
  ...new Map(rules.flatMap(({ values }) => values).map((one) => [valueKey(one), one])).values(),
]

/** They count people other than the company that is on file. */
const aboutOthers: readonly PolicyValueName[] = ['partners.restricted', 'directors.restricted']

function tellableValue(seen: SeenValue, owed: ReadonlySet<string>): TellableValue {
  const { value, of, from } = seen
  if (aboutOthers.includes(value)) return { value, from, seen: 'aboutOthers' }
  return of === undefined ? seen : { ...seen, of: tellableFilter(of, owed) }
}

function tellableCondition(condition: Condition, owed: ReadonlySet<string>): Condition {
  const inner = (one: Condition) => tellableCondition(one, owed)
  if ('and' in condition) return { and: condition.and.map(inner) }
  if ('or' in condition) return { or: condition.or.map(inner) }
  if ('not' in condition) return { not: inner(condition.not) }
  return condition.of === undefined ? condition : { ...condition, of: tellableFilter(condition.of, owed) }
}

/** An empty list stays: that certain creditors count is part of the criterion, who they are is not. */
function tellableFilter(of: NegativeFilter, owed: ReadonlySet<string>): NegativeFilter {
  const { creditors, exceptCreditors, ...others } = of
  const own = (names: readonly string[]) => names.filter((name) => owed.has(plainCreditor(name)))
  return {
    ...others,
    ...(creditors !== undefined && { creditors: own(creditors) }),
    ...(exceptCreditors !== undefined && { exceptCreditors: own(exceptCreditors) }),
  }
}

/** Whom the person owes by the report that was decided on. */
function creditorsIn(report: DecisionInputs['report']): ReadonlySet<string> {
  const { negativeData } = report
  const items = negativeKinds.flatMap((kind) => [
    ...negativeSection(membersOf(membersOf(negativeData)[kind]), kind).items,
  ])
  return new Set(items.flatMap(({ creditor }) => (creditor === undefined ? [] : [plainCreditor(creditor)])))
}
