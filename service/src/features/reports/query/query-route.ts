import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { type Product, productPath } from '@lastro/contract/reports/products.ts'
import { QueryRequest } from '@lastro/contract/reports/queries.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import type { Authenticate } from '../../../http/caller.ts'
import {
  type Awaitable,
  environmentPrefix,
  isRefusal,
  type Outcome,
  type Route,
  sideBySide,
} from '../../../http/route.ts'
import { inMediaType, reportMediaTypes } from '../document/report-document.ts'
import { answeredFeatures } from '../feature-sources.ts'
import type { PrecedenceTable } from '../precedence.ts'
import { productRefusal } from '../product-access.ts'
import type { Source } from '../source.ts'
import { addListings, type ShownListing, showsListings } from './add-listings.ts'
import { type AdmitDeps, readQuery, releaseQuery } from './admit-query.ts'
import { type AnswerOnceDeps, answerOnce } from './answer-once.ts'
import { askSources, type OnSourceError } from './ask-sources.ts'
import { assembleReport } from './assemble-report.ts'
import { hasTwoCredentials, nameCaller } from './name-caller.ts'
import { planReport, type ReportPlan } from './plan-report.ts'
import { newQueryContext, type QueryContext } from './query-context.ts'
import { recordQuery } from './record-query.ts'
import { reportReply } from './report-reply.ts'

/** What an environment adds to a query: where its answers come from and which documents it takes. */
export type ReportEnvironment = {
  readonly sources: readonly Source[]
  readonly precedence: PrecedenceTable
  /** The sandbox takes its test documents only, and may show one as to a caller without some scope. */
  readonly accepts: (document: DocumentNumber) => boolean
  readonly withheldScopes: (document: DocumentNumber) => readonly string[]
  /** The published listings that this caller's report on a document shows now. */
  readonly readListings: (
    clientId: string,
    document: DocumentNumber,
    today: Day,
  ) => Awaitable<readonly ShownListing[]>
}

export type QueryDeps = AdmitDeps &
  AnswerOnceDeps & {
    readonly products: readonly Product[]
    readonly authenticate: Authenticate
    readonly environments: Readonly<Record<Environment, ReportEnvironment>>
    readonly deadlineMs: number
    readonly onSourceError: OnSourceError
  }

/**
 * A product's query, from its credentials to its answer:
 * authenticate → read → admit → plan → ask → list → assemble → record → answer.
 * The steps stand here in this order, each in a file of its own. A step is awaited, and may refuse; whatever comes of
 * them is put on record before it leaves, and whatever was held on the way is given back.
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

  const { sources, accepts, withheldScopes } = deps.environments[context.environment]
  const document = readQuery(context, caller, body.value, sources)
  if (typeof document === 'object') return document
  if (!accepts(document)) return { code: 'document_not_in_sandbox' }
  const limited = await deps.admit(caller, context.askedAtMs)
  if (limited !== undefined) return limited
  context.isAdmitted = true

  const plan = planReport(product, context.features, documentType(document), {
    scopes: caller.scopes,
    withheld: withheldScopes(document),
  })
  context.isContactDataWithheld = !plan.contactData

  const report = () => reportOn(deps, context, document, plan)
  return call.headers.idempotencyKey === undefined
    ? await report()
    : await answerOnce(deps, context, { caller, body: body.bytes, plan }, report)
}

/** The report on a document: what the sources answer, with the listings of ours added, put together. */
async function reportOn(
  deps: QueryDeps,
  context: QueryContext,
  document: DocumentNumber,
  plan: ReportPlan,
): Promise<Outcome> {
  const environment = deps.environments[context.environment]
  const today = dayAt(context.askedAtMs)
  const asking = { document, plan, today, deadlineMs: deps.deadlineMs }
  const [answered, listings] = await sideBySide(
    askSources(environment, asking, deps.onSourceError),
    showsListings(plan) ? environment.readListings(context.clientId, document, today) : noListings,
  )
  const listed = addListings(plan, answered.answers, listings)
  context.listings = listed.shown
  context.paidFeatures = answeredFeatures(context.features, plan.sections, listed.answers)
  const report = assembleReport(plan, listed.answers, context.call.language, answered.doubtful)
  return reportReply(document, report, answered.sources)
}

const noListings: readonly ShownListing[] = []
