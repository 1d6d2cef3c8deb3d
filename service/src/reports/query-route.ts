import type { Environment } from '@lastro/contract/credentials.ts'
import { type Product, productPath } from '@lastro/contract/products.ts'
import { QueryRequest } from '@lastro/contract/queries.ts'
import { type HeaderName, headerName } from '../http/call-headers.ts'
import type { Authenticate, Caller, CredentialRefusal } from '../http/caller.ts'
import { type IdempotencyStore, onceForKey } from '../http/idempotency.ts'
import { readJson } from '../http/read-json.ts'
import type { Given, Reply } from '../http/reply.ts'
import { type Call, environmentPrefix, isRefusal, type Outcome, type Route } from '../http/route.ts'
import { validator } from '../http/validate.ts'
import type { Billing, ConsultationDraft } from '../trail/consultation.ts'
import { type AnswerDeps, admitQuery, answerQuery, planQuery } from './answer-query.ts'
import { type Consulting, draftOf, newConsulting } from './consulting.ts'
import { jsonMediaType, reportDocument, reportMediaTypes } from './document/report-document.ts'
import { productRefusal } from './product-access.ts'

export type ReportDeps = AnswerDeps & {
  readonly products: readonly Product[]
  readonly authenticate: Authenticate
  /** Puts the query on record. Resolves once that is durable: nothing is answered before. */
  readonly record: (environment: Environment, draft: ConsultationDraft) => Promise<Billing>
  readonly idempotency: IdempotencyStore
  /** The code by which the trail knows a record again. */
  readonly checkCode: (draft: ConsultationDraft, billing: Billing) => string
}

/**
 * A product's query: credentials, body, report, record, answer. Each step is waited for only where it has to be,
 * which with the embedded store is the record alone.
 */
export function queryRoute(deps: ReportDeps, product: Product, environment: Environment): Route {
  return {
    operation: `${product.code}Consulta`,
    method: 'POST',
    path: `${environmentPrefix[environment]}${productPath(product)}/consulta`,
    produces: reportMediaTypes,
    handle: async (call) => {
      const consulting = newConsulting(product, environment, call)
      try {
        const outcome = await recorded(deps, consulting, await answer(deps, environment, consulting, call))
        return call.mediaType === jsonMediaType || isRefusal(outcome)
          ? outcome
          : await reportDocument(consulting, outcome)
      } finally {
        if (!consulting.isRecorded) settle(deps, consulting, false)
      }
    },
    refuse: async (call, refusal) => {
      const consulting = newConsulting(product, environment, call)
      // Of two credentials nobody can say which was meant, so nobody is named.
      if (!isCredential(call.headers.repeated))
        named(consulting, await deps.authenticate(call, environment), environment)
      return recorded(deps, consulting, refusal)
    },
  }
}

const isCredential = (header: string | undefined): boolean =>
  header !== undefined && credentialNames.has(headerName(header))

const credentialNames: ReadonlySet<HeaderName | undefined> = new Set(['authorization', 'apiKey', 'cookie'])

/** Tells the consultation whose it is, as far as the credentials tell. */
function named(consulting: Consulting, caller: Caller | CredentialRefusal, environment: Environment): void {
  consulting.userId = caller.userId
  consulting.clientId = caller.clientId ?? ''
  consulting.address = caller.address ?? ''
  if (isRefusal(caller)) consulting.environment = caller.environment ?? environment
  else consulting.caller = caller
}

const queryRequest = validator(QueryRequest)

