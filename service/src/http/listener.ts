import { performance } from 'node:perf_hooks'
import type { Language } from '@lastro/contract/text.ts'
import type { Awaitable } from '../awaitable.ts'
import type { CallHeaders } from './headers/call-headers.ts'
import { languageOf, mediaTypeOf } from './headers/negotiation.ts'
import { isForwardedUntrusted } from './headers/networks.ts'
import { requestIdOf } from './headers/request-id.ts'
import type { Log } from './health/log.ts'
import type { Metrics } from './health/metrics.ts'
import type { NotReady } from './health/readiness.ts'
import type { RefusalLog } from './health/refusal-log.ts'
import { matchPath, pathOf } from './path-pattern.ts'
import { problemReply, type Refusal, type Reply } from './reply.ts'
import type { ArrivedRequest } from './request.ts'
import { type Call, isRefusal, type Outcome, type Route } from './route.ts'

export type ListenerDeps = {
  readonly routes: readonly Route[]
  readonly log: Log
  readonly metrics: Metrics
  readonly requestsInFlightMax: number
  /** Networks (CIDR) of the proxies trusted for the caller's address. */
  readonly trustedProxies: readonly string[]
  readonly outageReason: (error: unknown) => NotReady | undefined
  /** Why the store accepts no more work now, before it fails. */
  readonly refusal?: (() => Awaitable<NotReady | undefined>) | undefined
  readonly refusals: RefusalLog
  readonly isDraining: () => boolean
}

/** Answers a request; never throws. */
export type Answer = (request: ArrivedRequest) => void

/** The way of every request: headers → route → format → handler → answer. */
export function httpListener(deps: ListenerDeps): Answer {
  const byPath = routesByPath(deps.routes)
  const { log, metrics, isDraining } = deps
  const noticeForwarded = forwardingNotice(deps)
  let inFlight = 0

  const respond = async (request: ArrivedRequest): Promise<void> => {
    const startedAt = performance.now()
    metrics.inFlight(++inFlight)
    const route = findRoute(byPath, request)
    const call = new RoutedCall(request, isRefusal(route) ? 'unknown' : route.operation)
    noticeForwarded(request)
    const { requestId, operation } = call
    let reply: Reply
    try {
      reply = replyTo(call, await handled(deps, call, route, inFlight))
    } catch (error) {
      reply = replyTo(call, failureOf(deps, call, error))
    }
    try {
      const ending = { requestId, close: isDraining() || request.headers.host === undefined }
      if (reply.stream === undefined) request.send(reply, ending)
      else await request.sendStream(reply, reply.stream, ending)
    } catch (error) {
      log.warn({ requestId, operation, err: error }, 'an answer was cut')
    }
    metrics.inFlight(--inFlight)
    const seconds = (performance.now() - startedAt) / 1000
    metrics.observe(operation, reply.status, seconds)
    if (log.isLevelEnabled('debug'))
      log.debug({ requestId, operation, status: reply.status, seconds }, 'answered')
  }
  return (request) => {
    respond(request).catch((error: unknown) => log.error({ err: error }, 'a request was not answered'))
  }
}

/**
 * Behind an unlisted proxy, every caller has the proxy's address: in limits, networks of contracts and the trail.
 * Logged once per process, since it affects every request.
 */
function forwardingNotice({ log, trustedProxies }: ListenerDeps): (request: ArrivedRequest) => void {
  let isSaid = false
  return ({ remoteAddress, headers }) => {
    if (isSaid || !isForwardedUntrusted(remoteAddress, headers, trustedProxies)) return
    isSaid = true
    log.warn(
      { from: remoteAddress },
      'X-Forwarded-For or Forwarded came from an address that is not in LASTRO_TRUSTED_PROXIES, and is ignored: ' +
        'every caller behind that proxy counts as one address',
    )
  }
}

/** A request with what every handler needs of it. */
class RoutedCall implements Call {
  readonly request: ArrivedRequest
  readonly headers: CallHeaders
  readonly requestId: string
  readonly language: Language
  readonly operation: string
  mediaType = ''

  constructor(request: ArrivedRequest, operation: string) {
    this.request = request
    this.headers = request.headers
    this.requestId = requestIdOf(request.headers.requestId)
    this.language = languageOf(request.headers.acceptLanguage)
    this.operation = operation
  }
}

const replyTo = ({ language, requestId }: Call, outcome: Outcome): Reply =>
  isRefusal(outcome) ? problemReply(outcome, language, requestId) : outcome

/** The problem for a caller whose handler failed, without any detail of an error of ours. */
function failureOf(
  { log, refusals, outageReason }: ListenerDeps,
  { requestId, operation }: Call,
  error: unknown,
): Refusal {
  const reason = outageReason(error)
  if (reason !== undefined) return notReadyRefusal(refusals, reason)
  log.error({ requestId, operation, err: error }, 'a handler failed')
  return { code: 'internal_error' }
}

function notReadyRefusal(refusals: RefusalLog, reason: NotReady): Refusal {
  refusals.refused(reason)
  return { code: 'store_unavailable', values: { reason } }
}

function handled(
  deps: ListenerDeps,
  call: RoutedCall,
  route: Route | Refusal,
  inFlight: number,
): Awaitable<Outcome> {
  const { headers, request } = call
  if (headers.host === undefined && request.version === '1.1') return { code: 'request_malformed' }
  if (isRefusal(route)) return route
  // Probes are answered even under overload.
  if (route.isProbe === true) return handle(call, route)
  if (inFlight > deps.requestsInFlightMax) {
    deps.refusals.refused('overloaded')
    return { code: 'overloaded' }
  }
  const reason = route.needsStore === false ? undefined : deps.refusal?.()
  if (reason === undefined) return handle(call, route)
  if (typeof reason === 'string') return notReadyRefusal(deps.refusals, reason)
  return reason.then((found) =>
    found === undefined ? handle(call, route) : notReadyRefusal(deps.refusals, found),
  )
}

function handle(call: RoutedCall, route: Route): Awaitable<Outcome> {
  const { headers } = call
  const mediaType =
    mediaTypeOf(headers.accept, route.produces) ??
    (route.isDoneAnyway === true ? route.produces[0] : undefined)
  call.mediaType = mediaType ?? ''
  return headers.repeated === undefined && mediaType !== undefined ? route.handle(call) : refused(route, call)
}

/** What a call is refused for whoever sent it, and whatever it asks. */
function refused(route: Route, call: Call): Awaitable<Outcome> {
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
