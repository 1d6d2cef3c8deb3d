import type { Environment } from '@lastro/contract/credentials.ts'
import { type Product, productPath } from '@lastro/contract/products.ts'
import { QueryRequest } from '@lastro/contract/queries.ts'
import type { Authenticate, Caller } from '../http/caller.ts'
import { type IdempotencyStore, onceForKey } from '../http/idempotency.ts'
import { readJson } from '../http/read-json.ts'
import type { Reply } from '../http/reply.ts'
import { type Call, environmentPrefix, isRefusal, type Outcome, type Route } from '../http/route.ts'
import { validator } from '../http/validate.ts'
import type { Billing, ConsultationDraft } from '../trail/consultation.ts'
import { type AnswerDeps, answerQuery, readQuery } from './answer-query.ts'
import { type Consulting, draftOf, newConsulting } from './consulting.ts'
import { productRefusal } from './product-access.ts'

export type ReportDeps = AnswerDeps & {
  readonly products: readonly Product[]
  readonly authenticate: Authenticate
  /** Puts the query on record. Resolves once that is durable: nothing is answered before. */
  readonly record: (environment: Environment, draft: ConsultationDraft) => Promise<Billing>
  readonly idempotency: IdempotencyStore
}

/** A product's query: credentials, body, report, record, answer. */
export function queryRoute(deps: ReportDeps, product: Product, environment: Environment): Route {
  return {
    operation: `${product.code}Consulta`,
    method: 'POST',
    path: `${environmentPrefix[environment]}${productPath(product)}/consulta`,
    produces: ['application/json'],
    handle: async (call) => {
      const consulting = newConsulting(product, call)
      return recorded(deps, environment, consulting, await answer(deps, environment, consulting, call))
    },
  }
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
  if (isRefusal(caller)) {
    consulting.clientId = caller.clientId ?? ''
    consulting.address = caller.address ?? ''
    return caller
  }
  consulting.clientId = caller.clientId
  consulting.address = caller.address
  consulting.caller = caller
  const refusal = productRefusal(consulting.product, caller)
  if (refusal !== undefined) return refusal
  const body = await readJson(call, queryRequest)
  if (isRefusal(body)) return body
  if (call.headers.idempotencyKey === undefined) {
    return answerQuery(deps, environment, consulting, caller, body.value)
  }
  return answerOnce(deps, environment, consulting, caller, body)
}

function answerOnce(
  deps: ReportDeps,
  environment: Environment,
  consulting: Consulting,
  caller: Caller,
  { bytes, value }: { bytes: Buffer; value: QueryRequest },
): Promise<Outcome> {
  const keyed = {
    environment,
    clientId: caller.clientId,
    key: consulting.call.headers.idempotencyKey ?? '',
    operation: consulting.product.code,
    body: bytes,
  }
  const work = async () =>
    recorded(deps, environment, consulting, await answerQuery(deps, environment, consulting, caller, value))
  // A report that goes out again is seen again, so it is on record again; it is never billed.
  const onReplay = () => {
    readQuery(consulting, value)
    consulting.isRecorded = true
    return deps.record(environment, draftOf(consulting, 'replayed', deps.clock.nowMs()))
  }
  return onceForKey(deps, keyed, work, onReplay)
}

/**
 * The one way out of a query: by then its record is durable. Whoever sends no credential of ours has
 * consulted nothing and cannot be named, so that alone leaves no record.
 */
async function recorded(
  deps: ReportDeps,
  environment: Environment,
  consulting: Consulting,
  outcome: Outcome,
): Promise<Outcome> {
  if (consulting.isRecorded || consulting.clientId === '') return outcome
  consulting.isRecorded = true
  const isProblem = isRefusal(outcome)
  const name = isProblem ? outcome.code : outcome.status === 203 ? 'degraded' : 'answered'
  const billing = await deps.record(environment, draftOf(consulting, name, deps.clock.nowMs()))
  return isProblem
    ? { ...outcome, headers: { ...outcome.headers, ...notBilled } }
    : withBilling(outcome, billing)
}

const notBilled = { 'X-Billed': 'false', 'X-Billing-Reason': 'not_answered' }

/** Billing is said, not guessed. */
const billingHeaders: Readonly<Record<Billing, Readonly<Record<string, string>>>> = {
  billed: { 'X-Billed': 'true', 'X-Billing-Reason': 'new_query' },
  repeat: { 'X-Billed': 'false', 'X-Billing-Reason': 'repeat_within_window' },
  unbilled: notBilled,
}

const withBilling = (reply: Reply, billing: Billing): Reply => ({
  ...reply,
  headers:
    reply.headers === undefined ? billingHeaders[billing] : { ...reply.headers, ...billingHeaders[billing] },
})
