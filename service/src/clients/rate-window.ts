/** How much a client took in the second under way and in the one before. */
export type RateWindow = { readonly windowMs: number; readonly taken: number; readonly takenBefore: number }

export type Taking = { readonly window: RateWindow; readonly granted: number }

const windowLengthMs = 1_000

export const emptyWindow: RateWindow = { windowMs: 0, taken: 0, takenBefore: 0 }

/**
 * Takes up to `wanted` from a limit a second. The second before counts in proportion to how much of it the
 * last thousand milliseconds still hold, so that a burst across the turn of a second is not let through twice.
 */
export function takeFromWindow(
  held: RateWindow,
  asked: { limit: number; wanted: number; nowMs: number },
): Taking {
  const { limit, wanted, nowMs } = asked
  const windowMs = nowMs - (nowMs % windowLengthMs)
  const isSame = held.windowMs === windowMs
  const taken = isSame ? held.taken : 0
  const takenBefore = isSame ? held.takenBefore : held.windowMs === windowMs - windowLengthMs ? held.taken : 0
  const stillHeld = 1 - (nowMs - windowMs) / windowLengthMs
  // Rounded up, so that whoever waits for a second finds a place however small the limit.
  const free = Math.ceil(limit - taken - takenBefore * stillHeld)
  const granted = Math.max(0, Math.min(wanted, free))
  return { window: { windowMs, taken: taken + granted, takenBefore }, granted }
}
