/** How long one try may be silent, joined with the caller's own wish to give up. */
export type Deadline = {
  readonly signal: AbortSignal
  readonly hasPassed: () => boolean
  /** The time begins anew. */
  readonly restart: () => void
  /** The wait is the caller's own from here: no time runs. */
  readonly pause: () => void
  /** Nothing more is waited for. */
  readonly end: () => void
}

/** A timer takes no more, and would run out at once. */
const timerMsMax = 2_147_483_647

export function deadline(timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let hasPassed = false
  const pass = () => {
    hasPassed = true
    controller.abort()
  }
  const giveUp = () => controller.abort(signal?.reason)
  const start = () => setTimeout(pass, Math.min(timeoutMs, timerMsMax))
  let timer = start()
  if (signal?.aborted) giveUp()
  else signal?.addEventListener('abort', giveUp, { once: true })
  return {
    signal: controller.signal,
    hasPassed: () => hasPassed,
    restart: () => {
      clearTimeout(timer)
      timer = start()
    },
    pause: () => clearTimeout(timer),
    end: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    },
  }
}
