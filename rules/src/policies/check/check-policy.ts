import type { Policy } from '@lastro/contract/policies/policy.ts'
import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import { consultationFaults } from './consultation-faults.ts'
import { orderFaults } from './dead-rules.ts'
import { type Effort, newEffort } from './effort.ts'
import { faultAt } from './fault-list.ts'
import { comparedTooOften, mappedPolicy, namesTooMany } from './mapped-policy.ts'
import { nestingFaults } from './nesting-faults.ts'
import { readPolicy } from './read-policy.ts'
import { reportFaults } from './report-faults.ts'

/** A policy that may be saved, with what its author should look at again; or everything that is wrong with it. */
export type CheckedPolicy =
  | { readonly kind: 'policy'; readonly policy: Policy; readonly warnings: readonly PolicyFault[] }
  | { readonly kind: 'faults'; readonly faults: readonly PolicyFault[] }

/** The form first: what is not read cannot be reasoned about. `effort` says in the end what it took. */
export function checkPolicy(sent: unknown, effort: Effort = newEffort()): CheckedPolicy {
  const nested = nestingFaults(sent)
  if (nested.length > 0) return { kind: 'faults', faults: nested }
  const read = readPolicy(sent)
  if (read.kind === 'faults') return read
  const { policy } = read
  const often = comparedTooOften(policy)
  if (often.length > 0) return { kind: 'faults', faults: often }
  const mapped = namesTooMany(policy) ? undefined : mappedPolicy(policy, effort)
  if (mapped === undefined) return { kind: 'faults', faults: [faultAt('rules', 'policy_too_wide')] }
  // What the law asks for is looked at first: the rest may do with what is left.
  const consultations = consultationFaults(policy, effort)
  const order = orderFaults(policy, mapped, effort)
  const faults = [...reportFaults(policy), ...order.faults, ...consultations]
  return faults.length > 0 ? { kind: 'faults', faults } : { kind: 'policy', policy, warnings: order.warnings }
}
