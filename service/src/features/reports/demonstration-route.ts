import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import { DemonstrationRequest } from '@lastro/contract/reports/queries.ts'
import { bodyMediaType } from '../../http/body/body.ts'
import { formMediaType, readForm } from '../../http/body/read-form.ts'
import { readJson } from '../../http/body/read-json.ts'
import { validator } from '../../http/body/validate.ts'
import type { Refusal } from '../../http/reply.ts'
import { type Call, isRefusal, type Route } from '../../http/route.ts'
import { type DemonstrationLimits, demonstrationCaller } from './demonstration-caller.ts'
import { type QueryDeps, queryRoute } from './query/query-route.ts'

/**
 * The query that anybody may try: a product's own, in the sandbox, by a caller that we bring. It is recorded like
 * any other, and takes a document and nothing else: no key to keep, no feature, no purpose.
 */
export function demonstrationRoute(deps: QueryDeps & DemonstrationLimits, product: Product): Route {
  const environment: Environment = 'sandbox'
  const query = queryRoute(
    { ...deps, authenticate: demonstrationCaller(deps, product) },
    product,
    environment,
  )
  return {
    ...query,
    operation: 'demonstracaoConsulta',
    path: '/demonstracao/v2/consulta',
    handle: async (call) => {
      const body = await readDemonstration(call)
      if (isRefusal(body)) return body
      return query.handle(asQuery(call, body))
    },
  }
}

const demonstrationRequest = validator(DemonstrationRequest)

/** JSON from the page's program, or the page's form where programs do not run. */
async function readDemonstration(call: Call): Promise<DemonstrationRequest | Refusal> {
  if (bodyMediaType(call.headers) !== formMediaType) {
    const body = await readJson(call, demonstrationRequest)
    return isRefusal(body) ? body : body.value
  }
  const form = await readForm(call)
  if (isRefusal(form)) return form
  const sent: unknown = form.fields
  return demonstrationRequest.accepts(sent)
    ? sent
    : { code: 'body_invalid', errors: demonstrationRequest.errorsOf(sent, call.language) }
}

/** The call as the query would have had it from a client. */
function asQuery(call: Call, { documento }: DemonstrationRequest): Call {
  const body = Buffer.from(JSON.stringify({ documento }))
  const headers = {
    ...call.headers,
    contentType: 'application/json',
    contentEncoding: undefined,
    contentLength: String(body.length),
    transferEncoding: undefined,
    idempotencyKey: undefined,
    purpose: undefined,
  }
  const { method, url, version, remoteAddress, send, sendStream } = call.request
  return {
    ...call,
    headers,
    request: { method, url, version, headers, remoteAddress, body, send, sendStream },
  }
}
