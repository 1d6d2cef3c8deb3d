import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { DecisionRequest, decisionsPath } from '@lastro/contract/decisions/decisions.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import { decisionScope } from '@lastro/contract/reports/products.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import { type JsonBody, readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import type { Caller } from '../../../http/caller.ts'
import { onceForKey } from '../../../http/idempotency.ts'
import type { Refusal } from '../../../http/reply.ts'
import { environmentPrefix, isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import type { PolicyStore } from '../../policies/policy-store.ts'
import { giveAgain } from '../keyed/give-again.ts'
import { productRefusal } from '../product-access.ts'
import { releaseQuery } from '../query/admit-query.ts'
import { nameCaller } from '../query/name-caller.ts'
import { newQueryContext, type QueryContext } from '../query/query-context.ts'
import { planQuery, type QueryDeps } from '../query/query-route.ts'
import { recordQuery } from '../query/record-query.ts'
import { type DecideDeps, decideOnce, type ToDecide } from './decide-once.ts'
import type { ReadyPolicies } from './decision-policies.ts'

export type DecideRouteDeps = QueryDeps &
  DecideDeps & {
    readonly policies: Pick<PolicyStore, 'find'>
    readonly ready: ReadyPolicies
  }

/**
 * A decision, from its credentials to its outcome: authenticate → read → policy, and then the way of a query: plan →
 * rate → quota → ask → record. Only what is on record is decided on; what was decided is kept before it leaves.
 */
export const decideRoute = (deps: DecideRouteDeps, environment: Environment): Route => ({
  operation: 'decisoesDecide',
  method: 'POST',
  path: `${environmentPrefix[environment]}${decisionsPath}`,
  produces: ['application/json'],
  handle: async (call) => {
    const caller = await deps.authenticate(call, environment)
    if (isRefusal(caller)) return caller
    if (!caller.scopes.has(decisionScope))
      return { code: 'product_not_contracted', values: { product: decisionScope } }
    const body = await readJson(call, decisionRequest)
    if (isRefusal(body)) return body
    const chosen = await chosenPolicy(deps, caller, body.value)
    if (isRefusal(chosen)) return chosen
    const context = newQueryContext(chosen.product, environment, call)
    context.tellsGiven = true
    nameCaller(context, caller)
    try {
      // Refusals are on record from here on, as a query's are: what is asked for has a name.
      return await recordQuery(deps, context, await outcomeOf(deps, context, { caller, body, chosen }))
    } finally {
      releaseQuery(deps, context)
    }
  },
})

const decisionRequest = validator(DecisionRequest)

type Chosen = Pick<ToDecide, 'state' | 'ready' | 'version'> & { readonly product: Product }

/** The policy and the product that a request names; a policy's own product where it names none. */
async function chosenPolicy(
  { policies, ready, products }: DecideRouteDeps,
  { environment, clientId }: Caller,
  { policy: name, version: wanted, product: code }: DecisionRequest,
): Promise<Chosen | Refusal> {
  const id = { environment, clientId, name }
  const state = await policies.find(id)
  if (state === undefined) return { code: 'policy_unknown' }
  const version = wanted ?? state.version
  const found = await ready({ ...id, version })
  if (found === undefined)
    return { code: 'policy_version_unknown', values: { version: String(state.version) } }
  const asked = code ?? found.policy.report.product
  const product = products.find((one) => one.code === asked)
  // A product that is sold no more, or not here.
  if (product === undefined) return { code: 'product_not_contracted', values: { product: asked } }
  return { state, version, ready: found, product }
}

type Asking = {
  readonly caller: Caller
  readonly body: JsonBody<typeof DecisionRequest>
  readonly chosen: Chosen
}

async function outcomeOf(
  deps: DecideRouteDeps,
  context: QueryContext,
  { caller, body, chosen }: Asking,
): Promise<Outcome> {
  const closed = productRefusal(chosen.product, caller)
  if (closed !== undefined) return closed
  context.askedAtMs = deps.clock.nowMs()
  const { documento, features = chosen.ready.policy.report.features, values = {} } = body.value
  const planned = planQuery(deps, context, caller, { documento, ...(features && { features }) })
  if (isRefusal(planned)) return planned
  const otherType = documentRefusal(chosen, planned.document)
  if (otherType !== undefined) return otherType
  const limited = await deps.admitRate(caller, context.askedAtMs)
  if (limited !== undefined) return limited
  const toDecide: ToDecide = { ...chosen, planned, sent: values, body: body.bytes }
  return once(deps, context, caller, toDecide)
}

/** What is checked of a policy is checked for the documents that it is for. */
function documentRefusal({ ready }: Chosen, document: DocumentNumber): Refusal | undefined {
  const { documentTypes } = ready.policy
  const sent = documentType(document)
  if (documentTypes.includes(sent)) return undefined
  return { code: 'policy_not_for_document', values: { accepted: documentTypes.join(', '), sent } }
}

function once(
  deps: DecideRouteDeps,
  context: QueryContext,
  caller: Caller,
  toDecide: ToDecide,
): Promise<Outcome> {
  const key = context.call.headers.idempotencyKey
  if (key === undefined) return decideOnce(deps, context, toDecide)
  const { body, planned } = toDecide
  const { environment, clientId } = caller
  // Whoever may see less than the first caller does not get the first caller's answer.
  const operation = `decisoesDecide ${planned.plan.contactData}`
  return onceForKey(
    deps,
    { environment, clientId, key, operation, body },
    (stillClaimed) => decideOnce(deps, context, toDecide, stillClaimed),
    (first) => giveAgain(deps, context, caller, first),
  )
}
