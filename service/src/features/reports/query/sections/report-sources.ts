import { notCoveredHeader as notCovered } from '@lastro/contract/reports/coverage.ts'
import {
  degradedHeader as degraded,
  sourcesHeader as sources,
} from '@lastro/contract/reports/report-operations.ts'
import { type SectionId, sectionIds, sectionName } from '@lastro/contract/reports/sections.ts'
import { nameInSources } from '@lastro/contract/reports/source-names.ts'
import type { SectionAnswers } from '../../source.ts'
import type { ReportPlan } from '../plan-report.ts'
import type { Arrangement } from './arrange-sources.ts'
import { labelOf } from './combine-section.ts'

/** The headers that say where a report comes from, which of its sections are in doubt, and which are not covered. */
export const sourcesHeaderName = sources.name
export const degradedHeaderName = degraded.name
export const notCoveredHeaderName = notCovered.name

/** The sections that an answer names as not covered. */
export const notCoveredIn = (headers: Readonly<Record<string, string>> | undefined): readonly string[] =>
  headers?.[notCoveredHeaderName]?.split(', ') ?? []

/** By section, for those that several sources were asked for. */
export type SourceLabels = Partial<Record<SectionId, string>>

/**
 * Which source answered each section, "nothing on file" included: `identification=receita@2026-10-11,
 * listingP=bureau`. Sections that were not answered are not in it.
 */
export function sourcesText(
  arrangement: Arrangement,
  plan: ReportPlan,
  answers: SectionAnswers,
  labels: SourceLabels,
): string {
  let text = ''
  for (const id of plan.sections) {
    const answer = answers[id]
    if (answer === undefined || answer.kind === 'failed' || answer.kind === 'withheld') continue
    const source = arrangement.onlySource[id]
    const label = source === undefined ? labels[id] : labelOf({ source, answer })
    text += `${text === '' ? '' : ', '}${names[id]}=${label}`
  }
  return text
}

const names = Object.fromEntries(sectionIds.map((id) => [id, nameInSources(sectionName(id))])) as Readonly<
  Record<SectionId, string>
>
