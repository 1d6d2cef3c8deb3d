import type { Decision, ValueOrigin } from '@lastro/contract/policies/decision.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import type { Coverage } from '@lastro/contract/reports/coverage.ts'
import { type FeatureCode, features, products } from '@lastro/contract/reports/products.ts'
import type { AdditionalsAnswer, ResultOf } from '@lastro/contract/reports/queries.ts'
import {
  type DocumentType,
  type SectionId,
  sectionIds,
  sectionName,
  sections,
} from '@lastro/contract/reports/sections.ts'
import { sectionsOf } from '../compile-policy.ts'
import { comparisonsOf } from '../truth.ts'
import { warningAt } from './fault-list.ts'

/** A section of the report that a policy reads, and the first rule that reads it. */
export type ReadSection = {
  readonly at: string
  readonly section: SectionId
  readonly documentType: DocumentType
}

/** Every section of its report that a policy reads, by document type, because coverage depends on both. */
export function readSections({ rules, report, documentTypes }: Policy): readonly ReadSection[] {
  const places = firstPlaces(rules)
  const product = products.find(({ code }) => code === report.product)
  const codes = (report.features ?? []) as readonly FeatureCode[]
  const shown = new Set<SectionId>([
    ...(product?.sections ?? []),
    ...codes.flatMap((code): readonly SectionId[] => features[code].adds),
  ])
  return documentTypes.flatMap((documentType) =>
    sectionIds.flatMap((section) => {
      const at = places.get(sectionName(section))
      const isRead = shown.has(section) && sections[section].documentTypes.includes(documentType)
      return at !== undefined && isRead ? [{ at, section, documentType }] : []
    }),
  )
}

/** The first rule that reads each section, by the name of the section. */
function firstPlaces(rules: Policy['rules']): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  for (const [place, { when }] of rules.entries())
    for (const { value, of } of comparisonsOf(when))
      for (const section of sectionsOf(value, of))
        if (!places.has(section)) places.set(section, `rules[${place}].when`)
  return places
}

/** The warning for a section that a policy reads; none if coverage is complete. */
export function coverageWarning(
  { at, section, documentType }: ReadSection,
  coverage: Coverage,
): readonly PolicyFault[] {
  if (coverage === 'complete') return []
  const code = coverage === 'none' ? 'section_not_covered' : 'section_partly_covered'
  const name = sectionName(section)
  return [{ ...warningAt(at, code, { section: name, type: documentType }), section: name, documentType }]
}

/** The coverage of a section according to the additionals list of its product. */
export function listedCoverage(
  { features: listed, coverage }: Pick<ResultOf<typeof AdditionalsAnswer>, 'features' | 'coverage'>,
  { section, documentType }: Omit<ReadSection, 'at'>,
): Coverage {
  const own = coverage.find(
    (one) => one.section === sectionName(section) && one.documentType === documentType,
  )
  if (own !== undefined) return own.coverage
  const feature = listed.find(({ code }) =>
    (features[code as FeatureCode].adds as readonly SectionId[]).includes(section),
  )
  return feature?.coverageFor[documentType] ?? 'none'
}

/** The warnings of a decision, by the coverage when it was made. */
export function decisionWarnings(
  { rules, notCoveredSections = [], partlyCoveredSections = [] }: DecidedSections,
  documentType: DocumentType,
): readonly PolicyFault[] {
  const warningsFor = (names: readonly string[], coverage: Coverage) =>
    names.flatMap((name) => {
      const place = rules.findIndex(({ values }) => values.some(({ from }) => from.some(isFrom(name))))
      const section = sectionIds.find((id) => sectionName(id) === name)
      return section === undefined
        ? []
        : coverageWarning({ at: `rules[${place}].when`, section, documentType }, coverage)
    })
  return [...warningsFor(notCoveredSections, 'none'), ...warningsFor(partlyCoveredSections, 'partial')]
}

type DecidedSections = Pick<Decision, 'rules' | 'notCoveredSections' | 'partlyCoveredSections'>

const isFrom =
  (name: string) =>
  ({ section }: ValueOrigin): boolean =>
    section === name
