/** What a client took lately, in steps of fifty milliseconds: the one under way first, then those before it. */
export type RateWindow = { step: number; readonly taken: number[] }

const stepMs = 50

/** The step under way and a whole second before it, so that no thousand milliseconds hold more than the limit. */
const stepCount = 1_000 / stepMs + 1

/** A window farther ahead than this was written by a clock that has been set right since. */
const skewStepsMax = 60_000 / stepMs

export const newWindow = (): RateWindow => ({ step: 0, taken: Array.from({ length: stepCount }, () => 0) })

/** Takes up to `wanted` from a limit a second, if the second before still has room. Returns how many it took. */
export function takeFromWindow(
  window: RateWindow,
  asked: { limit: number; wanted: number; nowMs: number },
): number {
  moveTo(window, Math.floor(asked.nowMs / stepMs))
  const { taken } = window
  let total = 0
  for (const count of taken) total += count
  const granted = Math.max(0, Math.min(asked.wanted, asked.limit - total))
  taken[0] = (taken[0] ?? 0) + granted
  return granted
}

/** Of two machines whose clocks differ a little, the later one's step holds for both. */
function moveTo(window: RateWindow, now: number): void {
  const steps = now - window.step
  if (steps === 0 || (steps < 0 && -steps <= skewStepsMax)) return
  window.step = now
  if (steps < 0 || steps >= stepCount) window.taken.fill(0)
  else window.taken.copyWithin(steps, 0).fill(0, 0, steps)
}
