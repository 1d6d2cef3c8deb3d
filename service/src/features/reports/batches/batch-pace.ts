import type { Source } from '../source.ts'

/** How many lines of a batch one process asks side by side: few, so that callers who wait come first. */
export const linesAtOnceMax = 16

/** How many lines of all batches are being asked in this process, by the source that sets a pace. */
export type LinesUnderWay = Map<string, number>

type Paced = Pick<Source, 'name' | 'pace'>

/** How many lines may be asked now: never more than every source takes at once, and none while one rests. */
export function linesAtOnce(
  sources: readonly Paced[],
  nowMs: number,
  underWay: ReadonlyMap<string, number>,
): number {
  let most = linesAtOnceMax
  for (const { name, pace } of sources) {
    if (pace === undefined) continue
    const { atOnceMax, inAllMax, restsUntilMs } = pace()
    if (restsUntilMs > nowMs) return 0
    most = Math.min(most, atOnceMax, Math.max(0, inAllMax - (underWay.get(name) ?? 0)))
  }
  return most
}

/** Counts lines as under way, so that a batch beside this one leaves them their room. */
export function countLines(sources: readonly Paced[], count: number, underWay: LinesUnderWay): void {
  for (const { name, pace } of sources)
    if (pace !== undefined) underWay.set(name, (underWay.get(name) ?? 0) + count)
}
