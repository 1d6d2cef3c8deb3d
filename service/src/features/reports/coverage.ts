import { type ClientContract, contractHas } from '@lastro/contract/clients/client-contract.ts'
import type { ProductCoverage } from '@lastro/contract/operator/operator-coverage.ts'
import type { Coverage, SectionCoverage } from '@lastro/contract/reports/coverage.ts'
import { type Feature, type FeatureCode, features, type Product } from '@lastro/contract/reports/products.ts'
import { sectionsOf } from '@lastro/contract/reports/queries.ts'
import {
  type DocumentType,
  type SectionId,
  sectionName,
  sections,
} from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { ReportPlan } from './query/plan-report.ts'
import { holdsDebts } from './query/sections/listing-sections.ts'
import { isTold, type SectionAnswer, type SectionAnswers, type Source } from './source.ts'

/**
 * Decides what is covered. A section is covered if a source declares that it has that kind of data; the silence of
 * other sources means nothing. Reports, prices, batches, the list of additionals and policies all use this module.
 */

/** The coverage of an environment, regardless of the document. */
export type CoverageDeps = {
  readonly sources: readonly Source[]
  /** The number of creditors with an accepted debt. Without any, the listings of this service cover nothing. */
  readonly creditors: number
  readonly today: Day
}

type Extent = SectionCoverage['sources'][number]

/** The sources that cover a section for every document of a type. */
export function coveringSources(
  { sources, creditors, today }: CoverageDeps,
  type: DocumentType,
  section: SectionId,
): readonly Extent[] {
  if (!sections[section].documentTypes.includes(type)) return []
  const listings: readonly Extent[] =
    creditors > 0 && holdsDebts(section) ? [{ source: 'listings', coverage: 'partial', asOf: today }] : []
  return [
    ...listings,
    ...sources.flatMap(({ name, declares }): readonly Extent[] => {
      const declared = declares(type, section, today)
      if (declared === undefined) return []
      const { extent, asOf, until } = declared
      return [{ source: name, coverage: extent, asOf: asOf ?? today, ...(until !== undefined && { until }) }]
    }),
  ]
}

export function sectionCoverage(deps: CoverageDeps, type: DocumentType, section: SectionId): Coverage {
  const covering = coveringSources(deps, type, section)
  if (covering.length === 0) return 'none'
  return covering.some(({ coverage }) => coverage === 'complete') ? 'complete' : 'partial'
}

/** The coverage of the sections that a product always shows, by document type. */
export const productCoverage = (deps: CoverageDeps, product: Product, types: readonly DocumentType[]) =>
  types.flatMap((documentType) => sectionsCoverage(deps, product.sections, documentType))

/** The coverage of the given sections that a document type has. */
const sectionsCoverage = (
  deps: CoverageDeps,
  ids: readonly SectionId[],
  documentType: DocumentType,
): SectionCoverage[] =>
  ids
    .filter((id) => sections[id].documentTypes.includes(documentType))
    .map((id) => ({
      section: sectionName(id),
      documentType,
      coverage: sectionCoverage(deps, documentType, id),
      sources: [...coveringSources(deps, documentType, id)],
    }))

/**
 * The coverage of each product of a contract, by document type, for the operator: its own sections, and the sections
 * that its features add.
 */
export const coverageByProduct = (
  deps: CoverageDeps,
  products: readonly Product[],
  contract: Pick<ClientContract, 'products' | 'features'>,
): ProductCoverage[] =>
  products
    .filter(({ code }) => contractHas(contract.products, code))
    .flatMap((product) =>
      product.documentTypes.map((documentType) => {
        const own = sectionsCoverage(deps, product.sections, documentType)
        return {
          product: product.code,
          documentType,
          coverage: together(own.map(({ coverage }) => coverage)),
          sections: own,
          features: offeredFeatures(product, documentType)
            .filter((code) => contractHas(contract.features, code))
            .map((code) => ({
              feature: code,
              coverage: featureCoverage(deps, product, code, documentType),
              sections: sectionsCoverage(deps, features[code].adds, documentType),
            }))
            .filter((one) => one.coverage !== 'none' || !isListedWhereAnswered(one.feature)),
        }
      }),
    )

const offeredFeatures = (product: Product, type: DocumentType): readonly FeatureCode[] =>
  (Object.entries(product.features) as [FeatureCode, readonly DocumentType[]][])
    .filter(([, types]) => types.includes(type))
    .map(([code]) => code)

/** Whether a feature without coverage is omitted from lists, because it always has to be bought. */
export const isListedWhereAnswered = (code: FeatureCode): boolean =>
  (features[code] as Feature).isListedWhereAnswered === true

/** The coverage of a feature for a document type. A feature that only extends lists has the coverage of those lists. */
export function featureCoverage(
  deps: CoverageDeps,
  product: Product,
  code: FeatureCode,
  type: DocumentType,
): Coverage {
  const { adds }: Feature = features[code]
  const concerned = adds.length > 0 ? adds : listsOf(product)
  const fitting = concerned.filter((id) => sections[id].documentTypes.includes(type))
  return together(fitting.map((id) => sectionCoverage(deps, type, id)))
}

