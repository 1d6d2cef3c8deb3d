import { type DocumentType, sectionIds, sectionName, sections } from '@lastro/contract/reports/sections.ts'
import type { CompiledPolicy } from '@lastro/rules/policies/compile-policy.ts'
import type { ReportPlan } from '../query/plan-report.ts'

/** Sections that a policy reads and that a report of this plan does not have, of those that fit the document. */
export function missingSections(
  { sections: read }: Pick<CompiledPolicy, 'sections'>,
  plan: Pick<ReportPlan, 'sections'>,
  type: DocumentType,
): readonly string[] {
  const planned = new Set(plan.sections.map(sectionName))
  const fitting = new Set(
    sectionIds.filter((id) => sections[id].documentTypes.includes(type)).map(sectionName),
  )
  return read.filter((name) => fitting.has(name) && !planned.has(name))
}
