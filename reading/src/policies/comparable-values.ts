import {
  negativeKinds,
  type PolicyValue,
  type PolicyValueName,
  policyValueNames,
  policyValues,
} from '@lastro/contract/policies/policy-values.ts'

export type ComparableValue = PolicyValue & { readonly name: PolicyValueName }

/** What a policy for these documents may compare, for whoever writes one. */
export const comparableValues = (documentTypes: readonly string[]): readonly ComparableValue[] =>
  policyValueNames
    .map((name) => ({ name, ...policyValues[name] }))
    .filter((value) => documentTypes.some((type) => value.documentTypes.some((one) => one === type)))

export const comparableValue = (name: PolicyValueName): ComparableValue => ({ name, ...policyValues[name] })

/** The sections that a count or a sum of negative items may be narrowed down to. */
export const countedKinds: readonly string[] = negativeKinds
