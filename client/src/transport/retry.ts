import { LastroProblem, type LastroUnreachable } from '../problem.ts'

export type Failure = LastroProblem | LastroUnreachable

export type Retrying = {
  readonly failure: Failure
  /** How many tries have failed before this one. */
  readonly attempt: number
  readonly retryCountMax: number
  /** From 0 to 1. */
  readonly random: () => number
}

/** How often a call is tried again unless the caller says otherwise. */
export const retryCountMaxDefault = 3

const firstPauseMs = 200

/** Longer pauses help nobody who waits for an answer. */
const pauseMsMax = 10_000

/** Told to come back later than this, the caller is told so at once instead of being held. */
const patienceMs = 60_000

/**
 * How long to wait before the next try; undefined when there is none. Pauses double, and a random half of each
 * keeps callers that failed together from coming back together. `Retry-After` comes on top.
 */
export function pauseBeforeRetry({ failure, attempt, retryCountMax, random }: Retrying): number | undefined {
  if (attempt >= retryCountMax || !isPassing(failure)) return undefined
  const toldMs = (failure.retryAfterSeconds ?? 0) * 1000
  if (toldMs > patienceMs) return undefined
  const grownMs = Math.min(pauseMsMax, firstPauseMs * 2 ** attempt)
  return toldMs + grownMs * (0.5 + random() / 2)
}

const passingStatuses: readonly number[] = [429, 502, 503, 504]

/**
 * The sources were asked and gave nothing: that query is on record, and another would be one more of the same person,
 * and may cost its provider again. Whoever wants it asks anew.
 */
const askedInVain: readonly string[] = ['sources_unavailable', 'deadline_exceeded']

/** Whether the same call may well be answered in a moment. */
function isPassing(failure: Failure): boolean {
  if (failure instanceof LastroProblem)
    // The first sending of this key is still at work: its answer will be there soon.
    return (
      failure.code === 'idempotency_key_in_flight' ||
      (passingStatuses.includes(failure.status) && !askedInVain.includes(failure.code))
    )
  if (failure.reason === 'redirected') return false
  return failure.status === undefined || passingStatuses.includes(failure.status)
}
