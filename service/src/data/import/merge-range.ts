import { closeSync, openSync, readSync } from 'node:fs'
import type { DataSet, Parts, RecordSink } from '../data-set.ts'
import { type PackedReader, takeNumber } from '../packing/packed-reader.ts'
import { packedWriter, putRaw } from '../packing/packed-writer.ts'
import { blockCollector } from '../search/block-collector.ts'
import type { RecordBatch } from '../snapshots/snapshot-writer.ts'
import { sortedOrder } from './sorted-order.ts'
import { type KeyRange, type Spill, stretchOf } from './spill.ts'
import { countedFlag } from './spill-writer.ts'

export type MergedRange = {
  readonly range: KeyRange
  readonly batches: readonly RecordBatch[]
  /** Counted parts of the range, and those that repeated another, by the number of their file. */
  readonly seen: readonly number[]
  readonly merged: readonly number[]
}

/** The second pass over one range of keys: the parts of all files become records, in ascending order of keys. */
export function mergeRange(
  dataSet: DataSet,
  spills: readonly Spill[],
  range: KeyRange,
  isSearchable: boolean,
): MergedRange {
  const held = partsOf(spills, range)
  const { keys, kinds, starts, ends, files, count, bytes } = held
  const order = sortedOrder(keys, count)
  const seen = spills.map(() => 0)
  const merged = spills.map(() => 0)
  const { sink, batches } = recordSink(dataSet)
  const collector = isSearchable ? blockCollector() : undefined
  const merge = dataSet.merger()
  const members: number[] = []
  const parts: Parts = {
    count: 0,
    bytes,
    kind: new Uint8Array(count),
    start: new Uint32Array(count),
    end: new Uint32Array(count),
  }
  const records: RecordSink = {
    ...sink,
    ...(collector !== undefined && { found: collector.add }),
    merged: (part) => {
      const file = files[members[part] ?? 0] as number
      merged[file] = (merged[file] ?? 0) + 1
    },
  }
  for (let at = 0; at < count; ) {
    const key = keys[order[at] as number] as number
    parts.count = 0
    for (; at < count && keys[order[at] as number] === key; at++) {
      const part = order[at] as number
      const kind = kinds[part] as number
      if ((kind & countedFlag) !== 0) seen[files[part] as number] = (seen[files[part] as number] ?? 0) + 1
      members[parts.count] = part
      parts.kind[parts.count] = kind & ~countedFlag
      parts.start[parts.count] = starts[part] as number
      parts.end[parts.count++] = ends[part] as number
    }
    merge(key, parts, records)
  }
  // A block of the index is a range of keys, and is known by where that begins.
  const indexed = collector === undefined ? [] : [collector.batch(range.from)]
  return { range, batches: [...batches(), ...indexed], seen, merged }
}

type HeldParts = {
  count: number
  readonly bytes: Buffer
  keys: Float64Array
  kinds: Uint8Array
  starts: Uint32Array
  ends: Uint32Array
  files: Uint16Array
}

/** Reads the stretches of all runs of all files, in that order, and finds the parts in them. */
function partsOf(spills: readonly Spill[], range: KeyRange): HeldParts {
  const stretches = spills.flatMap(({ path, runs }, file) =>
    runs.map((run) => ({ path, file, ...stretchOf(run, range) })).filter(({ start, end }) => end > start),
  )
  const size = stretches.reduce((sum, { start, end }) => sum + end - start, 0)
  // A part takes four bytes at least: key, kind, length and something.
  const countMax = Math.ceil(size / 4) + 1
  const held: HeldParts = {
    count: 0,
    bytes: Buffer.allocUnsafe(size),
    keys: new Float64Array(countMax),
    kinds: new Uint8Array(countMax),
    starts: new Uint32Array(countMax),
    ends: new Uint32Array(countMax),
    files: new Uint16Array(countMax),
  }
  let at = 0
  for (const { path, file, start, end } of stretches) {
    readInto(held.bytes, at, path, start, end - start)
    findParts(held, { bytes: held.bytes, at }, at + end - start, file, range)
    at += end - start
  }
  return held
}

function readInto(bytes: Buffer, at: number, path: string, position: number, length: number): void {
  const file = openSync(path, 'r')
  try {
    for (let read = 0; read < length; ) {
      const got = readSync(file, bytes, at + read, length - read, position + read)
      if (got === 0) throw new Error('a spill file ends too early')
      read += got
    }
  } finally {
    closeSync(file)
  }
}

function findParts(
  held: HeldParts,
  reader: PackedReader,
  until: number,
  file: number,
  range: KeyRange,
): void {
  while (reader.at < until) {
    const key = takeNumber(reader)
    const kind = takeNumber(reader)
    const length = takeNumber(reader)
    const start = reader.at
    reader.at += length
    if (key < range.from || key >= range.until) continue
    held.keys[held.count] = key
    held.kinds[held.count] = kind
    held.starts[held.count] = start
    held.ends[held.count] = start + length
    held.files[held.count++] = file
  }
}

/** Collects records by table. */
function recordSink({ tables }: DataSet) {
  const writer = packedWriter(1 << 16)
  const collected = tables.map(() => ({
    count: 0,
    keys: new Float64Array(1_024),
    orders: new Float64Array(1_024),
    ends: new Uint32Array(1_024),
    bytes: packedWriter(1 << 18),
  }))
  const commit: RecordSink['commit'] = (table, key, order = 0) => {
    const into = collected[table]
    if (into === undefined) throw new Error(`a record is for table ${table}, which there is not`)
    if (into.count === into.keys.length) {
      into.keys = grown(into.keys, new Float64Array(2 * into.count))
      into.orders = grown(into.orders, new Float64Array(2 * into.count))
      into.ends = grown(into.ends, new Uint32Array(2 * into.count))
    }
    putRaw(into.bytes, writer.bytes, 0, writer.at)
    into.keys[into.count] = key
    into.orders[into.count] = order
    into.ends[into.count++] = into.bytes.at
    writer.at = 0
  }
  const batches = (): RecordBatch[] =>
    collected.map(({ count, keys, orders, ends, bytes }, at) => ({
      table: tables[at]?.name ?? '',
      count,
      keys: keys.slice(0, count),
      orders: tables[at]?.hasOrder ? orders.slice(0, count) : undefined,
      ends: ends.slice(0, count),
      bytes: new Uint8Array(bytes.bytes.subarray(0, bytes.at)),
    }))
  return { sink: { writer, commit }, batches }
}

function grown<Numbers extends Float64Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
