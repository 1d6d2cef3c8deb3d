import { setTimeout as wait } from 'node:timers/promises'
import type { CallFault } from '@lastro/contract/operator/call-faults.ts'
import type { Clock } from '../../clock.ts'
import { admissionBy, afterCall, type BreakerState, newBreaker, openUntilMs, probing } from './breaker.ts'
import { openCallSlots, type SlotLimits } from './call-slots.ts'
import type { Exchange, Exchanged } from './exchange.ts'
import { faultEffects } from './fault-effects.ts'
import { type Called, failedBy, isAskedToWait, type OutwardRequest, type Sent } from './outward-request.ts'
import { polled } from './poll.ts'
import { pauseMsAsked, toldPauseMs, unsaidPauseMs } from './retry-after.ts'

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
  /** Nobody is called before, by the provider's word or by the breaker's. */
  readonly restsUntilMs: number
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
  readonly limits: SlotLimits
  readonly clock: Clock
}

/** A proxy that has just let go of a connection, or an instance that has just gone, is past this soon. */
const retryAfterMs = 100

/**
 * All calls to one provider: pause → breaker → slot → budget → exchange → read. Each step may end it with a fault,
 * and what was taken on the way is given back.
 */
export function outwardCalls({ exchange, limits, clock }: OutwardDeps): OutwardCalls {
  const slots = openCallSlots(limits)
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

  const inSlot = async <Value>(request: OutwardRequest<Value>, of: CalledFor): Promise<Called<Value>> => {
    // It may have closed while the call waited for its slot, or for the store.
    const closed = closedBy()
    if (closed !== undefined) return failedBy(closed)
    if (of.budget !== undefined && !(await of.budget.take())) return failedBy('budget_spent')
    const order = { isTaken: false }
    const called = await asAdmitted(request, of.signal, order)
    // What a provider has taken on it may charge for, whatever becomes of its answer.
    const isCharged = called.kind === 'read' || order.isTaken || faultEffects[called.fault].mayCharge
    if (!isCharged) await of.budget?.giveBack()
    return called
  }

  const asAdmitted = async <Value>(
    request: OutwardRequest<Value>,
    signal: AbortSignal,
    order: { isTaken: boolean },
  ): Promise<Called<Value>> => {
    const closed = closedBy()
    if (closed !== undefined) return failedBy(closed)
    const isProbe = admissionBy(breaker, clock.nowMs()) === 'probe'
    if (isProbe) breaker = probing(breaker, clock.nowMs())
    let isFault = true
    try {
      const first = await sent(request, signal)
      order.isTaken = first.kind === 'pending'
      const called = first.kind === 'pending' ? await polled({ ask: sent, restMs, signal }, first) : first
      isFault = called.kind === 'failed' && faultEffects[called.fault].isProviders
      return called
    } finally {
      // Also where reading threw: an answer that breaks its reader is the provider's fault until it is mended.
      breaker = afterCall(breaker, { isProbe, isFault }, clock.nowMs())
    }
  }

  const sent = async <Value>(request: OutwardRequest<Value>, signal: AbortSignal): Promise<Sent<Value>> => {
    const first = await exchange.send(request, signal)
    const read = readExchanged(request, first)
    if (!mayRepeat(request, first) || isAskedToWait(read)) return read
    await wait(retryAfterMs, undefined, { signal }).catch(() => undefined)
    return signal.aborted ? read : readExchanged(request, await exchange.send(request, signal))
  }

  const readExchanged = <Value>(request: OutwardRequest<Value>, exchanged: Exchanged): Sent<Value> => {
    if (exchanged.kind === 'failed') return failedBy(exchanged.fault)
    const { status, headers, body } = exchanged
    const pauseMs = pauseMsAsked(status, headers['retry-after'], clock.nowMs())
    if (pauseMs !== undefined) return pausedFor(pauseMs)
    if (status >= 300 && status < 400) return failedBy('answer_malformed')
    const json = jsonOf(body)
    if (json === undefined && status < 300) return failedBy('answer_malformed')
    const read = request.read({ status, headers, json })
    if (read.kind === 'pending')
      return { ...read, afterMs: toldPauseMs(headers['retry-after'], clock.nowMs()) ?? 0 }
    // Providers say it in words of their own too, and then not for how long.
    return isAskedToWait(read) ? pausedFor(unsaidPauseMs) : read
  }

  const pausedFor = (pauseMs: number) => {
    pausedUntilMs = Math.max(pausedUntilMs, clock.nowMs() + pauseMs)
    return failedBy('rate_limited')
  }
  const restMs = (): number => pausedUntilMs - clock.nowMs()

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
      const taken = await slots.take(of.clientId, of.signal)
      if (taken !== 'taken') return counted(failedBy(taken === 'late' ? 'waited_too_long' : 'no_place'))
      try {
        return counted(await inSlot(request, of))
      } finally {
        slots.give(of.clientId)
      }
    },
    state: () => ({
      breaker: breaker.state,
      sinceMs: breaker.sinceMs,
      pausedUntilMs: clock.nowMs() < pausedUntilMs ? pausedUntilMs : undefined,
      restsUntilMs: Math.max(pausedUntilMs, openUntilMs(breaker)),
      lastFault,
      inFlight: slots.inFlight(),
      waiting: slots.waiting(),
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
