import { reservedRuleIds } from '@lastro/contract/policies/decision.ts'
import {
  outcomes,
  type Policy,
  schemaPattern,
  slugPattern,
  whenUnknownActs,
} from '@lastro/contract/policies/policy.ts'
import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import { policyLimits } from '@lastro/contract/policies/policy-limits.ts'
import { features, products } from '@lastro/contract/reports/products.ts'
import { holdsDocument } from '../../documents/document-number.ts'
import { faultAt } from './fault-list.ts'
import { conditionFaults } from './read-condition.ts'
import { choiceOf, line, listOf, membersIn, most, optional, type PolicyReader } from './readers.ts'

export type ReadPolicy =
  | { readonly kind: 'policy'; readonly policy: Policy }
  | { readonly kind: 'faults'; readonly faults: readonly PolicyFault[] }

/** Takes what somebody wrote, and says everything that is wrong with its form. */
export function readPolicy(sent: unknown): ReadPolicy {
  const faults = policyFaultsIn(sent)
  return faults.length === 0 ? { kind: 'policy', policy: sent as Policy } : { kind: 'faults', faults }
}

const policyFaultsIn = (sent: unknown): readonly PolicyFault[] =>
  membersIn(sent, '', {
    $schema: optional(schemaFaults),
    name: (value, at) => slugFaults(value, at, policyLimits.nameLengthMax),
    title: sentence,
    documentTypes: listOf(['CPF', 'CNPJ']),
    report: (value, at) =>
      membersIn(value, at, {
        product: choiceOf(products.map(({ code }) => code)),
        features: optional(listOf(Object.keys(features), { empty: true })),
      }),
    whenSectionFails: optional(choiceOf(['review', 'rules'])),
    rules: rulesFaults,
    otherwise: (value, at) => membersIn(value, at, { outcome: choiceOf(outcomes), reason: sentence }),
  })

const schemaFaults: PolicyReader = (value, at) => {
  const { textLengthMax } = policyLimits
  const isAddress = typeof value === 'string' && value.length <= textLengthMax && schemaForm.test(value)
  if (!isAddress) return [faultAt(at, 'schema_unfit', most(textLengthMax))]
  return holdsDocument(value) ? [faultAt(at, 'document_inside')] : []
}

const schemaForm = new RegExp(schemaPattern)

function rulesFaults(value: unknown, at: string): readonly PolicyFault[] {
  const { ruleCountMax } = policyLimits
  if (!Array.isArray(value) || value.length === 0 || value.length > ruleCountMax)
    return [faultAt(at, 'not_a_list', most(ruleCountMax))]
  const ids = value.map((rule: unknown) =>
    typeof rule === 'object' && rule !== null && 'id' in rule ? rule.id : undefined,
  )
  return value.flatMap((rule: unknown, place) => {
    const here = `${at}[${place}]`
    const isRepeated = ids[place] !== undefined && ids.indexOf(ids[place]) < place
    return [
      ...membersIn(rule, here, {
        id: idFaults,
        when: conditionFaults,
        outcome: choiceOf(outcomes),
        whenUnknown: choiceOf(whenUnknownActs),
        reason: sentence,
      }),
      ...(isRepeated ? [faultAt(`${here}.id`, 'rule_repeated')] : []),
    ]
  })
}

const idFaults = (value: unknown, at: string): readonly PolicyFault[] =>
  reservedRuleIds.some((one) => one === value)
    ? [faultAt(at, 'rule_reserved')]
    : slugFaults(value, at, policyLimits.nameLengthMax)

function slugFaults(value: unknown, at: string, lengthMax: number): readonly PolicyFault[] {
  const isSlug = typeof value === 'string' && new RegExp(slugPattern).test(value) && value.length <= lengthMax
  if (!isSlug) return [faultAt(at, 'slug_unfit', most(lengthMax))]
  return holdsDocument(value) ? [faultAt(at, 'document_inside')] : []
}

const sentence: PolicyReader = (value, at) => membersIn(value, at, { pt: line, en: line })
