import { setTimeout as wait } from 'node:timers/promises'
import type { CallFault } from '@lastro/contract/operator/call-faults.ts'
import type { Clock } from '../../clock.ts'
import { admissionBy, afterCall, type BreakerState, newBreaker, probing } from './breaker.ts'
import type { AnswerHeaders, Exchange, Exchanged, Wanted } from './exchange.ts'
import { faultEffects } from './fault-effects.ts'
import { openPlaces, type PlaceLimits } from './places.ts'
import { pauseMsAsked } from './retry-after.ts'

/** What a provider is asked, and how its answer is read. */
export type OutwardRequest<Value> = Wanted & {
  /** Whether the provider takes a repeated request for the same one, and charges it once. */
  readonly isRepeatable: boolean
  readonly read: (answer: ProviderAnswer) => Called<Value>
}

/** An answer with its JSON; undefined where there is none, which only a refusal may do without. */
export type ProviderAnswer = {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly json: unknown
}

export type Called<Value> =
  | { readonly kind: 'read'; readonly value: Value }
  | { readonly kind: 'failed'; readonly fault: CallFault }

export const readAs = <Value>(value: Value): Called<Value> => ({ kind: 'read', value })
export const failedBy = (fault: CallFault): { readonly kind: 'failed'; readonly fault: CallFault } => ({
  kind: 'failed',
  fault,
})

/** For whom a call is made, until when, and what it is paid from. */
export type CalledFor = {
  readonly clientId: string
  readonly signal: AbortSignal
  /** Undefined where the call costs nothing. */
  readonly budget?: Budget
}

export type Budget = {
  /** Takes the price of a call; false when there is not as much left. */
  readonly take: () => Promise<boolean>
  readonly giveBack: () => Promise<void>
}

/** How a provider is doing, as this process has seen it. */
export type CallState = {
  readonly breaker: BreakerState
  readonly sinceMs: number
  readonly pausedUntilMs: number | undefined
  readonly lastFault: { readonly fault: CallFault; readonly atMs: number } | undefined
  readonly inFlight: number
  readonly waiting: number
  /** How many calls ended how. */
  readonly outcomes: Readonly<Partial<Record<CallFault | 'answered', number>>>
}

export type OutwardCalls = {
  readonly call: <Value>(request: OutwardRequest<Value>, of: CalledFor) => Promise<Called<Value>>
  readonly state: () => CallState
  readonly close: () => Promise<void>
}

export type OutwardDeps = {
  readonly exchange: Exchange
  readonly limits: PlaceLimits
  readonly clock: Clock
}

/** A proxy that has just let go of a connection, or an instance that has just gone, is past this soon. */
const retryAfterMs = 100

/**
 * All calls to one provider: pause → breaker → place → budget → exchange → read. Each step may end it with a fault,
 * and what was taken on the way is given back.
 */
export function outwardCalls({ exchange, limits, clock }: OutwardDeps): OutwardCalls {
  const places = openPlaces(limits)
  const outcomes: Partial<Record<CallFault | 'answered', number>> = {}
  let breaker = newBreaker(clock.nowMs())
  let pausedUntilMs = 0
  let lastFault: CallState['lastFault']

  /** Why nobody may call now; undefined when somebody may. */
  const closedBy = (): CallFault | undefined => {
    const nowMs = clock.nowMs()
    if (nowMs < pausedUntilMs) return 'rate_limited'
    return admissionBy(breaker, nowMs) === 'refused' ? 'breaker_open' : undefined
  }

  const atPlace = async <Value>(request: OutwardRequest<Value>, of: CalledFor): Promise<Called<Value>> => {
    // It may have closed while the call waited for its place, or for the store.
    const closed = closedBy()
    if (closed !== undefined) return failedBy(closed)
    if (of.budget !== undefined && !(await of.budget.take())) return failedBy('budget_spent')
    const called = await asAdmitted(request, of.signal)
    const isCharged = called.kind === 'read' || faultEffects[called.fault].mayCharge
    if (!isCharged) await of.budget?.giveBack()
    return called
  }

  const asAdmitted = async <Value>(
    request: OutwardRequest<Value>,
    signal: AbortSignal,
  ): Promise<Called<Value>> => {
    const closed = closedBy()
    if (closed !== undefined) return failedBy(closed)
    const isProbe = admissionBy(breaker, clock.nowMs()) === 'probe'
    if (isProbe) breaker = probing(breaker, clock.nowMs())
    let isFault = true
    try {
      const called = await sent(request, signal)
      isFault = called.kind === 'failed' && faultEffects[called.fault].isProviders
      return called
    } finally {
      // Also where reading threw: an answer that breaks its reader is the provider's fault until it is mended.
      breaker = afterCall(breaker, { isProbe, isFault }, clock.nowMs())
    }
  }

  const sent = async <Value>(request: OutwardRequest<Value>, signal: AbortSignal): Promise<Called<Value>> => {
    const first = await exchange.send(request, signal)
    if (!mayRepeat(request, first)) return readExchanged(request, first)
    await wait(retryAfterMs, undefined, { signal }).catch(() => undefined)
    return signal.aborted
      ? readExchanged(request, first)
      : readExchanged(request, await exchange.send(request, signal))
  }

  const readExchanged = <Value>(request: OutwardRequest<Value>, exchanged: Exchanged): Called<Value> => {
    if (exchanged.kind === 'failed') return failedBy(exchanged.fault)
    const { status, headers, body } = exchanged
    const pauseMs = pauseMsAsked(status, headers['retry-after'], clock.nowMs())
    if (pauseMs !== undefined) {
      pausedUntilMs = Math.max(pausedUntilMs, clock.nowMs() + pauseMs)
      return failedBy('rate_limited')
    }
    if (status >= 300 && status < 400) return failedBy('answer_malformed')
    const json = jsonOf(body)
    if (json === undefined && status < 300) return failedBy('answer_malformed')
    return request.read({ status, headers, json })
  }

  const counted = <Value>(called: Called<Value>): Called<Value> => {
    const outcome = called.kind === 'read' ? 'answered' : called.fault
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (called.kind === 'failed') lastFault = { fault: called.fault, atMs: clock.nowMs() }
    return called
  }

  return {
    call: async (request, of) => {
      const closed = closedBy()
      if (closed !== undefined) return counted(failedBy(closed))
      const taken = await places.take(of.clientId, of.signal)
      if (taken !== 'taken') return counted(failedBy(taken === 'late' ? 'waited_too_long' : 'no_place'))
      try {
        return counted(await atPlace(request, of))
      } finally {
        places.give(of.clientId)
      }
    },
    state: () => ({
      breaker: breaker.state,
      sinceMs: breaker.sinceMs,
      pausedUntilMs: clock.nowMs() < pausedUntilMs ? pausedUntilMs : undefined,
      lastFault,
      inFlight: places.inFlight(),
      waiting: places.waiting(),
      outcomes: { ...outcomes },
    }),
    close: exchange.close,
  }
}

/** Where nothing was sent, or where sending twice is sending once; an answer that asks to wait is not argued with. */
function mayRepeat({ isRepeatable }: { readonly isRepeatable: boolean }, exchanged: Exchanged): boolean {
  if (exchanged.kind === 'answered')
    return isRepeatable && passing.has(exchanged.status) && exchanged.headers['retry-after'] === undefined
  return (
    (exchanged.isUnsent && exchanged.fault === 'unreachable') ||
    (isRepeatable && exchanged.fault === 'connection_lost')
  )
}

/** What proxies answer while the instance behind them changes. */
const passing: ReadonlySet<number> = new Set([502, 503])

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
