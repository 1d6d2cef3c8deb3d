import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { FeatureCode, Product } from '@lastro/contract/reports/products.ts'
import type { Language } from '@lastro/contract/text.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import type { Members } from '@lastro/rules/reports/report-members.ts'
import { type StandingReport, stillReadable } from '@lastro/rules/reports/still-readable.ts'
import type { Clock } from '../../../clock.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Refusal } from '../../../http/reply.ts'
import { isRefusal } from '../../../http/route.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import { productRefusal } from '../product-access.ts'
import { answerSections, type SectionsDeps } from '../query/answer-sections.ts'
import { assembleReport } from '../query/assemble-report.ts'
import { planReport, type ReportPlan } from '../query/plan-report.ts'
import type { ReportEnvironment } from '../query/report-environment.ts'
import type { KeptReport, KeptReportStore, SealedReport } from './kept-report.ts'
import { openReport } from './seal-report.ts'

export type ReopenDeps = SectionsDeps & {
  readonly products: readonly Product[]
  readonly environments: Readonly<Record<Environment, ReportEnvironment>>
  readonly keptReports: Pick<KeptReportStore, 'find'>
  readonly seal: Seal
  readonly clock: Clock
}

/** A kept report as it was answered, and what may still be read of it. */
export type Reopened = {
  readonly kept: SealedReport
  readonly report: KeptReport
  readonly product: Product
  readonly document: DocumentNumber
  readonly answered: Members
  readonly standing: StandingReport
  /** False when its reader may have no contact data now. */
  readonly contactData: boolean
}

export type Reader = {
  readonly caller: Caller
  readonly environment: Environment
  readonly language: Language
}

/**
 * Opens a client's own report. What a report on the same document would show now is asked inside, without record or
 * price, and of the kept one that stays which today still says.
 */
export async function reopenReport(
  deps: ReopenDeps,
  reader: Reader,
  requestId: string,
): Promise<Reopened | Refusal> {
  const { caller, environment } = reader
  const { clientId } = caller
  const kept = await deps.keptReports.find({ environment, clientId, requestId }, deps.clock.nowMs())
  if (kept === undefined) return { code: 'report_unknown' }
  const report = openReport(deps.seal, kept)
  const product = deps.products.find(({ code }) => code === report.product)
  if (product === undefined) return { code: 'report_unknown' }
  const closed = productRefusal(product, caller)
  if (closed !== undefined) return closed
  const { document, report: answered } = JSON.parse(report.body).result as Answered
  const plan = planOf(deps.environments[environment], { product, report, document, caller })
  const today = await reportToday(deps, reader, { document, plan, keptOn: dayAt(kept.atMs) })
  if (isRefusal(today)) return today
  const standing = stillReadable(
    { report: answered, sources: report.sources },
    { ...today, contactData: plan.contactData },
  )
  return { kept, report, product, document, answered, standing, contactData: plan.contactData }
}

type Answered = { readonly document: DocumentNumber; readonly report: Members }

type Planned = Pick<Reopened, 'product' | 'report' | 'document'> & Pick<Reader, 'caller'>

/** The plan of the query with what its reader may have now, and with whole lists: to look an item up takes them all. */
function planOf(environment: ReportEnvironment, { product, report, document, caller }: Planned): ReportPlan {
  const offered = report.features.filter((code): code is FeatureCode => code in product.features)
  const plan = planReport(product, offered, documentType(document), {
    scopes: caller.scopes,
    withheld: environment.withheldScopes(document),
  })
  return { ...plan, wholeLists: true }
}

type AskedToday = { readonly document: DocumentNumber; readonly plan: ReportPlan; readonly keptOn: Day }

/** The dates of test documents follow the day they are asked on, so that the sandbox is asked on the report's own. */
async function reportToday(
  deps: ReopenDeps,
  { caller, environment, language }: Reader,
  { document, plan, keptOn }: AskedToday,
): Promise<{ readonly report: Members; readonly sources: string } | Refusal> {
  const today = environment === 'sandbox' ? keptOn : dayAt(deps.clock.nowMs())
  const { clientId, contract } = caller
  // Whoever looks at what was bought buys nothing: what only a provider could confirm is unconfirmed.
  const asked = { clientId, contract, mayCharge: false, document, plan, today }
  const { answers, doubtful, sources } = await answerSections(deps, deps.environments[environment], asked)
  const report = assembleReport(plan, answers, language, doubtful)
  return report.kind === 'unanswered' ? { code: report.code } : { report: JSON.parse(report.text), sources }
}
