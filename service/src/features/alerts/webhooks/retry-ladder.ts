const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The pause before each attempt: soon after a hiccup, seldom after a fall, a little over a day in all. */
export const retryPausesMs: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour,
]

/** Up to a tenth is added to a pause, so that what failed together does not all come back together. */
const jitterShare = 0.1

/** When to try again after so many attempts; undefined when that was the last. `chance` is from 0 to 1. */
export function nextAttemptAtMs(attempts: number, nowMs: number, chance: number): number | undefined {
  const pauseMs = retryPausesMs[attempts]
  return pauseMs === undefined ? undefined : nowMs + Math.round(pauseMs * (1 + jitterShare * chance))
}
