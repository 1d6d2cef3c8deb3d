import { type FeatureCode, features, type Product, products } from '@lastro/contract/reports/products.ts'
import type { DocumentType, SectionId } from '@lastro/contract/reports/sections.ts'

/** The two queries of the source document. */
export const queriedProducts: readonly Product[] = products.filter(({ code }) =>
  ['relatorioBasico', 'relato'].includes(code),
)

/** Which features the upstream lets us have, by product; undefined where it does not tell. */
export type OfferedFeatures = Readonly<Record<string, ReadonlySet<string> | undefined>>

export type UpstreamQuery = {
  readonly product: Product
  readonly sections: readonly SectionId[]
  readonly features: readonly FeatureCode[]
}

export type QueryPlan = {
  readonly queries: readonly UpstreamQuery[]
  /** Sections that nothing we may ask for shows. */
  readonly refused: readonly SectionId[]
}

type Wanted = {
  readonly sections: readonly SectionId[]
  readonly type: DocumentType
  readonly wholeLists: boolean
}

/** The fewest queries that show the sections wanted: each is charged. */
export function planQueries({ sections, type, wholeLists }: Wanted, offered: OfferedFeatures): QueryPlan {
  const fitting = queriedProducts.filter((product) => product.documentTypes.includes(type))
  const reachOf = (product: Product) => reach(product, type, offered[product.code])
  const alone = fitting.find((product) => sections.every((section) => reachOf(product).has(section)))
  const queries: UpstreamQuery[] = []
  let left = sections
  for (const product of alone === undefined ? fitting : [alone]) {
    const reached = reachOf(product)
    const shown = left.filter((section) => reached.has(section))
    left = left.filter((section) => !reached.has(section))
    if (shown.length === 0) continue
    const adding = shown.flatMap((section) => reached.get(section) ?? [])
    const whole = wholeLists && isOffered('MAIS_ANOTACOES', offered[product.code])
    queries.push({
      product,
      sections: shown,
      features: [...new Set([...adding, ...(whole ? (['MAIS_ANOTACOES'] as const) : [])])],
    })
  }
  return { queries, refused: left }
}

/** Every section that a product can show of a type of document, with the feature that it takes, if it takes one. */
function reach(
  product: Product,
  type: DocumentType,
  offered: ReadonlySet<string> | undefined,
): ReadonlyMap<SectionId, FeatureCode | undefined> {
  const reached = new Map<SectionId, FeatureCode | undefined>()
  for (const [code, types] of Object.entries(product.features) as [FeatureCode, readonly DocumentType[]][]) {
    if (!types.includes(type) || !isOffered(code, offered)) continue
    for (const section of features[code].adds) reached.set(section, code)
  }
  for (const section of product.sections) reached.set(section, undefined)
  return reached
}

const isOffered = (code: string, offered: ReadonlySet<string> | undefined): boolean =>
  offered === undefined || offered.has(code)

/** Everything that the two queries can show of a type of document. */
export const reachable = (type: DocumentType): ReadonlySet<SectionId> =>
  new Set(
    queriedProducts
      .filter((product) => product.documentTypes.includes(type))
      .flatMap((product) => [...reach(product, type, undefined).keys()]),
  )
