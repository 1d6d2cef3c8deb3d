import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Publisher } from './fetch/publisher.ts'
import type { PackedWriter } from './packing/packed-writer.ts'
import type { Row } from './rows/row.ts'

/**
 * What is published, and how it becomes a snapshot: the files it comes in, how a row of each becomes a part under a
 * key, and how the parts of a key become records. Every thread of an import makes its own readers and mergers.
 */
export type DataSet = {
  readonly name: string
  /** What a snapshot of it has, besides domain texts; records are written in the order of keys in each. */
  readonly tables: readonly SnapshotTable[]
  readonly files: readonly FileKind[]
  /** The period of a day: a month, `2026-10`, or the day itself for what is published daily. */
  readonly periodOf: (date: Day) => string
  /** Where its files are, and how they are listed. */
  readonly publisher: Publisher
  readonly merger: () => Merger
  /** Whether its merger tells what records are found by, for an import that makes an index of it. */
  readonly isSearchable?: true
  /** Invented files in the true layout. */
  readonly sample: (request: SampleRequest) => Sample
}

export type SnapshotTable = {
  readonly name: string
  /** Whether several records stand under one key, told apart by an order. */
  readonly hasOrder: boolean
  /** Whether records come in no order of their keys, so that their index is built when all are there. */
  readonly isUnsorted?: true
}

/** One of the kinds of file that a set is published in. */
export type FileKind = {
  /** As the accounting and the guide call it. */
  readonly name: string
  /** The name of the zip, which may hold several inner files. */
  readonly zipName: RegExp
  readonly innerName: RegExp
  /** The names of its zips, where the publisher's never differ: whoever lacks one is told which. */
  readonly zips?: readonly string[]
  /** How many inner files make the set complete; fewer are refused. */
  readonly countMin: number
  /** Whether its publisher cuts one list into files of like size: then none is empty while others have thousands. */
  readonly isCutEvenly?: true
  /** The day of the data, from the name of the inner file; undefined where the name does not tell. */
  readonly dateOf: (innerName: string, today: Day) => Day | undefined
  readonly columns: Columns
  /** The amount that every row must have, by the name under which `putCentsField` counts unreadable ones. */
  readonly amount?: string
  /** Rows are `code; text` of this domain, held in memory; `reader` is not asked. */
  readonly domain?: string
  readonly reader: (context: ReaderContext) => RowReader
}

/** Columns are found by place, or by the names of a header. */
export type Columns =
  | { readonly kind: 'places'; readonly count: number }
  /** For each column that is read, the names it has had. The reader gets them in this order. */
  | { readonly kind: 'names'; readonly names: readonly (readonly string[])[] }

export type ReaderContext = {
  /** Where each column of `names` stands in this file; empty for `places`. */
  readonly places: readonly number[]
  /** The codes of every domain, to know those that are missing from their own table. */
  readonly domains: ReadonlyMap<string, ReadonlyMap<number, string>>
}

/** Turns one row into a part or more; what it returns is why the row is quarantined. */
export type RowReader = (row: Row, parts: PartSink, count: CountField) => string | undefined

/** Counts a field that was repaired or left out, by its reason. */
export type CountField = (reason: string) => void

export type PartSink = {
  /** The part under way. What was not committed before the next row is forgotten. */
  readonly writer: PackedWriter
  /**
   * Ends the part under way. The accounting follows `counted` ones: exactly one for each row that is not quarantined.
   * Others are what a row says about another key.
   */
  readonly commit: (key: number, kind: number, isCounted: boolean) => void
}

/** The parts of one key, in the order of files and rows. Overwritten by the next key. */
export type Parts = {
  count: number
  bytes: Buffer
  readonly kind: Uint8Array
  readonly start: Uint32Array
  readonly end: Uint32Array
}

/** Makes the records of one key from its parts. */
export type Merger = (key: number, parts: Parts, records: RecordSink) => void

export type RecordSink = {
  readonly writer: PackedWriter
  /** Ends the record under way; `table` is its place in `DataSet.tables`. */
  readonly commit: (table: number, key: number, order?: number) => void
  /** A counted part that repeats another: its row is counted as merged, not as kept. */
  readonly merged: (part: number) => void
  /** Says what a record is found by, in ascending order of key and order; absent where no index is made. */
  readonly found?: (key: number, order: number, tokens: readonly number[]) => void
}

export type SampleRequest = { readonly companies: number; readonly seed: number; readonly date: Day }

export type Sample = {
  readonly zips: Iterable<SampledZip>
  /** Complete once all zips were read: how often each lie was told, by the name of the zip and the reason. */
  readonly lies: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** One that can be asked for, where the set tells of companies alone. */
  readonly example?: DocumentNumber
}

export type SampledZip = {
  readonly name: string
  readonly files: Iterable<{ readonly name: string; readonly chunks: Iterable<Buffer> }>
}
