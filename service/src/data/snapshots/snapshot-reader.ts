import type { Day } from '@lastro/rules/calendar/day.ts'
import type { Awaitable } from '../../awaitable.ts'
import type { PackedRecord } from '../packing/packed-reader.ts'

/** A snapshot that is ready, as sources read it. */
export type SnapshotReader = {
  readonly dataSet: string
  /** `2026-10` */
  readonly period: string
  /** Of the data: what reports show after the @. */
  readonly date: Day
  /** The packed record under a key of one of the snapshot's tables; undefined where there is none. */
  readonly read: (table: string, key: number, order?: number) => Awaitable<PackedRecord | undefined>
  /** The texts of a domain, by code; held in memory. */
  readonly domain: (table: string) => ReadonlyMap<number, string>
  /** Only where it has an index to search by. */
  readonly blocks?: FindBlocks
  readonly close: () => Promise<void> | void
}

/**
 * Blocks of the index that have a token of each group, ascending: from the one that holds this key on, at most so
 * many. The first group is one token.
 */
export type FindBlocks = (
  groups: readonly (readonly number[])[],
  fromKey: number,
  countMax: number,
) => Awaitable<readonly number[]>
