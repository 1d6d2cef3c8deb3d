import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { discardedBytesMax } from './body.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { languageOf, mediaTypeOf } from './negotiation.ts'
import { problemReply, type Refusal, type Reply } from './reply.ts'
import { requestIdOf } from './request-id.ts'
import { isRefusal, type Route } from './route.ts'

export type ListenerDeps = {
  readonly routes: readonly Route[]
  readonly log: Log
  readonly metrics: Metrics
  readonly requestsInFlightMax: number
  readonly isOutage: (error: unknown) => boolean
  readonly isDraining: () => boolean
}

/** The way of every request: id → route → format → handler → answer. The one place that writes to a socket. */
export function httpListener(deps: ListenerDeps): RequestListener {
  const byPath = routesByPath(deps.routes)
  let inFlight = 0

  return (request, response) => {
    const startedAt = performance.now()
    const requestId = requestIdOf(singleHeader(request, 'x-request-id'))
    inFlight += 1
    deps.metrics.inFlight(inFlight)
    // A request that never gets its answer, because its caller went away, is over as well.
    response.once('close', () => {
      inFlight -= 1
      deps.metrics.inFlight(inFlight)
    })
    const language = languageOf(request.headers['accept-language'])
    const route = findRoute(byPath, request)
    const operation = 'operation' in route ? route.operation : 'unknown'

    const answer = (outcome: Reply | Refusal) => {
      const reply = isRefusal(outcome) ? problemReply(outcome, language, requestId) : outcome
      send(request, response, reply, { requestId, close: deps.isDraining() })
      const seconds = (performance.now() - startedAt) / 1000
      deps.metrics.observe(operation, reply.status, seconds)
      deps.log.debug({ requestId, operation, status: reply.status, seconds }, 'answered')
    }
    const fail = (error: unknown) => {
      const outage = deps.isOutage(error)
      deps.log.error(
        { requestId, operation, err: error },
        outage ? 'the store is out of reach' : 'a handler failed',
      )
      answer({ code: outage ? 'store_unavailable' : 'internal_error' })
    }

    if (isRefusal(route)) return answer(route)
    if (inFlight > deps.requestsInFlightMax && !route.path.endsWith('z'))
      return answer({ code: 'overloaded' })
    const repeated = repeatedHeader(request)
    if (repeated !== undefined) return answer({ code: 'header_repeated', values: { header: repeated } })
    const mediaType = mediaTypeOf(request.headers.accept, route.produces)
    if (mediaType === undefined) {
      return answer({ code: 'not_acceptable', values: { available: route.produces.join(', ') } })
    }
    void (async () => route.handle({ request, requestId, language, mediaType }))().then(answer).catch(fail)
  }
}

type RoutesByPath = ReadonlyMap<string, ReadonlyMap<string, Route>>

function routesByPath(routes: readonly Route[]): RoutesByPath {
  const byPath = Map.groupBy(routes, (route) => route.path)
  return new Map(
    [...byPath].map(([path, group]) => [path, new Map(group.map((route) => [route.method, route]))]),
  )
}

function findRoute(byPath: RoutesByPath, request: IncomingMessage): Route | Refusal {
  const url = request.url ?? ''
  const query = url.indexOf('?')
  const methods = byPath.get(query === -1 ? url : url.slice(0, query))
  if (methods === undefined) return { code: 'route_unknown' }
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
  const route = methods.get(method)
  if (route !== undefined) return route
  const allowed = [...methods.keys()].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', ')
  return { code: 'method_not_allowed', values: { allowed }, headers: { Allow: allowed } }
}

const onceOnly = [
  'authorization',
  'x-api-key',
  'content-type',
  'content-encoding',
  'x-finalidade',
  'x-request-id',
  'idempotency-key',
  'accept-language',
]

/** Node keeps the first of some repeated headers and joins others; a credential must not be chosen by chance. */
function repeatedHeader({ headers, rawHeaders }: IncomingMessage): string | undefined {
  if (Object.keys(headers).length * 2 === rawHeaders.length) return undefined
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  return onceOnly.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
}

function singleHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, contentType, body, headers }: Reply,
  { requestId, close }: { requestId: string; close: boolean },
): void {
  if (response.headersSent || response.destroyed) return
  if (!request.complete) discardRest(request)
  const all: string[] = ['X-Request-Id', requestId, 'Content-Length', String(Buffer.byteLength(body))]
  if (contentType !== undefined) all.push('Content-Type', contentType)
  all.push('Cache-Control', headers?.['Cache-Control'] ?? 'no-store', 'X-Content-Type-Options', 'nosniff')
  if (close) all.push('Connection', 'close')
  for (const name in headers) if (name !== 'Cache-Control') all.push(name, headers[name] as string)
  response.writeHead(status, all)
  response.end(body)
}

/** Lets a sender finish, so that it reads the refusal instead of a broken pipe; up to a limit. */
function discardRest(request: IncomingMessage): void {
  let discarded = 0
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > discardedBytesMax) request.socket.destroy()
  })
  request.on('error', () => undefined)
}
