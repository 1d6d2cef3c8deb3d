import type { Policy } from '@lastro/contract/policies/policy.ts'
import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import { consultationFaults } from './consultation-faults.ts'
import { orderFaults } from './dead-rules.ts'
import { comparedTooOften, mappedPolicy } from './mapped-policy.ts'
import { readPolicy } from './read-policy.ts'
import { reportFaults } from './report-faults.ts'

/** A policy that may be saved, with what its author should look at again; or everything that is wrong with it. */
export type CheckedPolicy =
  | { readonly kind: 'policy'; readonly policy: Policy; readonly warnings: readonly PolicyFault[] }
  | { readonly kind: 'faults'; readonly faults: readonly PolicyFault[] }

/** The form first: what is not read cannot be reasoned about. */
export function checkPolicy(sent: unknown): CheckedPolicy {
  const read = readPolicy(sent)
  if (read.kind === 'faults') return read
  const { policy } = read
  const often = comparedTooOften(policy)
  if (often.length > 0) return { kind: 'faults', faults: often }
  const order = orderFaults(policy, mappedPolicy(policy))
  const faults = [...reportFaults(policy), ...order.faults, ...consultationFaults(policy)]
  return faults.length > 0 ? { kind: 'faults', faults } : { kind: 'policy', policy, warnings: order.warnings }
}
