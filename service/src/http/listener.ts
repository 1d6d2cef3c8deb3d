import { performance } from 'node:perf_hooks'
import type { Language } from '@lastro/contract/text.ts'
import type { CallHeaders } from './headers/call-headers.ts'
import { languageOf, mediaTypeOf } from './headers/negotiation.ts'
import { requestIdOf } from './headers/request-id.ts'
import type { Log } from './health/log.ts'
import type { Metrics } from './health/metrics.ts'
import { type Awaiting, Later } from './later.ts'
import { matchPath, pathOf } from './path-pattern.ts'
import { problemReply, type Refusal } from './reply.ts'
import type { ArrivedRequest } from './request.ts'
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
  const flight = { ...deps, count: 0 }
  return (request) => new Answering(request, findRoute(byPath, request), flight).go()
}

type Flight = ListenerDeps & { count: number }

/** One request from its arrival to its answer. An object and no closures, for there is one for each request. */
class Answering implements Call, Awaiting<Outcome> {
  readonly request: ArrivedRequest
  readonly headers: CallHeaders
  readonly requestId: string
  readonly language: Language
  readonly operation: string
  mediaType = ''
  readonly #route: Route | Refusal
  readonly #flight: Flight
  readonly #startedAt = performance.now()

  constructor(request: ArrivedRequest, route: Route | Refusal, flight: Flight) {
    const { headers } = request
    this.request = request
    this.headers = headers
    this.requestId = requestIdOf(headers.requestId)
    this.language = languageOf(headers.acceptLanguage)
    this.operation = isRefusal(route) ? 'unknown' : route.operation
    this.#route = route
    this.#flight = flight
    flight.metrics.inFlight(++flight.count)
  }

  go(): void {
    try {
      const outcome = this.#outcome()
      if (outcome instanceof Later) outcome.tell(this)
      else if (outcome instanceof Promise) this.#wait(outcome)
      else this.#answer(outcome)
    } catch (error) {
      this.failed(error)
    }
  }

  came(outcome: Outcome): void {
    try {
      this.#answer(outcome)
    } catch (error) {
      this.failed(error)
    }
  }

  failed(error: unknown): void {
    const { log, isOutage } = this.#flight
    const { requestId, operation } = this
    const outage = isOutage(error)
    const what = outage ? 'the store is out of reach' : 'a handler failed'
    log.error({ requestId, operation, err: error }, what)
    this.#answer({ code: outage ? 'store_unavailable' : 'internal_error' })
  }

  #outcome(): ReturnType<Route['handle']> {
    const { headers, request } = this
    const route = this.#route
    if (headers.host === undefined && request.version === '1.1') return { code: 'request_malformed' }
    if (isRefusal(route)) return route
    const { count, requestsInFlightMax } = this.#flight
    if (count > requestsInFlightMax && !route.path.endsWith('z')) return { code: 'overloaded' }
    const mediaType =
      mediaTypeOf(headers.accept, route.produces) ??
      (route.isDoneAnyway === true ? route.produces[0] : undefined)
    this.mediaType = mediaType ?? ''
    return headers.repeated === undefined && mediaType !== undefined
      ? route.handle(this)
      : refused(route, this)
  }

  #wait(outcome: Promise<Outcome>): void {
    outcome.then((one) => this.#answer(one)).catch((error: unknown) => this.failed(error))
  }

  #answer(outcome: Outcome): void {
    const { requestId, language, request, headers, operation } = this
    const { log, isDraining } = this.#flight
    const reply = isRefusal(outcome) ? problemReply(outcome, language, requestId) : outcome
    const ending = { requestId, close: isDraining() || headers.host === undefined }
    if (reply.stream === undefined) {
      request.send(reply, ending)
      this.#answered(reply.status)
    } else {
      request
        .sendStream(reply, reply.stream, ending)
        .catch((error: unknown) => log.warn({ requestId, operation, err: error }, 'an answer was cut'))
        .finally(() => this.#answered(reply.status))
    }
  }

  #answered(status: number): void {
    const { requestId, operation } = this
    const flight = this.#flight
    flight.metrics.inFlight(--flight.count)
    const seconds = (performance.now() - this.#startedAt) / 1000
    flight.metrics.observe(operation, status, seconds)
    if (flight.log.isLevelEnabled('debug'))
      flight.log.debug({ requestId, operation, status, seconds }, 'answered')
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
