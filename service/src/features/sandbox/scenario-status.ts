import { problems } from '@lastro/contract/problems/problems.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import { type SectionId, sections } from '@lastro/contract/reports/sections.ts'
import type { SourceFault } from '@lastro/contract/reports/source-faults.ts'
import { documentType } from '@lastro/rules/documents/document-number.ts'
import { type Desk, deskSections, type Scenario } from './scenario.ts'

/** What a query without features answers for a scenario: it follows from which of its sections fail. */
export function scenarioStatus(scenario: Scenario, product: Product): number {
  const type = documentType(scenario.document)
  const shown = product.sections.filter((id) => sections[id].documentTypes.includes(type))
  const faults = shown.map((id) => faultOf(scenario, id)).filter((fault) => fault !== undefined)
  if (faults.length === 0) return 200
  if (faults.length < shown.length) return 203
  const isLate = faults.every((fault) => fault === 'source_timeout')
  return problems[isLate ? 'deadline_exceeded' : 'sources_unavailable'].status
}

function faultOf({ faults, delays }: Scenario, id: SectionId): SourceFault | undefined {
  const desks = Object.keys(deskSections) as Desk[]
  const isSilent = desks.some((desk) => delays?.[desk] === 'never' && deskSections[desk].includes(id))
  return isSilent ? 'source_timeout' : faults?.[id]
}
