/** What a client took lately, in steps of fifty milliseconds: the one under way first, then those before it. */
export type RateWindow = { readonly step: number; readonly taken: readonly number[] }

export type Taking = { readonly window: RateWindow; readonly granted: number }

const stepMs = 50

/** The step under way and a whole second before it, so that no thousand milliseconds hold more than the limit. */
const stepCount = 1_000 / stepMs + 1

/** A window farther ahead than this was written by a clock that has been set right since. */
const skewStepsMax = 60_000 / stepMs

export const emptyWindow: RateWindow = { step: 0, taken: Array.from({ length: stepCount }, () => 0) }

/** Takes up to `wanted` from a limit a second, if the second before still has room for it. */
export function takeFromWindow(
  held: RateWindow,
  asked: { limit: number; wanted: number; nowMs: number },
): Taking {
  const window = movedTo(held, Math.floor(asked.nowMs / stepMs))
  const [current = 0, ...before] = window.taken
  const total = before.reduce((sum, count) => sum + count, current)
  const granted = Math.max(0, Math.min(asked.wanted, asked.limit - total))
  return { window: { step: window.step, taken: [current + granted, ...before] }, granted }
}

/** Of two machines whose clocks differ a little, the later one's step holds for both. */
function movedTo(held: RateWindow, now: number): RateWindow {
  const steps = now - held.step
  if (steps === 0 || (steps < 0 && -steps <= skewStepsMax)) return held
  if (steps < 0 || steps >= stepCount) return { step: now, taken: emptyWindow.taken }
  return {
    step: now,
    taken: [...emptyWindow.taken.slice(0, steps), ...held.taken.slice(0, stepCount - steps)],
  }
}
