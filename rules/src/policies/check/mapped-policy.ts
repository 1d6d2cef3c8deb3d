import type { Comparison, Condition, Policy } from '@lastro/contract/policies/policy.ts'
import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import { policyLimits } from '@lastro/contract/policies/policy-limits.ts'
import { policyValues } from '@lastro/contract/policies/policy-values.ts'
import { valueKey } from '../compile-policy.ts'
import { testOf } from '../policy-constants.ts'
import { comparisonsOf, type Test } from '../truth.ts'
import { allOf, type Boxes, eitherOf } from './boxes.ts'
import { type Effort, spent } from './effort.ts'
import { faultAt } from './fault-list.ts'
import { spanCount, statesOf, statesWhere, type ValueStates } from './states.ts'

/** The values of a policy with the states that its comparisons tell apart. */
export type MappedPolicy = {
  readonly placeOf: (comparison: Comparison) => number
  readonly values: readonly { readonly comparison: Comparison; readonly states: ValueStates }[]
  readonly statesAt: (place: number) => bigint
}

/** Undefined where there is more to tell apart than may be looked at. */
export function mappedPolicy({ rules, documentTypes }: Policy, effort: Effort): MappedPolicy | undefined {
  const byKey = Map.groupBy(
    rules.flatMap(({ when }) => comparisonsOf(when)),
    valueKey,
  )
  const places = new Map<Comparison, number>()
  const values: MappedPolicy['values'][number][] = []
  for (const [place, comparisons] of [...byKey.values()].entries()) {
    const [comparison] = comparisons
    if (comparison === undefined) continue
    for (const one of comparisons) places.set(one, place)
    const { value } = comparison
    const choices = value === 'document.type' ? documentTypes : policyValues[value].choices
    const tests = distinctTests(comparisons)
    // To ask a span is the cheapest step there is: two take no longer than one of the others.
    if (!spent(effort, Math.ceil((spanCount(value, tests, choices) * tests.length) / 2))) return undefined
    values.push({ comparison, states: statesOf(value, tests, choices) })
  }
  return {
    placeOf: (comparison) => places.get(comparison) ?? -1,
    values,
    statesAt: (place) => values[place]?.states.all ?? 0n,
  }
}

const distinctTests = (comparisons: readonly Comparison[]): readonly Test[] => [
  ...new Map(comparisons.map(testOf).map((test) => [JSON.stringify(test), test])).values(),
]

/** Values that are compared with more constants than a policy may have of one. */
export function comparedTooOften({ rules }: Policy): readonly PolicyFault[] {
  const byKey = Map.groupBy(
    rules.flatMap(({ when }) => comparisonsOf(when)),
    valueKey,
  )
  const { constantCountMax } = policyLimits
  return [...byKey.values()].flatMap(([first, ...others]) => {
    if (first === undefined || policyValues[first.value].unit === 'choice') return []
    const constants = new Set([first, ...others].flatMap((one) => testOf(one).constants))
    return constants.size <= constantCountMax
      ? []
      : [faultAt('rules', 'value_compared_often', { value: first.value, most: String(constantCountMax) })]
  })
}

/** Whether its filters name more creditors than a policy may, all told. */
export const namesTooMany = ({ rules }: Policy): boolean =>
  rules
    .flatMap(({ when }) => comparisonsOf(when))
    .reduce((sum, { of }) => sum + (of?.creditors?.length ?? 0) + (of?.exceptCreditors?.length ?? 0), 0) >
  policyLimits.creditorTotalMax

/** Where a condition is true, or where it is not false. */
export function boxesWhere(
  mapped: MappedPolicy,
  condition: Condition,
  wanted: 'isTrue' | 'mayBe',
  effort: Effort,
  isDenied = false,
): Boxes {
  const inner = (all: readonly Condition[]) =>
    all.map((one) => boxesWhere(mapped, one, wanted, effort, isDenied))
  if ('and' in condition) return (isDenied ? eitherOf : allOf)(inner(condition.and), effort)
  if ('or' in condition) return (isDenied ? allOf : eitherOf)(inner(condition.or), effort)
  if ('not' in condition) return boxesWhere(mapped, condition.not, wanted, effort, !isDenied)
  const states = comparedStates(mapped, condition, wanted, isDenied)
  return states === 0n ? [] : [new Map([[mapped.placeOf(condition), states]])]
}

/** What is denied is true where the comparison is false, and may be where it is not true. */
function comparedStates(
  mapped: MappedPolicy,
  comparison: Comparison,
  wanted: 'isTrue' | 'mayBe',
  isDenied: boolean,
): bigint {
  const value = mapped.values[mapped.placeOf(comparison)]
  if (value === undefined) return 0n
  const { isTrue, mayBe } = statesWhere(testOf(comparison), value.states)
  if (!isDenied) return wanted === 'isTrue' ? isTrue : mayBe
  return value.states.all & ~(wanted === 'isTrue' ? mayBe : isTrue)
}
