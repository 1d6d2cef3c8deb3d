import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { languageOf, mediaTypeOf } from './negotiation.ts'
import { matchPath, pathOf } from './path-pattern.ts'
import { problemReply, type Refusal } from './reply.ts'
import type { ArrivedRequest } from './request.ts'
import { requestIdOf } from './request-id.ts'
import { type Call, isRefusal, type Outcome, type Route } from './route.ts'

export type ListenerDeps = {
  readonly routes: readonly Route[]
  readonly log: Log
  readonly metrics: Metrics
  readonly requestsInFlightMax: number
  readonly isOutage: (error: unknown) => boolean
  readonly isDraining: () => boolean
}

/** Answers a request, now or later; never throws. */
export type Answer = (request: ArrivedRequest) => void

/** The way of every request: headers → route → format → handler → answer. */
export function httpListener(deps: ListenerDeps): Answer {
  const byPath = routesByPath(deps.routes)
  const { metrics, log, requestsInFlightMax } = deps
  let inFlight = 0

  return (request) => {
    const startedAt = performance.now()
    const { headers } = request
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
        request.send(reply, how)
        answered(reply.status)
      } else {
        request
          .sendStream(reply, reply.stream, how)
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

    if (headers.host === undefined && request.version === '1.1') return answer({ code: 'request_malformed' })
    if (isRefusal(route)) return answer(route)
    if (inFlight > requestsInFlightMax && !route.path.endsWith('z')) return answer({ code: 'overloaded' })
    const mediaType =
      mediaTypeOf(headers.accept, route.produces) ??
      (route.isDoneAnyway === true ? route.produces[0] : undefined)
    try {
      const call = { request, headers, requestId, language, mediaType: mediaType ?? '', operation }
      const outcome =
        headers.repeated === undefined && mediaType !== undefined ? route.handle(call) : refused(route, call)
      if (outcome instanceof Promise) outcome.then(answer).catch(fail)
      else answer(outcome)
    } catch (error) {
      fail(error)
    }
  }
}

/** What a call is refused for whoever sent it, and whatever it asks. */
function refused(route: Route, call: Call): Outcome | Promise<Outcome> {
  const { repeated } = call.headers
  const refusal: Refusal =
    repeated === undefined
      ? { code: 'not_acceptable', values: { available: route.produces.join(', ') } }
      : { code: 'header_repeated', values: { header: repeated.toLowerCase() } }
  return route.refuse?.(call, refusal) ?? refusal
}

type Methods = ReadonlyMap<string, Route>

/** Most paths are found as they are; those with a `{step}`, or with anything after them, are tried in turn. */
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
    patterns: byPath.filter(([path]) => path.includes('{') || path.endsWith('/**')),
  }
}

function methodsAt({ exact, patterns }: RoutesByPath, path: string): Methods | undefined {
  return exact.get(path) ?? patterns.find(([pattern]) => matchPath(pattern, path) !== undefined)?.[1]
}

function findRoute(byPath: RoutesByPath, request: ArrivedRequest): Route | Refusal {
  const methods = methodsAt(byPath, pathOf(request.url))
  if (methods === undefined) return { code: 'route_unknown' }
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const route = methods.get(method)
  if (route !== undefined) return route
  const allowed = [...methods.keys()].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', ')
  return { code: 'method_not_allowed', values: { allowed }, headers: { Allow: allowed } }
}
