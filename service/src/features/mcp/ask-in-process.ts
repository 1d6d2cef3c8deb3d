import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Problem } from '@lastro/contract/problems/problems.ts'
import { type CallHeaders, noHeaders } from '../../http/headers/call-headers.ts'
import type { Answer } from '../../http/listener.ts'
import type { Reply } from '../../http/reply.ts'
import type { ArrivedRequest } from '../../http/request.ts'
import { type Call, environmentPrefix } from '../../http/route.ts'
import type { AskedOperation, AskService, ServiceAnswer } from './ask-service.ts'

/**
 * Asks this very process, by its own listener and with the credentials of a call: limits, refusals, metrics and records
 * are those of a request that came over the wire, because it goes the same way.
 */
export const askInProcess =
  (answer: Answer, call: Call, environment: Environment): AskService =>
  async (asked) => {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    answer({
      ...requestOf(asked, call, environment),
      send: resolve,
      sendStream: async () => reject(new Error('An operation that streams is not asked for in the process.')),
    })
    return answeredBy(await promise)
  }

function requestOf(
  asked: AskedOperation,
  call: Call,
  environment: Environment,
): Omit<ArrivedRequest, 'send' | 'sendStream'> {
  const { method, path, atRoot, query = {} } = asked
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
  const body = Buffer.from(asked.body === undefined ? '' : JSON.stringify(asked.body))
  return {
    method,
    url: `${atRoot ? '' : environmentPrefix[environment]}${path}${search}`,
    version: '1.1',
    headers: headersOf(asked, call, body),
    remoteAddress: call.request.remoteAddress,
    body,
  }
}

/** The two credentials and where the call came from; a cookie, or a header that another operation reads, stays behind. */
function headersOf(asked: AskedOperation, { headers, requestId, language }: Call, body: Buffer): CallHeaders {
  const { host = 'localhost', authorization, apiKey, forwardedFor } = headers
  return {
    ...noHeaders(),
    host,
    authorization,
    apiKey,
    forwardedFor,
    requestId,
    accept: 'application/json',
    acceptLanguage: language,
    contentType: asked.body === undefined ? undefined : 'application/json',
    contentLength: asked.body === undefined ? undefined : String(body.length),
    purpose: asked.purpose,
    idempotencyKey: asked.key,
    document: asked.document,
  }
}

function answeredBy({ body, headers = {} }: Reply): ServiceAnswer {
  const said = JSON.parse(body) as { result: unknown } | Problem
  if ('result' in said) return { kind: 'answered', result: said.result, headerOf: (name) => headers[name] }
  const { code, title, detail, errors, requestId } = said
  const retryAfter = headers['Retry-After']
  return {
    kind: 'refused',
    problem: {
      code,
      title,
      detail,
      errors,
      requestId,
      retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
    },
  }
}
