/** Parts of one inner file on disk, in runs; what is told of them stands beside, in a file of JSON. */
export type Spill = {
  readonly path: string
  readonly runs: readonly SpillRun[]
}

/**
 * A stretch of a spill file with its keys in ascending order; it ends where the next begins. `keys` are some of them,
 * every so many bytes, with the place where each begins; the first is the first of the run. A month of the Receita
 * has half a million, in every thread: so they are plain numbers.
 */
export type SpillRun = {
  readonly keys: Float64Array
  readonly offsets: Float64Array
  readonly end: number
}

/** A slice of a run is read from one of these to another, so what is read in vain is less than this for each run. */
export const indexEveryBytes = 32 * 1024

export type KeyRange = { readonly from: number; readonly until: number }

/** The stretch of a run that holds all parts of a range of keys. */
export function stretchOf(
  { keys, offsets, end }: SpillRun,
  { from, until }: KeyRange,
): { readonly start: number; readonly end: number } {
  const first = Math.max(0, lastAtMost(keys, from))
  return { start: offsets[first] ?? end, end: offsets[lastAtMost(keys, until - 1) + 1] ?? end }
}

/** The place of the last key that is at most this; −1 where all are greater. */
function lastAtMost(keys: Float64Array, key: number): number {
  let [low, high] = [-1, keys.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((keys[middle] ?? 0) <= key) low = middle
    else high = middle - 1
  }
  return low
}

/** Ranges of about so many bytes that together hold every key from `from` on, in ascending order. */
export function keyRanges(spills: readonly Spill[], from: number, bytes: number): KeyRange[] {
  const runs = spills.flatMap((one) => one.runs)
  const keys = new Float64Array(runs.reduce((sum, one) => sum + one.keys.length, 0))
  let filled = 0
  for (const run of runs) {
    for (const key of run.keys) if (key > from) keys[filled++] = key
  }
  const sorted = keys.subarray(0, filled).sort()
  const ranges: KeyRange[] = []
  const step = Math.max(1, Math.floor(bytes / indexEveryBytes))
  let begin = from
  for (let at = step; at < filled; at += step) {
    const until = sorted[at] as number
    if (until <= begin) continue
    ranges.push({ from: begin, until })
    begin = until
  }
  return [...ranges, { from: begin, until: Number.MAX_SAFE_INTEGER }]
}
