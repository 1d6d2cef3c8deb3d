import type { Source } from '../source.ts'

/** How many lines of a batch one process asks side by side: few, so that callers who wait come first. */
export const linesAtOnceMax = 16

/** How many lines may be asked now: never more than every source takes at once, and none while one rests. */
export function linesAtOnce(sources: readonly Pick<Source, 'pace'>[], nowMs: number): number {
  let most = linesAtOnceMax
  for (const { pace } of sources) {
    if (pace === undefined) continue
    const { atOnceMax, restsUntilMs } = pace()
    if (restsUntilMs > nowMs) return 0
    most = Math.min(most, atOnceMax)
  }
  return most
}
