/** Parts of one inner file on disk, in runs; what is told of them stands beside, in a file of JSON. */
export type Spill = {
  readonly path: string
  readonly runs: readonly SpillRun[]
}

/** A stretch of a spill file with its keys in ascending order. Ends where the next begins. */
export type SpillRun = {
  /** Where some of the keys begin, every so many bytes; the first key of the run is the first of them. */
  readonly index: { readonly key: number; readonly offset: number }[]
  readonly end: number
}

/** A slice of a run is read from one of these to another, so what is read in vain is less than this for each run. */
export const indexEveryBytes = 32 * 1024

export type KeyRange = { readonly from: number; readonly until: number }

/** The stretch of a run that holds all parts of a range of keys. */
export function stretchOf(
  { index, end }: SpillRun,
  { from, until }: KeyRange,
): { start: number; end: number } {
  const first = lastAtMost(index, from)
  const start = index[Math.max(0, first)]?.offset ?? end
  return { start, end: index[lastAtMost(index, until - 1) + 1]?.offset ?? end }
}

/** The last entry whose key is at most this; −1 where all are greater. */
function lastAtMost(index: SpillRun['index'], key: number): number {
  let [low, high] = [-1, index.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((index[middle]?.key ?? 0) <= key) low = middle
    else high = middle - 1
  }
  return low
}

/** Ranges of about so many bytes that together hold every key from `from` on, in ascending order. */
export function keyRanges(spills: readonly Spill[], from: number, bytes: number): KeyRange[] {
  const keys = spills
    .flatMap(({ runs }) => runs.flatMap(({ index }) => index.map(({ key }) => key)))
    .filter((key) => key > from)
    .toSorted((a, b) => a - b)
  const ranges: KeyRange[] = []
  const step = Math.max(1, Math.floor(bytes / indexEveryBytes))
  let begin = from
  for (let at = step; at < keys.length; at += step) {
    const until = keys[at] as number
    if (until <= begin) continue
    ranges.push({ from: begin, until })
    begin = until
  }
  return [...ranges, { from: begin, until: Number.MAX_SAFE_INTEGER }]
}
