import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import type { SentValues } from '@lastro/contract/policies/sent-values.ts'
import type { FeatureCode, Product } from '@lastro/contract/reports/products.ts'
import { sectionName } from '@lastro/contract/reports/sections.ts'
import type { Language } from '@lastro/contract/text.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import { type DecisionInputs, notCoveredIn, sourcesIn } from '@lastro/rules/policies/decision-inputs.ts'
import type { Clock } from '../../../clock.ts'
import { assembleReport } from '../query/assemble-report.ts'
import { planReport, type ReportPlan } from '../query/plan-report.ts'
import type { ReportEnvironment } from '../query/report-environment.ts'
import { answerSections, type SectionsDeps } from '../query/sections/answer-sections.ts'
import type { SectionAnswers } from '../source.ts'

export type HeldDeps = SectionsDeps & {
  readonly environments: Readonly<Record<Environment, ReportEnvironment>>
  readonly clock: Clock
}

export type HeldReader = {
  readonly clientId: string
  readonly contract: ClientContract
  readonly scopes: ReadonlySet<string>
  readonly environment: Environment
  readonly language: Language
}

export type HeldReport = {
  readonly document: DocumentNumber
  readonly product: Product
  readonly report: Policy['report']
  readonly values: SentValues
  /** The day by which values are read; a sandbox has its own. */
  readonly today?: Day
}

/**
 * What a policy reads of the report that it asks for, made of what we hold. Nobody is asked who could charge, and
 * nothing is recorded. Undefined where the product is not for the document, or no source answered: there is no report
 * to decide on.
 */
export async function heldInputs(
  deps: HeldDeps,
  { clientId, contract, scopes, environment, language }: HeldReader,
  { document, product, report, values, ...of }: HeldReport,
): Promise<DecisionInputs | undefined> {
  const type = documentType(document)
  if (!product.documentTypes.includes(type)) return undefined
  const from = deps.environments[environment]
  const offered = (report.features ?? []).filter((code): code is FeatureCode =>
    Boolean(product.features[code as FeatureCode]?.includes(type)),
  )
  const plan = planReport(product, offered, type, { scopes, withheld: from.withheldScopes(document) })
  const today = dayAt(deps.clock.nowMs())
  const asking = { mode: 'copies', requestId: '' } as const
  const asked = { clientId, contract, asking, document, plan, today }
  const { answers, doubtful, sources } = await answerSections(deps, from, asked)
  const assembled = assembleReport(plan, answers, language, doubtful)
  if (assembled.kind !== 'report') return undefined
  return {
    documentType: type,
    report: JSON.parse(assembled.text),
    degradedSections: assembled.degraded,
    ...notCoveredIn(notCoveredSections(plan, answers)),
    sources: sourcesIn(sources),
    sent: values,
    today: of.today ?? today,
  }
}

/** Planned sections that no source answered, by their public names. */
const notCoveredSections = (plan: ReportPlan, answers: SectionAnswers): readonly string[] => [
  ...new Set(
    plan.sections.filter((id) => (answers[id]?.kind ?? 'uncovered') === 'uncovered').map(sectionName),
  ),
]
