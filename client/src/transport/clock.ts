/** What time it is. Tests bring their own. */
export type Clock = { readonly nowMs: () => number }

export const systemClock: Clock = { nowMs: () => Date.now() }

/** Waits, unless the caller gives up first. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      signal?.removeEventListener('abort', givenUp)
      resolve()
    }
    const givenUp = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(done, ms)
    if (signal?.aborted) givenUp()
    else signal?.addEventListener('abort', givenUp, { once: true })
  })
}
