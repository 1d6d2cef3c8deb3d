import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import { policyLimits } from '@lastro/contract/policies/policy-limits.ts'
import { faultAt } from './fault-list.ts'
import { most } from './readers.ts'

/**
 * Whatever is nested deeper than any policy, found level by level: what walks down it by calling itself, as a copy to
 * another thread does, would run out of stack.
 */
export function nestingFaults(sent: unknown): readonly PolicyFault[] {
  const { nestingMax } = policyLimits
  let level: readonly unknown[] = [sent]
  for (let depth = 0; depth <= nestingMax; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) return []
  }
  return [faultAt('', 'policy_too_deep', most(nestingMax))]
}
