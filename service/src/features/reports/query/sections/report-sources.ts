import { notCoveredHeader as notCovered } from '@lastro/contract/reports/coverage.ts'
import {
  degradedHeader as degraded,
  sourcesHeader as sources,
} from '@lastro/contract/reports/report-operations.ts'
import { type SectionId, sectionIds, sectionName } from '@lastro/contract/reports/sections.ts'
import { nameInSources } from '@lastro/contract/reports/source-names.ts'
import type { ReportPlan } from '../plan-report.ts'

/** The headers that name a report's sources, the sections nothing covers, and those that may be incomplete. */
export const sourcesHeaderName = sources.name
export const degradedHeaderName = degraded.name
export const notCoveredHeaderName = notCovered.name

export const notCoveredIn = (headers: Readonly<Record<string, string>> | undefined): readonly string[] =>
  headers?.[notCoveredHeaderName]?.split(', ') ?? []

/** By section, for those that several sources were asked for. */
export type SourceLabels = Partial<Record<SectionId, string>>

/** `identification=receita@2026-10-11, listingP=listings@2026-11-19+bureau@2026-11-18`, for sections that were answered. */
export function sourcesText(plan: ReportPlan, labelOf: (section: SectionId) => string): string {
  let text = ''
  for (const id of plan.sections) {
    const label = labelOf(id)
    if (label !== '') text += `${text === '' ? '' : ', '}${names[id]}=${label}`
  }
  return text
}

const names = Object.fromEntries(sectionIds.map((id) => [id, nameInSources(sectionName(id))])) as Readonly<
  Record<SectionId, string>
>