/** The lists of a product: its own, or those of its features where it has none of its own. */
function listsOf(product: Product): readonly SectionId[] {
  const own = product.sections.filter(hasList)
  return own.length > 0 ? own : sectionsOf(product).filter(hasList)
}

/** The combined coverage of several sections or document types. */
export function together(all: readonly Coverage[]): Coverage {
  if (all.every((one) => one === 'none')) return 'none'
  return all.every((one) => one === 'complete') ? 'complete' : 'partial'
}

/** The names of the missing sections if a product's report would have no content; otherwise undefined. */
export function uncoveredReport(
  deps: CoverageDeps,
  wanted: readonly SectionId[],
  types: readonly DocumentType[],
): readonly string[] | undefined {
  // The bureau may have single documents without a declaration, so only the answer to each line is conclusive.
  const mayHave = (type: DocumentType, id: SectionId) =>
    sectionCoverage(deps, type, id) !== 'none' || deps.sources.some(({ covers }) => covers(type).has(id))
  const own = wanted.filter(isSufficient)
  return types.some((type) => own.some((id) => mayHave(type, id))) ? undefined : namesOf(own)
}

/** The coverage of a section of an answered report. A failed section is covered, but was not answered. */
export function answerCoverage(section: SectionId, answer: SectionAnswer | undefined): Coverage | 'failed' {
  if (answer === undefined || answer.kind === 'uncovered' || answer.kind === 'withheld') return 'none'
  if (answer.kind === 'failed') return 'failed'
  if (answer.isPartial !== true) return 'complete'
  // A partial register says nothing about a document that is not in it.
  return answer.kind === 'nothing' && sections[section].whenNothing === undefined ? 'none' : 'partial'
}

const coveredAs = (
  { sections: all }: ReportPlan,
  answers: SectionAnswers,
  coverage: ReturnType<typeof answerCoverage>,
) => all.filter((id) => answerCoverage(id, answers[id]) === coverage)

/** The requested sections that nothing covers, by their public names. */
export const notCoveredIn = (plan: ReportPlan, answers: SectionAnswers): readonly string[] => {
  const uncovered = coveredAs(plan, answers, 'none')
  return uncovered.length === 0 ? none : namesOf(uncovered)
}

const none: readonly string[] = []

/** Whether any sufficient section was answered. */
export const hasAnswer = (plan: ReportPlan, answers: SectionAnswers): boolean =>
  plan.sections.some((id) => isSufficient(id) && isAnswered(id, answers))

/** As the trail records it: `complete`, or the sections that were not: `partial listingP; none check, notary`. */
export function recordedCoverage(plan: ReportPlan, answers: SectionAnswers): string {
  if (plan.sections.every((id) => answerCoverage(id, answers[id]) === 'complete')) return 'complete'
  return (['partial', 'none', 'failed'] as const)
    .flatMap((coverage) => {
      const ids = coveredAs(plan, answers, coverage)
      return ids.length === 0 ? [] : [`${coverage} ${namesOf(ids).join(', ')}`]
    })
    .join('; ')
}

/** A product is billed if one of its own sections was answered; earlier consultations are never enough. */
export const isProductDue = (product: Product, answers: SectionAnswers): boolean =>
  product.sections.some((id) => isSufficient(id) && isAnswered(id, answers))

/**
 * The features to bill: those with an answered section and no failed one. A feature that only extends lists is billed
 * if a list was answered.
 */
export const dueFeatures = (
  codes: readonly FeatureCode[],
  { sections: shown }: ReportPlan,
  answers: SectionAnswers,
): readonly FeatureCode[] =>
  codes.filter((code) => {
    const { adds }: Feature = features[code]
    if (adds.length === 0) return shown.some((id) => hasList(id) && isAnswered(id, answers))
    const own = adds.filter((id) => shown.includes(id))
    return own.some((id) => isAnswered(id, answers)) && own.every((id) => answers[id]?.kind !== 'failed')
  })

const isAnswered = (id: SectionId, answers: SectionAnswers): boolean =>
  isTold(answers[id]) && answerCoverage(id, answers[id]) !== 'none'

/** Earlier consultations are always available and never sufficient alone. */
const isSufficient = (id: SectionId): boolean => id !== 'inquiry'

const hasList = (id: SectionId): boolean => sections[id].whenNothing !== undefined

const namesOf = (ids: readonly SectionId[]): readonly string[] => [...new Set(ids.map(sectionName))]

/** The sources and creditors available to a client's contract. */
export const coverageFor = (
  environment: {
    readonly sources: readonly Source[]
    readonly creditors: () => number
    readonly withDeclared?: (terms: NonNullable<ClientContract['sources']>) => readonly Source[]
  },
  { sources: terms }: Pick<ClientContract, 'sources'>,
  today: Day,
): CoverageDeps => ({
  sources:
    terms === undefined || environment.withDeclared === undefined
      ? environment.sources
      : environment.withDeclared(terms),
  creditors: environment.creditors(),
  today,
})
