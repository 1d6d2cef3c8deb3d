import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { type Product, productPath } from '@lastro/contract/reports/products.ts'
import { QueryRequest } from '@lastro/contract/reports/queries.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Billing, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { type JsonBody, readJson } from '../../http/body/read-json.ts'
import { validator } from '../../http/body/validate.ts'
import type { Authenticate, Caller, CredentialRefusal } from '../../http/caller.ts'
import { type HeaderName, headerName } from '../../http/headers/call-headers.ts'
import { type IdempotencyStore, onceForKey } from '../../http/idempotency.ts'
import { type Awaiting, Later } from '../../http/later.ts'
import type { Given, Refusal, Reply } from '../../http/reply.ts'
import { type Call, environmentPrefix, isRefusal, type Outcome, type Route } from '../../http/route.ts'
import type { Recorder } from '../trail/recorder.ts'
import { type AnswerDeps, admitQuery, answerQuery, planQuery } from './answer-query.ts'
import { type Consulting, draftOf, newConsulting } from './consulting.ts'
import { jsonMediaType, reportDocument, reportMediaTypes } from './document/report-document.ts'
import { productRefusal } from './product-access.ts'
import { readUsualBody } from './usual-body.ts'

export type ReportDeps = AnswerDeps & {
  readonly products: readonly Product[]
  readonly authenticate: Authenticate
  /** Puts the query on record. Tells once that is durable: nothing is answered before. */
  readonly record: Recorder
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
    handle: (call) => {
      const consulting = newConsulting(product, environment, call)
      try {
        const outcome = answer(deps, environment, consulting, call)
        if (outcome instanceof Promise || call.mediaType !== jsonMediaType)
          return finish(deps, consulting, outcome)
        return isOnRecord(consulting) ? outcome : new Recording(deps, consulting, outcome)
      } catch (error) {
        settle(deps, consulting, false)
        throw error
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

/** A query whose answer had to be waited for, or is shown as a document. */
async function finish(
  deps: ReportDeps,
  consulting: Consulting,
  answering: Outcome | Promise<Outcome>,
): Promise<Outcome> {
  try {
    const outcome = await recorded(deps, consulting, await answering)
    return consulting.call.mediaType === jsonMediaType || isRefusal(outcome)
      ? outcome
      : await reportDocument(consulting, outcome)
  } finally {
    settle(deps, consulting, false)
  }
}

/** A query that has its answer and waits for its record: the end of nearly every one. */
class Recording extends Later<Outcome> implements Awaiting<Billing> {
  readonly #deps: ReportDeps
  readonly #consulting: Consulting
  readonly #outcome: Outcome

  constructor(deps: ReportDeps, consulting: Consulting, outcome: Outcome) {
    super()
    this.#deps = deps
    this.#consulting = consulting
    this.#outcome = outcome
    const draft = draftOf(consulting, outcomeName(outcome), deps.clock.nowMs())
    deps.record(consulting.environment, draft, this)
  }

  came(billing: Billing): void {
    const outcome = withBilling(this.#outcome, billing)
    settle(this.#deps, this.#consulting, !isRefusal(outcome))
    this.come(outcome)
  }

  failed(error: unknown): void {
    settle(this.#deps, this.#consulting, false)
    this.fail(error)
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

const queryRequest = validator(QueryRequest, readUsualBody)

function answer(
  deps: ReportDeps,
  environment: Environment,
  consulting: Consulting,
  call: Call,
): Outcome | Promise<Outcome> {
  const caller = deps.authenticate(call, environment)
  return caller instanceof Promise
    ? caller.then((one) => answerCaller(deps, environment, consulting, one))
    : answerCaller(deps, environment, consulting, caller)
}

function answerCaller(
  deps: ReportDeps,
  environment: Environment,
  consulting: Consulting,
  caller: Caller | CredentialRefusal,
): Outcome | Promise<Outcome> {
  named(consulting, caller, environment)
  if (isRefusal(caller)) return caller
  const refusal = productRefusal(consulting.product, caller)
  if (refusal !== undefined) return refusal
  const body = readJson(consulting.call, queryRequest)
  return body instanceof Promise
    ? body.then((one) => answerBody(deps, environment, consulting, caller, one))
    : answerBody(deps, environment, consulting, caller, body)
}

type QueryBody = JsonBody<typeof QueryRequest>

function answerBody(
  deps: ReportDeps,
  environment: Environment,
  consulting: Consulting,
  caller: Caller,
  body: QueryBody | Refusal,
): Outcome | Promise<Outcome> {
  if (isRefusal(body)) return body
  consulting.askedAtMs = deps.clock.nowMs()
  const document = admitQuery(deps, environment, consulting, caller, body.value)
  return document instanceof Promise
    ? document.then((one) => answerDocument(deps, environment, consulting, caller, body, one))
    : answerDocument(deps, environment, consulting, caller, body, document)
}

function answerDocument(
  deps: ReportDeps,
  environment: Environment,
  consulting: Consulting,
  caller: Caller,
  body: QueryBody,
  document: DocumentNumber | Refusal,
): Outcome | Promise<Outcome> {
  if (typeof document === 'object') return document
  const plan = planQuery(deps, environment, consulting, caller, document)
  consulting.isContactDataWithheld = !plan.contactData
  const key = consulting.call.headers.idempotencyKey
  if (key === undefined) return answerQuery(deps, environment, consulting, document, plan)

  const keyed = {
    environment,
    clientId: caller.clientId,
    key,
    // Whoever may see less than the first caller does not get the first caller's answer.
    operation: `${consulting.product.code} ${plan.contactData}`,
    body: body.bytes,
  }
  const work = async () => {
    const outcome = await answerQuery(deps, environment, consulting, document, plan)
    return noted(consulting, await recorded(deps, consulting, outcome))
  }
  // A report that goes out again is seen again, so it is on record again; it is never billed.
  return onceForKey(deps, keyed, work, async ({ note, given }) => {
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
 * Whether a query may be answered now. Whoever sends no credential of ours has consulted nothing and cannot be
 * named, so that alone leaves no record.
 */
const isOnRecord = ({ isRecorded, clientId }: Consulting): boolean => isRecorded || clientId === ''

/** What is told of an answer, or of its refusal, on record. */
const outcomeName = (outcome: Outcome): string =>
  isRefusal(outcome) ? outcome.code : outcome.status === 203 ? 'degraded' : 'answered'

/** The way out of a query: by then its record is durable. */
async function recorded(deps: ReportDeps, consulting: Consulting, outcome: Outcome): Promise<Outcome> {
  if (isOnRecord(consulting)) return outcome
  const billing = await record(deps, consulting, outcomeName(outcome))
  const billed = withBilling(outcome, billing)
  return isRefusal(billed) ? billed : withGiven(billed, consulting.given)
}

async function record(deps: ReportDeps, consulting: Consulting, outcome: string): Promise<Billing> {
  consulting.isRecorded = true
  const draft = draftOf(consulting, outcome, deps.clock.nowMs())
  const billing = await new Promise<Billing>((came, failed) =>
    deps.record(consulting.environment, draft, { came, failed }),
  )
  const isAnswer = outcome === 'answered' || outcome === 'degraded' || outcome === 'replayed'
  settle(deps, consulting, isAnswer)
  if (isAnswer && isGivenAgain(consulting.call)) consulting.given = givenBy(deps, draft, billing)
  return billing
}

/** A document says by which consultation it was given; an answer under a key may become one later. */
const isGivenAgain = ({ mediaType, headers }: Call): boolean =>
  mediaType !== jsonMediaType || headers.idempotencyKey !== undefined

const givenBy = ({ checkCode }: ReportDeps, draft: ConsultationDraft, billing: Billing): Given => ({
  atMs: draft.atMs,
  requestId: draft.requestId,
  checkCode: checkCode(draft, billing),
})

/** Tells the limits how it ended, once. */
function settle(deps: ReportDeps, consulting: Consulting, isAnswered: boolean): void {
  const { isAdmitted, caller } = consulting
  if (!isAdmitted || caller === undefined) return
  consulting.isAdmitted = false
  deps.settle(caller, isAnswered)
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

function withBilling(outcome: Outcome, billing: Billing): Outcome {
  const headers = isRefusal(outcome) ? notBilled : billingHeaders[billing]
  return { ...outcome, headers: outcome.headers === undefined ? headers : { ...outcome.headers, ...headers } }
}
