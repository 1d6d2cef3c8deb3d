import type { Day } from '@lastro/rules/calendar/day.ts'
import type { Awaitable } from '../../awaitable.ts'
import type { SnapshotTable } from '../data-set.ts'
import type { SnapshotReader } from './snapshot-reader.ts'

/** Where snapshots are kept: a file or a schema for each. */
export type SnapshotEngine = {
  /** Refuses a second import beside the first: undefined while another process holds it. It dies with its process. */
  readonly lock: () => Promise<(() => Promise<void>) | undefined>
  /** Makes an empty snapshot at a location where there is none. */
  readonly begin: (snapshot: NewSnapshot) => Promise<SnapshotWriter>
  /** Goes on with one that was not finished; undefined where nothing of it can be used. */
  readonly resume: (snapshot: NewSnapshot) => Promise<SnapshotWriter | undefined>
  /** Throws `SnapshotGone` where there is none that can be read. */
  readonly open: (snapshot: Pick<NewSnapshot, 'location'>) => Promise<SnapshotReader>
  /** Removes a snapshot, finished or not; nothing happens where there is none. */
  readonly discard: (location: string) => Promise<void>
  /** What it takes on disk, indexes included. */
  readonly sizeBytes: (location: string) => Promise<number>
  readonly close: () => Promise<void>
}

export type NewSnapshot = {
  /** The same as the snapshot's id in the catalogue: `receita-2026-10`, `receita-2026-10-2`. */
  readonly location: string
  readonly dataSet: string
  readonly period: string
  readonly date: Day
  readonly tables: readonly SnapshotTable[]
}

export type SnapshotWriter = {
  /** What was written before; undefined at the beginning. */
  readonly progress: WriteProgress | undefined
  /** How many calls of `write` may be under way at once. */
  readonly writesAtOnce: number
  /**
   * Writes the records of a range of keys, durable with its progress or not at all. Ranges come in ascending order;
   * progress may only become durable together with all that came before.
   */
  readonly write: (batches: readonly RecordBatch[], progress: WriteProgress) => Awaitable<void>
  /** Domain texts; written anew each time. */
  readonly writeDomains: (domains: ReadonlyMap<string, ReadonlyMap<number, string>>) => Awaitable<void>
  /** Builds indexes and makes the whole durable; it can be opened from now on. */
  readonly finish: () => Promise<void>
  /** Gives the files or connections back; what was written stays, to be resumed or discarded. */
  readonly close: () => Promise<void>
}

/** Everything below `nextKey` is written; the counts are of those parts, by the number of their file. */
export type WriteProgress = {
  readonly nextKey: number
  /** Counted parts seen, and those of them that repeated another. */
  readonly seen: readonly number[]
  readonly merged: readonly number[]
}

/** Records of one table in ascending order of (key, order). */
export type RecordBatch = {
  readonly table: string
  readonly count: number
  readonly keys: Float64Array
  /** Absent where the table has no order. */
  readonly orders: Float64Array | undefined
  /** Record i ends here in `bytes`, and begins where the one before ended. */
  readonly ends: Uint32Array
  readonly bytes: Uint8Array
}
