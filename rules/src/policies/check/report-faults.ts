import type { Policy } from '@lastro/contract/policies/policy.ts'
import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import { policyValues } from '@lastro/contract/policies/policy-values.ts'
import {
  type Feature,
  type FeatureCode,
  features,
  type Product,
  products,
} from '@lastro/contract/reports/products.ts'
import type { DocumentType, SectionId } from '@lastro/contract/reports/sections.ts'
import { comparisonsOf } from '../truth.ts'
import { faultAt } from './fault-list.ts'

/** Whether the report that a policy asks for exists, and can show what its rules look at. */
export function reportFaults(policy: Policy): readonly PolicyFault[] {
  const product = products.find(({ code }) => code === policy.report.product)
  if (product === undefined) return []
  const asked = (policy.report.features ?? []) as readonly FeatureCode[]
  return [
    ...productFaults(product, policy.documentTypes),
    ...asked.flatMap((code, place) => featureFaults(product, code, place, policy.documentTypes)),
    ...policy.rules.flatMap(({ when }, place) =>
      valueFaults(policy, product, asked, when, `rules[${place}].when`),
    ),
  ]
}

function productFaults(
  { code, documentTypes }: Product,
  types: readonly DocumentType[],
): readonly PolicyFault[] {
  const refused = types.filter((type) => !documentTypes.includes(type))
  return refused.length === 0
    ? []
    : [faultAt('report.product', 'product_not_for_document', { product: code, types: refused.join(', ') })]
}

function featureFaults(
  product: Product,
  code: FeatureCode,
  place: number,
  types: readonly DocumentType[],
): readonly PolicyFault[] {
  const refused = types.filter((type) => product.features[code]?.includes(type) !== true)
  return refused.length === 0
    ? []
    : [
        faultAt(`report.features[${place}]`, 'feature_not_offered', {
          product: product.code,
          types: refused.join(', '),
        }),
      ]
}

function valueFaults(
  policy: Policy,
  product: Product,
  asked: readonly FeatureCode[],
  when: Policy['rules'][number]['when'],
  at: string,
): readonly PolicyFault[] {
  const shown = new Set<SectionId>([...product.sections, ...asked.flatMap((code) => featureOf(code).adds)])
  return [...new Set(comparisonsOf(when).map(({ value }) => value))].flatMap((value) => {
    const { documentTypes, sections } = policyValues[value]
    if (!policy.documentTypes.some((type) => documentTypes.includes(type)))
      return [faultAt(at, 'value_not_for_document', { value, types: documentTypes.join(', ') })]
    if (sections.length === 0 || sections.some((one) => shown.has(one))) return []
    return [faultAt(at, 'value_not_in_report', { value, features: remedyFor(sections, product) })]
  })
}

const featureOf = (code: FeatureCode): Feature => features[code]

/** The features of this product that add such a section, or else the products that show it. */
function remedyFor(sections: readonly SectionId[], product: Product): string {
  const adding = (Object.keys(product.features) as FeatureCode[]).filter((code) =>
    featureOf(code).adds.some((one) => sections.includes(one)),
  )
  const showing = products.filter((one) => one.sections.some((id) => sections.includes(id)))
  return (adding.length > 0 ? adding : showing.map(({ code }) => code)).join(', ')
}
