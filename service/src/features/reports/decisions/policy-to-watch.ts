import type { Product } from '@lastro/contract/reports/products.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Refusal } from '../../../http/reply.ts'
import type { PolicyStore } from '../../policies/policy-store.ts'
import { productRefusal } from '../product-access.ts'
import type { ReadyPolicies } from './decision-policies.ts'

export type PolicyToWatchDeps = {
  readonly policies: Pick<PolicyStore, 'find'>
  readonly ready: ReadyPolicies
  readonly products: readonly Product[]
}

/** The documents that a caller's policy is for, while it decides and its report is in the contract. */
export async function policyToWatch(
  { policies, ready, products }: PolicyToWatchDeps,
  caller: Caller,
  name: string,
): Promise<{ readonly documentTypes: readonly string[] } | Refusal> {
  const { environment, clientId } = caller
  const id = { environment, clientId, name }
  const state = await policies.find(id)
  if (state === undefined) return { code: 'policy_unknown' }
  if (state.retiredAtMs !== undefined)
    return { code: 'policy_retired', values: { day: dayAt(state.retiredAtMs) } }
  const found = await ready({ ...id, version: state.version })
  const code = found?.policy.report.product ?? ''
  const product = products.find((one) => one.code === code)
  if (found === undefined || product === undefined)
    return { code: 'product_not_contracted', values: { product: code } }
  return productRefusal(product, caller) ?? { documentTypes: found.policy.documentTypes }
}
