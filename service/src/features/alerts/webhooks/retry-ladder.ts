const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** A receiver that takes nothing for so long is taken to be gone. */
export const failingMaxMs = 72 * hour

/** Soon after a hiccup, seldom after a fall. */
const growingPausesMs: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  18 * hour,
]

/** The pause before each attempt. The last attempt comes three days after the first: whoever fails it has failed throughout. */
export const retryPausesMs: readonly number[] = [
  ...growingPausesMs,
  failingMaxMs - growingPausesMs.reduce((sum, pauseMs) => sum + pauseMs, 0),
]

/** Up to a tenth is added to a pause, so that what failed together does not all come back together. */
const jitterShare = 0.1

/** When to try again after so many attempts; undefined when that was the last. `chance` is from 0 to 1. */
export function nextAttemptAtMs(attempts: number, nowMs: number, chance: number): number | undefined {
  const pauseMs = retryPausesMs[attempts]
  return pauseMs === undefined ? undefined : nowMs + Math.round(pauseMs * (1 + jitterShare * chance))
}
