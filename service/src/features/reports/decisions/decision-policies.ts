import { type CompiledPolicy, compilePolicy } from '@lastro/rules/policies/compile-policy.ts'
import { type FactsOf, factsReader } from '@lastro/rules/policies/report-facts.ts'
import type { PolicyId, PolicyStore, SavedVersion } from '../../policies/policy-store.ts'

/** A version of a policy, ready to decide. */
export type ReadyPolicy = {
  readonly policy: SavedVersion['policy']
  readonly compiled: CompiledPolicy
  readonly factsOf: FactsOf
}

export type ReadyPolicies = (of: PolicyId & { readonly version: number }) => Promise<ReadyPolicy | undefined>

/** Some megabytes of the largest policies; a service decides by far fewer at a time. */
const readyCountMax = 200

/** Makes a version ready once, for it never changes; those that were used longest ago make room. */
export function readyPolicies({
  policies,
}: {
  readonly policies: Pick<PolicyStore, 'version'>
}): ReadyPolicies {
  const ready = new Map<string, ReadyPolicy>()
  return async (of) => {
    const key = `${of.environment} ${of.clientId} ${of.name} ${of.version}`
    const found = ready.get(key) ?? (await madeReady(policies, of))
    if (found === undefined) return undefined
    ready.delete(key)
    ready.set(key, found)
    const [oldest] = ready.keys()
    if (ready.size > readyCountMax && oldest !== undefined) ready.delete(oldest)
    return found
  }
}

async function madeReady(
  policies: Pick<PolicyStore, 'version'>,
  of: PolicyId & { readonly version: number },
): Promise<ReadyPolicy | undefined> {
  const saved = await policies.version(of)
  if (saved === undefined) return undefined
  const compiled = compilePolicy(saved.policy, String(of.version))
  return { policy: saved.policy, compiled, factsOf: factsReader(compiled) }
}
