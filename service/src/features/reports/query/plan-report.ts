import {
  contactDataScope,
  type FeatureCode,
  features as featureCatalogue,
  type Product,
} from '@lastro/contract/reports/products.ts'
import { type DocumentType, type SectionId, sectionIds, sections } from '@lastro/contract/reports/sections.ts'
import { nearestWord } from '@lastro/rules/text/nearest-word.ts'

/** What a query will show: product + features + document type + scopes, turned into sections in report order. */
export type ReportPlan = {
  readonly sections: readonly SectionId[]
  readonly wholeLists: boolean
  readonly contactData: boolean
}

export type FeatureRefusal =
  | { readonly code: 'feature_unknown'; readonly unknown: readonly UnknownFeature[] }
  | { readonly code: 'feature_not_for_document'; readonly features: readonly FeatureCode[] }

export type UnknownFeature = { readonly at: number; readonly sent: string; readonly nearest: FeatureCode }

/** Repeats are ignored; one unknown code refuses the query before anything is asked or billed. */
export function readFeatures(
  product: Product,
  sent: readonly string[],
  type: DocumentType,
): readonly FeatureCode[] | FeatureRefusal {
  const offered = Object.keys(product.features) as FeatureCode[]
  const isOffered = (code: string): code is FeatureCode => offered.includes(code as FeatureCode)
  const unknown = sent.flatMap((code, at) =>
    isOffered(code) ? [] : [{ at, sent: code, nearest: nearestWord(code, offered) }],
  )
  if (unknown.length > 0) return { code: 'feature_unknown', unknown }
  const wanted = [...new Set(sent.filter(isOffered))]
  const misfits = wanted.filter((code) => !product.features[code]?.includes(type))
  return misfits.length > 0 ? { code: 'feature_not_for_document', features: misfits } : wanted
}

type Scopes = { readonly scopes: ReadonlySet<string>; readonly withheld: readonly string[] }

/** The plan of a query. There are few different ones, so each is made once. */
export function planReport(
  product: Product,
  wanted: readonly FeatureCode[],
  type: DocumentType,
  { scopes, withheld }: Scopes,
): ReportPlan {
  const contactData = scopes.has(contactDataScope) && !withheld.includes(contactDataScope)
  const key = wanted.length === 0 ? '' : wanted.toSorted().join()
  const known = plans[type][contactData ? 'whole' : 'gated'].get(product)?.get(key)
  if (known !== undefined) return known
  const ofProduct = plans[type][contactData ? 'whole' : 'gated']
  const plan = newPlan(product, wanted, type, contactData)
  ofProduct.set(product, (ofProduct.get(product) ?? new Map()).set(key, plan))
  return plan
}

// Bounded by the sets of features a product has, at most a few hundred.
type Plans = WeakMap<Product, Map<string, ReportPlan>>
const plans: Readonly<Record<DocumentType, Readonly<Record<'whole' | 'gated', Plans>>>> = {
  CPF: { whole: new WeakMap(), gated: new WeakMap() },
  CNPJ: { whole: new WeakMap(), gated: new WeakMap() },
}

function newPlan(
  product: Product,
  wanted: readonly FeatureCode[],
  type: DocumentType,
  contactData: boolean,
): ReportPlan {
  const chosen = new Set<SectionId>([
    ...product.sections,
    ...wanted.flatMap((code) => featureCatalogue[code].adds),
  ])
  const fits = (id: SectionId) =>
    sections[id].documentTypes.includes(type) && (contactData || !sections[id].gated)
  return {
    sections: sectionIds.filter((id) => chosen.has(id) && fits(id)),
    wholeLists: wanted.some((code) => 'wholeLists' in featureCatalogue[code]),
    contactData,
  }
}
