import { contractHas } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import type { FeatureCode, Product } from '@lastro/contract/reports/products.ts'
import type { Language } from '@lastro/contract/text.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import { leafOf, type Members, membersOf } from '@lastro/rules/reports/report-members.ts'
import {
  type ClosedParts,
  type StandingReport,
  stillReadable,
  type TodayReport,
} from '@lastro/rules/reports/still-readable.ts'
import type { Clock } from '../../../clock.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Refusal } from '../../../http/reply.ts'
import { isRefusal } from '../../../http/route.ts'
import { productRefusal } from '../product-access.ts'
import { listingsSource, type PublishedListing, shownIn } from '../query/add-listings.ts'
import { assembleReport } from '../query/assemble-report.ts'
import { planReport, type ReportPlan } from '../query/plan-report.ts'
import { type ReportEnvironment, sourcesFor } from '../query/report-environment.ts'
import { answerSections, type SectionsDeps } from '../query/sections/answer-sections.ts'
import type { Bought } from '../source.ts'
import { boughtWith, newerOf } from './bought.ts'
import type { KeptReport } from './kept-report.ts'

export type JudgeDeps = SectionsDeps & {
  readonly products: readonly Product[]
  readonly environments: Readonly<Record<Environment, ReportEnvironment>>
  readonly clock: Clock
  /** Whether the person on file has said since then that something of what others tell is wrong, and was not refused. */
  readonly isContested: (document: DocumentNumber, sinceMs: number) => Promise<boolean>
}

/** An earlier report as it was answered, and what may still be read of it. */
export type Judged = {
  readonly report: KeptReport
  readonly product: Product
  readonly document: DocumentNumber
  readonly answered: Members
  readonly standing: StandingReport
  /** The listings that what stands shows, for the trail. */
  readonly listings: string
  /** False when its reader may have no contact data now. */
  readonly contactData: boolean
}

export type ReportReader = {
  readonly caller: Caller
  readonly environment: Environment
  readonly language: Language
}

/**
 * Judges an earlier report by today. What a report on the same document would show now is asked inside, without record
 * or price, and of the earlier one that stays which today still says and the contract still opens. A provider is not
 * asked: what it answered then is taken for what it says, as of that day, unless it has told more since.
 */
export async function judgeReport(
  deps: JudgeDeps,
  reader: ReportReader,
  report: KeptReport,
  later?: KeptReport,
): Promise<Judged | Refusal> {
  const product = deps.products.find(({ code }) => code === report.product)
  if (product === undefined) return { code: 'report_unknown' }
  const refused = productRefusal(product, reader.caller)
  if (refused !== undefined) return refused
  const { document, report: answered } = JSON.parse(report.body).result as Answered
  const { plan, closed } = plansOf(deps, reader, { product, report, document })
  const own = await boughtUncontested(deps, report, document)
  const bought = later === undefined ? own : newerOf(own, await boughtUncontested(deps, later, document))
  const today = await reportToday(deps, reader, { document, plan, given: report.given, answered, bought })
  if (isRefusal(today)) return today
  const { contactData } = plan
  const standing = stillReadable(
    { report: answered, sources: report.sources },
    { ...today, contactData, closed },
  )
  const listings = shownIn(plan, today.listings, standing.report)
  return { report, product, document, answered, standing, listings, contactData }
}

async function boughtUncontested(
  { isContested }: JudgeDeps,
  report: KeptReport,
  document: DocumentNumber,
): Promise<Bought> {
  if (report.bought === undefined || (await isContested(document, report.given.atMs))) return {}
  return boughtWith(report)
}

type Answered = { readonly document: DocumentNumber; readonly report: Members }

/** The sections that are not whole: those that failed then, and those of which something cannot be confirmed now. */
export const degradedIn = ({ report, standing }: Pick<Judged, 'report' | 'standing'>): readonly string[] => [
  ...new Set([...(report.degraded?.split(', ') ?? []), ...standing.unconfirmed]),
]

type Planned = Pick<Judged, 'product' | 'report' | 'document'>

/** What its reader may have of it now, with whole lists, since to look an item up takes them all; and what not any more. */
function plansOf(
  { environments }: JudgeDeps,
  { environment, caller }: ReportReader,
  { product, report, document }: Planned,
): { readonly plan: ReportPlan; readonly closed: ClosedParts } {
  const planWith = (features: readonly FeatureCode[]) =>
    planReport(product, features, documentType(document), {
      scopes: caller.scopes,
      withheld: environments[environment].withheldScopes(document),
    })
  const offered = report.features.filter((code): code is FeatureCode => code in product.features)
  const then = planWith(offered)
  const now = planWith(offered.filter((code) => contractHas(caller.contract.features, code)))
  const closed = {
    sections: then.sections.filter((id) => !now.sections.includes(id)),
    listedMax: then.wholeLists && !now.wholeLists ? listedCountMax : undefined,
  }
  return { plan: { ...now, wholeLists: true }, closed }
}

type AskedToday = {
  readonly document: DocumentNumber
  readonly plan: ReportPlan
  readonly given: KeptReport['given']
  readonly answered: Members
  readonly bought: Bought
}

/** The dates of test documents follow the day they are asked on, so that the sandbox is asked on the report's own. */
async function reportToday(
  deps: JudgeDeps,
  { caller, environment, language }: ReportReader,
  { document, plan, given, answered: earlier, bought }: AskedToday,
): Promise<
  (Omit<TodayReport, 'contactData'> & { readonly listings: readonly PublishedListing[] }) | Refusal
> {
  const today = dayAt(environment === 'sandbox' ? given.atMs : deps.clock.nowMs())
  const { clientId, contract } = caller
  // Whoever looks at what was bought buys nothing: a copy of what a provider said since counts, or what it said then.
  const copiedSinceMs = toldSinceMs(given, earlier)
  const asking = { mode: 'copies', requestId: given.requestId, copiedSinceMs, bought } as const
  const asked = { clientId, contract, asking, document, plan, today }
  const from = deps.environments[environment]
  const answered = await answerSections(deps, from, asked)
  const { answers, doubtful, sources, shown } = answered
  const report = assembleReport(plan, answers, language, doubtful)
  // A section that nothing covers today cannot be confirmed, so the report's content stands as of its day.
  return report.kind === 'unanswered'
    ? { code: report.code }
    : {
        report: report.kind === 'uncovered' ? {} : JSON.parse(report.text),
        sources,
        listings: shown,
        known: new Set([listingsSource, ...sourcesFor(from, contract).map(({ name }) => name)]),
      }
}

/** A report that was answered from a copy is as old as that. */
function toldSinceMs({ atMs }: KeptReport['given'], answered: Members): number {
  const copied = Object.values(answered).flatMap((block) => [
    leafOf(block, 'copiedAt'),
    ...Object.values(membersOf(block)).map((section) => leafOf(section, 'copiedAt')),
  ])
  return Math.min(atMs, ...copied.flatMap((at) => (at === undefined ? [] : Date.parse(at))))
}
