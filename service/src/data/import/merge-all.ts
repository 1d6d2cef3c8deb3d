import type { SnapshotWriter, WriteProgress } from '../snapshots/snapshot-writer.ts'
import type { ReadFile } from './read-file.ts'
import { type KeyRange, keyRanges, type Spill } from './spill/spill.ts'
import type { ThreadPool } from './threads/thread-pool.ts'

/** Of parts that become records at a time. Each thread holds a few times as much. */
const rangeBytes = 4 << 20

export type Counts = { readonly seen: number[]; readonly merged: number[] }

/** Ranges are merged on all threads, ahead of the one that is written, and written in ascending order. */
export async function mergeAll(
  files: readonly (ReadFile | undefined)[],
  writer: SnapshotWriter,
  pool: ThreadPool,
  threads: number,
  onWritten: (share: number) => void,
): Promise<Counts> {
  const spills: Spill[] = files.map((one) => one?.spill ?? { path: '', runs: [] })
  const counts: Counts = {
    seen: files.map((_, at) => writer.progress?.seen[at] ?? 0),
    merged: files.map((_, at) => writer.progress?.merged[at] ?? 0),
  }
  const begin = writer.progress?.nextKey ?? 0
  const ranges = begin < Number.MAX_SAFE_INTEGER ? keyRanges(spills, begin, rangeBytes) : []
  await pool.share(spills)
  const mergeAhead = (range: KeyRange) => {
    const merging = pool.merge(range)
    // Whoever awaits it is told; nobody may, when another fails before.
    merging.catch(() => undefined)
    return merging
  }
  const ahead = ranges.slice(0, threads + writer.writesAtOnce).map(mergeAhead)
  const writing: Promise<void>[] = []
  for (const at of ranges.keys()) {
    const result = await (ahead.shift() as NonNullable<(typeof ahead)[number]>)
    const next = ranges[at + threads + writer.writesAtOnce]
    if (next !== undefined) ahead.push(mergeAhead(next))
    add(counts.seen, result.seen)
    add(counts.merged, result.merged)
    const progress: WriteProgress = {
      nextKey: result.range.until,
      seen: [...counts.seen],
      merged: [...counts.merged],
    }
    writing.push(Promise.resolve(writer.write(result.batches, progress)))
    if (writing.length >= writer.writesAtOnce) await writing.shift()
    onWritten((at + 1) / ranges.length)
  }
  await Promise.all(writing)
  return counts
}

function add(to: number[], more: readonly number[]): void {
  for (const [at, one] of more.entries()) to[at] = (to[at] ?? 0) + one
}
