import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { languageOf, mediaTypeOf } from './negotiation.ts'
import { problemReply, type Refusal } from './reply.ts'
import type { ArrivedRequest } from './request.ts'
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

    const answer = (outcome: Outcome): void => {
      const reply = isRefusal(outcome) ? problemReply(outcome, language, requestId) : outcome
      request.send(reply, { requestId, close: deps.isDraining() || headers.host === undefined })
      metrics.inFlight(--inFlight)
      const seconds = (performance.now() - startedAt) / 1000
      metrics.observe(operation, reply.status, seconds)
      if (log.isLevelEnabled('debug'))
        log.debug({ requestId, operation, status: reply.status, seconds }, 'answered')
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

type RoutesByPath = ReadonlyMap<string, ReadonlyMap<string, Route>>

function routesByPath(routes: readonly Route[]): RoutesByPath {
  const byPath = Map.groupBy(routes, (route) => route.path)
  return new Map(
    [...byPath].map(([path, group]) => [path, new Map(group.map((route) => [route.method, route]))]),
  )
}

function findRoute(byPath: RoutesByPath, request: ArrivedRequest): Route | Refusal {
  const methods = byPath.get(pathOf(request.url))
  if (methods === undefined) return { code: 'route_unknown' }
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const route = methods.get(method)
  if (route !== undefined) return route
  const allowed = [...methods.keys()].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', ')
  return { code: 'method_not_allowed', values: { allowed }, headers: { Allow: allowed } }
}

/** The path without its query; a proxy may send the whole address. */
function pathOf(url: string): string {
  if (!url.startsWith('/')) return URL.parse(url)?.pathname ?? url
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
