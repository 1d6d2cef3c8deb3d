import { setTimeout as wait } from 'node:timers/promises'
import { type Called, failedBy, isAskedToWait, type OutwardRequest, type Sent } from './outward-request.ts'

export type PollDeps = {
  readonly ask: <Value>(request: OutwardRequest<Value>, signal: AbortSignal) => Promise<Sent<Value>>
  /** For how long nobody may call the provider. */
  readonly restMs: () => number
  /** Fires when the time of the report is over. */
  readonly signal: AbortSignal
}

/** Most are ready within a second; one that is not is asked ever more rarely. */
const firstPauseMs = 150
const pauseMsMax = 2_000

/**
 * Asks again for what a provider is still working on, until it has it or the time is over. Its own word on when to
 * come back counts; one that asks everybody to wait is asked again afterwards, because the work was taken on already.
 */
export async function polled<Value>(
  { ask, restMs, signal }: PollDeps,
  first: Extract<Sent<Value>, { kind: 'pending' }>,
): Promise<Called<Value>> {
  let pending = first
  for (let count = 0; ; count += 1) {
    const pauseMs = Math.max(pauseMsAfter(count), pending.afterMs, restMs())
    await wait(pauseMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return failedBy('timeout')
    const sent = await ask(pending.next, signal)
    if (sent.kind === 'pending') pending = sent
    else if (!isAskedToWait(sent)) return sent
  }
}

export const pauseMsAfter = (count: number): number => Math.min(pauseMsMax, firstPauseMs * 2 ** count)
