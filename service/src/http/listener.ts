import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { discardRest } from './body.ts'
import { readHeaders } from './call-headers.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { languageOf, mediaTypeOf } from './negotiation.ts'
import { matchPath, pathOf } from './path-pattern.ts'
import { problemReply, type Refusal, type Reply } from './reply.ts'
import { requestIdOf } from './request-id.ts'
import { isRefusal, type Outcome, type Route } from './route.ts'

export type ListenerDeps = {
  readonly routes: readonly Route[]
  readonly log: Log
  readonly metrics: Metrics
  readonly requestsInFlightMax: number
  readonly isOutage: (error: unknown) => boolean
  readonly isDraining: () => boolean
}

/** The way of every request: headers → route → format → handler → answer. The one place that writes to a socket. */
export function httpListener(deps: ListenerDeps): RequestListener {
  const byPath = routesByPath(deps.routes)
  const { metrics, log, requestsInFlightMax } = deps
  let inFlight = 0

  return (request, response) => {
    const startedAt = performance.now()
    const headers = readHeaders(request.rawHeaders)
    const requestId = requestIdOf(headers.requestId)
    const language = languageOf(headers.acceptLanguage)
    const route = findRoute(byPath, request)
    const operation = 'operation' in route ? route.operation : 'unknown'
    metrics.inFlight(++inFlight)

    const answered = (status: number): void => {
      metrics.inFlight(--inFlight)
      const seconds = (performance.now() - startedAt) / 1000
      metrics.observe(operation, status, seconds)
      if (log.isLevelEnabled('debug')) log.debug({ requestId, operation, status, seconds }, 'answered')
    }
    const answer = (outcome: Outcome): void => {
      const reply = isRefusal(outcome) ? problemReply(outcome, language, requestId) : outcome
      const how = { requestId, close: deps.isDraining() || headers.host === undefined }
      if (reply.stream === undefined) {
        send(request, response, reply, how)
        answered(reply.status)
      } else {
        sendStream(response, reply, reply.stream, how)
          .catch((error: unknown) => log.warn({ requestId, operation, err: error }, 'an answer was cut'))
          .finally(() => answered(reply.status))
      }
    }
    const fail = (error: unknown): void => {
      const outage = deps.isOutage(error)
      log.error(
        { requestId, operation, err: error },
        outage ? 'the store is out of reach' : 'a handler failed',
      )
      answer({ code: outage ? 'store_unavailable' : 'internal_error' })
    }

    if (headers.host === undefined && request.httpVersion === '1.1')
      return answer({ code: 'request_malformed' })
    if (isRefusal(route)) return answer(route)
    if (inFlight > requestsInFlightMax && !route.path.endsWith('z')) return answer({ code: 'overloaded' })
    if (headers.host === undefined && request.httpVersion === '1.1')
      return answer({ code: 'request_malformed' })
    if (headers.repeated !== undefined) {
      return answer({ code: 'header_repeated', values: { header: headers.repeated.toLowerCase() } })
    }
    const mediaType = mediaTypeOf(headers.accept, route.produces)
    if (mediaType === undefined) {
      return answer({ code: 'not_acceptable', values: { available: route.produces.join(', ') } })
    }
    try {
      const outcome = route.handle({ request, headers, requestId, language, mediaType })
      if (outcome instanceof Promise) outcome.then(answer).catch(fail)
      else answer(outcome)
    } catch (error) {
      fail(error)
    }
  }
}

type Methods = ReadonlyMap<string, Route>

/** Most paths are found as they are; those with a `{step}` are tried in turn. */
type RoutesByPath = {
  readonly exact: ReadonlyMap<string, Methods>
  readonly patterns: readonly (readonly [pattern: string, methods: Methods])[]
}

function routesByPath(routes: readonly Route[]): RoutesByPath {
  const byPath = [...Map.groupBy(routes, (route) => route.path)].map(
    ([path, group]) => [path, new Map(group.map((route) => [route.method, route]))] as const,
  )
  return {
    exact: new Map(byPath),
    patterns: byPath.filter(([path]) => path.includes('{')),
  }
}

function methodsAt({ exact, patterns }: RoutesByPath, path: string): Methods | undefined {
  return exact.get(path) ?? patterns.find(([pattern]) => matchPath(pattern, path) !== undefined)?.[1]
}

function findRoute(byPath: RoutesByPath, request: IncomingMessage): Route | Refusal {
  const methods = methodsAt(byPath, pathOf(request.url ?? ''))
  if (methods === undefined) return { code: 'route_unknown' }
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
  const route = methods.get(method)
  if (route !== undefined) return route
  const allowed = [...methods.keys()].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', ')
  return { code: 'method_not_allowed', values: { allowed }, headers: { Allow: allowed } }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, contentType, body, headers }: Reply,
  how: Sent,
): void {
  if (response.headersSent || response.destroyed) return
  if (!request.complete) discardRest(request)
  const bytes = Buffer.byteLength(body)
  const all = ['Content-Length', String(bytes)]
  pushHeaders(all, contentType, headers, how)
  response.writeHead(status, all)
  // Text without a single accent is the same bytes either way, and Latin-1 is written faster.
  response.end(body, bytes === body.length ? 'latin1' : 'utf8')
}

/** Ends when the last of it was taken, or fails when either side broke off; the connection is then cut. */
async function sendStream(
  response: ServerResponse,
  { status, contentType, headers }: Reply,
  stream: AsyncIterable<string>,
  how: Sent,
): Promise<void> {
  const all: string[] = []
  pushHeaders(all, contentType, headers, how)
  // The headers go out at once: they say where to look while the answer is being made.
  if (!response.destroyed) response.writeHead(status, all).flushHeaders()
  await pipeline(Readable.from(stream, { highWaterMark: 1 }), response)
}

type Sent = { readonly requestId: string; readonly close: boolean }

function pushHeaders(
  all: string[],
  contentType: string | undefined,
  headers: Reply['headers'],
  { requestId, close }: Sent,
): void {
  all.push('X-Request-Id', requestId)
  if (contentType !== undefined) all.push('Content-Type', contentType)
  all.push('Cache-Control', headers?.['Cache-Control'] ?? 'no-store', 'X-Content-Type-Options', 'nosniff')
  if (close) all.push('Connection', 'close')
  for (const name in headers) if (name !== 'Cache-Control') all.push(name, headers[name] as string)
}
