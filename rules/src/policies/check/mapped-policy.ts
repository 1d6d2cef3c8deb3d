import type { Comparison, Condition, Policy } from '@lastro/contract/policies/policy.ts'
import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import { policyLimits } from '@lastro/contract/policies/policy-limits.ts'
import { policyValues } from '@lastro/contract/policies/policy-values.ts'
import { valueKey } from '../compile-policy.ts'
import { testOf } from '../policy-constants.ts'
import { comparisonsOf, type Test } from '../truth.ts'
import { allOf, type Boxes, eitherOf } from './boxes.ts'
import { faultAt } from './fault-list.ts'
import { statesOf, statesWhere, type ValueStates } from './states.ts'

/** The values of a policy with the states that its comparisons tell apart. */
export type MappedPolicy = {
  readonly placeOf: (comparison: Comparison) => number
  readonly values: readonly { readonly comparison: Comparison; readonly states: ValueStates }[]
  readonly statesAt: (place: number) => bigint
}

export function mappedPolicy({ rules, documentTypes }: Policy): MappedPolicy {
  const byKey = Map.groupBy(
    rules.flatMap(({ when }) => comparisonsOf(when)),
    valueKey,
  )
  const places = new Map([...byKey.keys()].map((key, place) => [key, place]))
  const values = [...byKey.values()].flatMap((comparisons) => {
    const [comparison] = comparisons
    if (comparison === undefined) return []
    const { value } = comparison
    const choices = value === 'document.type' ? documentTypes : policyValues[value].choices
    return [{ comparison, states: statesOf(value, distinctTests(comparisons), choices) }]
  })
  return {
    placeOf: (comparison) => places.get(valueKey(comparison)) ?? -1,
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

/** Where a condition is true, or where it is not false. */
export function boxesWhere(
  mapped: MappedPolicy,
  condition: Condition,
  wanted: 'isTrue' | 'mayBe',
  isDenied = false,
): Boxes {
  const inner = (all: readonly Condition[]) => all.map((one) => boxesWhere(mapped, one, wanted, isDenied))
  if ('and' in condition) return (isDenied ? eitherOf : allOf)(inner(condition.and))
  if ('or' in condition) return (isDenied ? allOf : eitherOf)(inner(condition.or))
  if ('not' in condition) return boxesWhere(mapped, condition.not, wanted, !isDenied)
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
