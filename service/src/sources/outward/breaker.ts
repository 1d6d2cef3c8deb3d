/** What is known of a provider's health. A value: every step makes another. */
export type Breaker = {
  readonly state: BreakerState
  /** When it came into this state. */
  readonly sinceMs: number
  /** Of the newest calls, whether each was a fault; the newest last. */
  readonly faults: readonly boolean[]
  /** How often it has opened since it was last closed. */
  readonly openings: number
}

/** Closed lets calls through, open none; trying lets one through, to see. */
export type BreakerState = keyof typeof transitions

const transitions = {
  closed: { trip: 'open' },
  open: { probe: 'trying' },
  trying: { recover: 'closed', fail: 'open' },
} as const

/** Half of so many newest calls open it; fewer than the least say nothing of a provider yet. */
const lookedAtMax = 20
const lookedAtMin = 5

/** A provider that restarts is back within seconds; one that is down is asked once a minute. */
const firstPauseMs = 5_000
const pauseMsMax = 60_000

export const newBreaker = (nowMs: number): Breaker => ({
  state: 'closed',
  sinceMs: nowMs,
  faults: [],
  openings: 0,
})

/** How a call may go: as every other, as the one that tries, or not at all. */
export type Admission = 'call' | 'probe' | 'refused'

export function admissionBy(breaker: Breaker, nowMs: number): Admission {
  switch (breaker.state) {
    case 'closed':
      return 'call'
    case 'open':
      return nowMs >= openUntilMs(breaker) ? 'probe' : 'refused'
    case 'trying':
      return 'refused'
  }
}

/** The breaker while the one call that tries is under way. */
export const probing = (breaker: Breaker, nowMs: number): Breaker => {
  if (breaker.state !== 'open') throw new Error(`A breaker that is ${breaker.state} has nothing to try`)
  return { ...breaker, state: transitions.open.probe, sinceMs: nowMs }
}

/** What a call that has ended makes of it. One that was admitted before it opened comes too late to say anything. */
export function afterCall(
  breaker: Breaker,
  call: { readonly isProbe: boolean; readonly isFault: boolean },
  nowMs: number,
): Breaker {
  if (breaker.state === 'closed') return afterUsualCall(breaker, call.isFault, nowMs)
  if (breaker.state !== 'trying' || !call.isProbe) return breaker
  return call.isFault
    ? { ...breaker, state: transitions.trying.fail, sinceMs: nowMs, openings: breaker.openings + 1 }
    : { state: transitions.trying.recover, sinceMs: nowMs, faults: [], openings: 0 }
}

function afterUsualCall(breaker: Breaker, isFault: boolean, nowMs: number): Breaker {
  const faults = [...breaker.faults, isFault].slice(-lookedAtMax)
  const isTripped =
    isFault && faults.length >= lookedAtMin && faults.filter((one) => one).length * 2 >= faults.length
  return isTripped
    ? { state: transitions.closed.trip, sinceMs: nowMs, faults: [], openings: 1 }
    : { ...breaker, faults }
}

/** Until when nobody may call; 0 where somebody may, or tries. */
export const openUntilMs = (breaker: Breaker): number =>
  breaker.state === 'open' ? breaker.sinceMs + pauseMsOf(breaker) : 0

const pauseMsOf = ({ openings }: Breaker): number =>
  Math.min(pauseMsMax, firstPauseMs * 2 ** Math.max(0, openings - 1))