async function answer(
  deps: ReportDeps,
  environment: Environment,
  consulting: Consulting,
  call: Call,
): Promise<Outcome> {
  const authenticated = deps.authenticate(call, environment)
  const caller = authenticated instanceof Promise ? await authenticated : authenticated
  named(consulting, caller, environment)
  if (isRefusal(caller)) return caller
  const refusal = productRefusal(consulting.product, caller)
  if (refusal !== undefined) return refusal
  const reading = readJson(call, queryRequest)
  const body = reading instanceof Promise ? await reading : reading
  if (isRefusal(body)) return body
  const admitting = admitQuery(deps, environment, consulting, caller, body.value)
  const document = admitting instanceof Promise ? await admitting : admitting
  if (typeof document === 'object') return document
  const plan = planQuery(deps, environment, consulting, caller, document)
  consulting.isContactDataWithheld = !plan.contactData
  const work = () => answerQuery(deps, environment, consulting, document, plan)
  if (call.headers.idempotencyKey === undefined) return work()

  const keyed = {
    environment,
    clientId: caller.clientId,
    key: call.headers.idempotencyKey,
    // Whoever may see less than the first caller does not get the first caller's answer.
    operation: `${consulting.product.code} ${plan.contactData}`,
    body: body.bytes,
  }
  const recordedWork = async () => noted(consulting, await recorded(deps, consulting, await work()))
  // A report that goes out again is seen again, so it is on record again; it is never billed.
  return onceForKey(deps, keyed, recordedWork, async ({ note, given }) => {
    consulting.listings = note ?? ''
    await record(deps, consulting, 'replayed')
    // In another format it is still the same report: it says when it was first given.
    consulting.given = given ?? consulting.given
  })
}

/** What its repeat needs stays with an answer: the listings it shows, and the consultation it was given by. */
const noted = ({ listings, given }: Consulting, outcome: Outcome): Outcome =>
  isRefusal(outcome) || given === undefined
    ? outcome
    : { ...outcome, given, ...(listings !== '' && { note: listings }) }

/**
 * The one way out of a query: by then its record is durable. Whoever sends no credential of ours has
 * consulted nothing and cannot be named, so that alone leaves no record.
 */
async function recorded(deps: ReportDeps, consulting: Consulting, outcome: Outcome): Promise<Outcome> {
  if (consulting.isRecorded || consulting.clientId === '') return outcome
  const isProblem = isRefusal(outcome)
  const name = isProblem ? outcome.code : outcome.status === 203 ? 'degraded' : 'answered'
  const billing = await record(deps, consulting, name)
  return isProblem
    ? { ...outcome, headers: { ...outcome.headers, ...notBilled } }
    : withGiven(withBilling(outcome, billing), consulting.given)
}

async function record(deps: ReportDeps, consulting: Consulting, outcome: string): Promise<Billing> {
  consulting.isRecorded = true
  const isAnswer = outcome === 'answered' || outcome === 'degraded' || outcome === 'replayed'
  const draft = draftOf(consulting, outcome, deps.clock.nowMs())
  try {
    const billing = await deps.record(consulting.environment, draft)
    if (isAnswer && isGivenAgain(consulting.call)) consulting.given = givenBy(deps, draft, billing)
    return billing
  } finally {
    settle(deps, consulting, isAnswer)
  }
}

/** A document says by which consultation it was given; an answer under a key may become one later. */
const isGivenAgain = ({ mediaType, headers }: Call): boolean =>
  mediaType !== jsonMediaType || headers.idempotencyKey !== undefined

const givenBy = ({ checkCode }: ReportDeps, draft: ConsultationDraft, billing: Billing): Given => ({
  atMs: draft.atMs,
  requestId: draft.requestId,
  checkCode: checkCode(draft, billing),
})

function settle(deps: ReportDeps, { isAdmitted, caller }: Consulting, isAnswer: boolean): void {
  if (isAdmitted && caller !== undefined) deps.settle(caller, isAnswer)
}

const notBilled = { 'X-Billed': 'false', 'X-Billing-Reason': 'not_answered' }

/** Billing is said, not guessed. */
const billingHeaders: Readonly<Record<Billing, Readonly<Record<string, string>>>> = {
  billed: { 'X-Billed': 'true', 'X-Billing-Reason': 'new_query' },
  repeat: { 'X-Billed': 'false', 'X-Billing-Reason': 'repeat_within_window' },
  unbilled: notBilled,
}

/** Whoever keeps a report can have it confirmed later. */
const withGiven = (reply: Reply, given: Given | undefined): Reply =>
  given === undefined
    ? reply
    : {
        ...reply,
        headers: {
          ...reply.headers,
          'X-Consultation-Id': given.requestId,
          'X-Check-Code': given.checkCode,
        },
      }

const withBilling = (reply: Reply, billing: Billing): Reply => ({
  ...reply,
  headers:
    reply.headers === undefined ? billingHeaders[billing] : { ...reply.headers, ...billingHeaders[billing] },
})
