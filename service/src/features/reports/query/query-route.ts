import type { SourceTerm } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { type Product, productPath } from '@lastro/contract/reports/products.ts'
import { QueryRequest } from '@lastro/contract/reports/queries.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import type { Authenticate, Caller } from '../../../http/caller.ts'
import type { Refusal } from '../../../http/reply.ts'
import { type Call, environmentPrefix, isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import { dueFeatures, isProductDue, recordedCoverage } from '../coverage.ts'
import { inMediaType, reportMediaTypes } from '../document/report-document.ts'
import { keepAnswer } from '../kept/keep-answer.ts'
import type { ReportKeeper } from '../kept/report-keeper.ts'
import { type AnswerOnceDeps, answerOnce } from '../keyed/answer-once.ts'
import { productRefusal } from '../product-access.ts'
import { copyIn } from '../source.ts'
import { type AdmitDeps, admitToQuota, readQuery, releaseQuery } from './admit-query.ts'
import { assembleReport } from './assemble-report.ts'
import { hasTwoCredentials, nameCaller } from './name-caller.ts'
import { planReport, type ReportPlan } from './plan-report.ts'
import type { QueriesUnderWay } from './queries-under-way.ts'
import { draftOf, newQueryContext, type QueryContext } from './query-context.ts'
import { queryCosts } from './query-costs.ts'
import { recordQuery } from './record-query.ts'
import type { ReportEnvironment } from './report-environment.ts'
import { reportReply } from './report-reply.ts'
import { answerSections, type SectionsDeps } from './sections/answer-sections.ts'
import type { SourcesAnswered } from './sections/ask-sources.ts'

export type QueryDeps = AdmitDeps &
  AnswerOnceDeps &
  SectionsDeps & {
    readonly products: readonly Product[]
    readonly authenticate: Authenticate
    readonly environments: Readonly<Record<Environment, ReportEnvironment>>
    /** Whether the client of a query has paid for the same one within its window. */
    readonly paidAtMs: (environment: Environment, draft: ConsultationDraft) => Promise<number | undefined>
    readonly underWay: QueriesUnderWay
    /** Keeps what was answered, after it was. */
    readonly keeper: Pick<ReportKeeper, 'keep'>
  }

/**
 * A product's query, from its credentials to its answer:
 * authenticate → read → admit → plan → ask → list → assemble → record → answer, and then keep.
 * The steps stand here in this order, each in a file of its own; asking and listing do not wait for each other. A step
 * is awaited, and may refuse; whatever comes of them is put on record before it leaves, and whatever was held on the
 * way is given back.
 */
export function queryRoute(deps: QueryDeps, product: Product, environment: Environment): Route {
  return {
    operation: `${product.code}Consulta`,
    method: 'POST',
    path: `${environmentPrefix[environment]}${productPath(product)}/consulta`,
    produces: reportMediaTypes,
    handle: async (call) => {
      const context = newQueryContext(product, environment, call)
      try {
        const outcome = await answerOf(deps, context)
        const recorded = await recordQuery(deps, context, outcome)
        keepAnswer(deps, context, recorded)
        return await inMediaType(context, recorded)
      } finally {
        releaseQuery(deps, context)
      }
    },
    refuse: async (call, refusal) => {
      const context = newQueryContext(product, environment, call)
      if (!hasTwoCredentials(call)) nameCaller(context, await deps.authenticate(call, environment))
      return recordQuery(deps, context, refusal)
    },
  }
}

const queryRequest = validator(QueryRequest)

/** From the credentials to the report, or to the first refusal. */
async function answerOf(deps: QueryDeps, context: QueryContext): Promise<Outcome> {
  const { product, call } = context
  const caller = await deps.authenticate(call, context.environment)
  nameCaller(context, caller)
  if (isRefusal(caller)) return caller
  const closed = productRefusal(product, caller)
  if (closed !== undefined) return closed

  const body = await readJson(call, queryRequest)
  if (isRefusal(body)) return body
  context.askedAtMs = deps.clock.nowMs()

  const document = admitToContract(deps, context, caller, body.value)
  if (typeof document === 'object') return document
  const limited = await deps.admitRate(caller, context.askedAtMs)
  if (limited !== undefined) return limited

  const plan = planOf(deps, context, caller, document)
  const planned = { caller, document, plan }
  // A report that only goes out again under its key takes nothing of the quota.
  const report = async () => (await admitToQuota(deps, context, caller)) ?? reportOn(deps, context, planned)
  return call.headers.idempotencyKey === undefined
    ? await report()
    : await answerOnce(deps, context, { caller, body: body.bytes, plan }, report)
}

export type Planned = {
  readonly caller: Caller
  readonly document: DocumentNumber
  readonly plan: ReportPlan
}

/** What a caller is to be shown of the document that it names, or why it may not ask for that. */
export function planQuery(
  deps: Pick<QueryDeps, 'environments'>,
  context: QueryContext,
  caller: Caller,
  query: QueryRequest,
): Planned | Refusal {
  const document = admitToContract(deps, context, caller, query)
  if (typeof document === 'object') return document
  return { caller, document, plan: planOf(deps, context, caller, document) }
}

/** The document that is queried, if the contract and the environment allow it. */
function admitToContract(
  { environments }: Pick<QueryDeps, 'environments'>,
  context: QueryContext,
  caller: Caller,
  query: QueryRequest,
): DocumentNumber | Refusal {
  const environment = environments[context.environment]
  const document = readQuery(context, caller, query)
  if (typeof document === 'object' || environment.accepts(document)) return document
  return { code: 'document_not_in_sandbox' }
}

function planOf(
  { environments }: Pick<QueryDeps, 'environments'>,
  context: QueryContext,
  { scopes }: Caller,
  document: DocumentNumber,
): ReportPlan {
  const withheld = environments[context.environment].withheldScopes(document)
  const plan = planReport(context.product, context.features, documentType(document), { scopes, withheld })
  context.isContactDataWithheld = !plan.contactData
  return plan
}

/** The report on a document, put together from its sections. */
export async function reportOn(
  deps: AskingDeps & Pick<QueryDeps, 'environments'>,
  context: QueryContext,
  { caller, document, plan }: Planned,
): Promise<Outcome> {
  const { clientId, environment, features, call } = context
  const { contract } = caller
  const asking =
    contract.sources === undefined ? calling(call) : await askingFor(deps, context, contract.sources)
  const asked = { clientId, contract, asking, document, plan, today: dayAt(context.askedAtMs) }
  const answered = await answerSections(deps, deps.environments[environment], asked)
  context.shownVersions = answered.shownVersions
  context.bought = answered.bought
  context.copiedAtMs = copiedAtMs(answered)
  context.isProductDue = isProductDue(context.product, answered.answers)
  context.paidFeatures = dueFeatures(features, plan, answered.answers)
  context.coverage = recordedCoverage(plan, answered.answers)
  const report = assembleReport(plan, answered.answers, call.language, answered.doubtful)
  return reportReply(document, report, answered.sources)
}

type Asking = Parameters<typeof answerSections>[2]['asking']

const calling = ({ requestId }: Call): Asking => ({ mode: 'call', requestId })

type AskingDeps = SectionsDeps & Pick<QueryDeps, 'clock' | 'paidAtMs' | 'underWay'>

/** Whether a query repeats one that its client has paid for matters only where copies are kept. */
async function askingFor(
  deps: AskingDeps,
  context: QueryContext,
  sources: readonly SourceTerm[],
): Promise<Asking> {
  context.costs = queryCosts()
  const keepsCopies = sources.some(({ copyDays = 0 }) => copyDays > 0)
  const paidAtMs = keepsCopies ? await paidAtMsOf(deps, context) : undefined
  const asking = { ...calling(context.call), costs: context.costs }
  return paidAtMs === undefined ? asking : { ...asking, mode: 'repeat', paidAtMs }
}

/** When the same query was last paid for, by one that was under way until now included. */
async function paidAtMsOf(deps: AskingDeps, context: QueryContext): Promise<number | undefined> {
  const { trailEnvironment, askedAtMs } = context
  const asked = draftOf(context, 'answered', askedAtMs)
  context.endUnderWay = await deps.underWay.begin(trailEnvironment, asked, deps.deadlineMs)
  const draft = { ...asked, atMs: Math.max(askedAtMs, deps.clock.nowMs()) }
  const paidAtMs = await deps.paidAtMs(trailEnvironment, draft)
  // A repeat keeps nobody waiting.
  if (paidAtMs !== undefined) context.endUnderWay()
  return paidAtMs
}

/** Of when the oldest copy is that answers for a source which failed; undefined where none does. */
function copiedAtMs({
  doubtful,
  answers,
}: Pick<SourcesAnswered, 'doubtful' | 'answers'>): number | undefined {
  if (doubtful.length === 0) return undefined
  const copies = doubtful.flatMap((id) => copyIn(answers[id]) ?? [])
  const standIns = copies.filter(({ fault }) => fault !== undefined)
  return standIns.length === 0 ? undefined : Math.min(...standIns.map(({ atMs }) => atMs))
}
