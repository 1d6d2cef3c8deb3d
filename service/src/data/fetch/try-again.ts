import { FetchFault, isPassing } from './fetch-fault.ts'

export type TryAgain = {
  readonly wait: (ms: number) => Promise<void>
  /** For whoever watches: why we pause, and for how long. */
  readonly onPause?: (fault: FetchFault, pauseMs: number) => void
}

/** After so many failures in a row a person has to look. */
const failuresMax = 8

const firstPauseMs = 1_000
const pauseMsMax = 60_000

/** A publisher that asks for more patience than this is told to a person instead. */
const retryAfterMsMax = 15 * 60_000

/**
 * Does it until it succeeds, as long as its faults may pass. `reached` says how far it came; failures that each
 * get farther than any before are not in a row.
 */
export async function tryAgain<Result>(
  { wait, onPause }: TryAgain,
  work: () => Promise<Result>,
  reached: () => number = () => 0,
): Promise<Result> {
  let farthest = 0
  for (let failures = 1; ; failures++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof FetchFault) || !isPassing(error)) throw error
      if (reached() > farthest) failures = 1
      farthest = Math.max(farthest, reached())
      if (failures >= failuresMax || (error.retryAfterMs ?? 0) > retryAfterMsMax) throw error
      const pauseMs = Math.max(pauseAfter(failures), error.retryAfterMs ?? 0)
      onPause?.(error, pauseMs)
      await wait(pauseMs)
    }
  }
}

const pauseAfter = (failures: number): number => Math.min(firstPauseMs * 2 ** (failures - 1), pauseMsMax)
