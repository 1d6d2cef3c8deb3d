import { closeSync, openSync, readSync } from 'node:fs'
import type { DataSet, Merger, Parts, RecordSink } from '../data-set.ts'
import { type PackedBytes, takeByteNumber } from '../packing/packed-bytes.ts'
import { packedWriter, putRaw } from '../packing/packed-writer.ts'
import { type BlockCollector, blockCollector } from '../search/block-collector.ts'
import type { RecordBatch } from '../snapshots/snapshot-writer.ts'
import { sortedOrder } from './spill/sorted-order.ts'
import { type KeyRange, type Spill, stretchOf } from './spill/spill.ts'
import { countedFlag } from './spill/spill-writer.ts'

export type MergedRange = {
  readonly range: KeyRange
  readonly batches: readonly RecordBatch[]
  /** Counted parts of the range, and those that repeated another, by the number of their file. */
  readonly seen: readonly number[]
  readonly merged: readonly number[]
}

/** The second pass: the parts of all files in a range of keys become records, in ascending order of keys. */
export function rangeMerger(
  dataSet: Pick<DataSet, 'tables' | 'merger'>,
  spills: readonly Spill[],
  isSearchable = false,
): (range: KeyRange) => MergedRange {
  // Filled again and again, range after range.
  let held = heldParts(0)
  const collected = collectedRecords(dataSet)
  const merge = dataSet.merger()
  return (range) => {
    const stretches = stretchesOf(spills, range)
    const size = stretches.reduce((sum, { start, end }) => sum + end - start, 0)
    if (size > held.bytes.length) held = heldParts(Math.ceil(size * 1.25))
    readParts(held, stretches, range)
    const collector = isSearchable ? blockCollector() : undefined
    const merged = mergeHeld(collected, merge, held, spills.length, range, collector)
    if (collector === undefined) return merged
    // A block of the index is a range of keys, and is known by where that begins.
    return { ...merged, batches: [...merged.batches, collector.batch(range.from)] }
  }
}

function mergeHeld(
  { sink, takeBatches }: CollectedRecords,
  merge: Merger,
  { keys, kinds, starts, ends, files, count, bytes, parts }: HeldParts,
  fileCount: number,
  range: KeyRange,
  collector: BlockCollector | undefined,
): MergedRange {
  const order = sortedOrder(keys, count)
  const seen = new Array<number>(fileCount).fill(0)
  const merged = new Array<number>(fileCount).fill(0)
  const members: number[] = []
  parts.bytes = bytes
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
  return { range, batches: takeBatches(), seen, merged }
}

type Stretch = { readonly path: string; readonly file: number; readonly start: number; readonly end: number }

/** Of all runs of all files, in that order. */
const stretchesOf = (spills: readonly Spill[], range: KeyRange): readonly Stretch[] =>
  spills.flatMap(({ path, runs }, file) =>
    runs.map((run) => ({ path, file, ...stretchOf(run, range) })).filter(({ start, end }) => end > start),
  )

type HeldParts = {
  count: number
  readonly bytes: Buffer
  readonly keys: Float64Array
  readonly kinds: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly files: Uint16Array
  /** Those of one key. */
  readonly parts: Parts
}

/** Room for so many bytes of parts. Key, kind and length take three at least, and what is not used takes no memory. */
function heldParts(sizeBytes: number): HeldParts {
  const countMax = Math.ceil(sizeBytes / 3)
  const bytes = Buffer.allocUnsafe(sizeBytes)
  return {
    count: 0,
    bytes,
    keys: new Float64Array(countMax),
    kinds: new Uint8Array(countMax),
    starts: new Uint32Array(countMax),
    ends: new Uint32Array(countMax),
    files: new Uint16Array(countMax),
    parts: {
      count: 0,
      bytes,
      kind: new Uint8Array(countMax),
      start: new Uint32Array(countMax),
      end: new Uint32Array(countMax),
    },
  }
}

function readParts(held: HeldParts, stretches: readonly Stretch[], range: KeyRange): void {
  held.count = 0
  let at = 0
  for (const { path, file, start, end } of stretches) {
    readInto(held.bytes, at, path, start, end - start)
    findParts(held, { bytes: held.bytes, at }, at + end - start, file, range)
    at += end - start
  }
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

function findParts(held: HeldParts, packed: PackedBytes, until: number, file: number, range: KeyRange): void {
  while (packed.at < until) {
    const key = takeByteNumber(packed)
    const kind = takeByteNumber(packed)
    const length = takeByteNumber(packed)
    const start = packed.at
    packed.at += length
    if (key < range.from || key >= range.until) continue
    held.keys[held.count] = key
    held.kinds[held.count] = kind
    held.starts[held.count] = start
    held.ends[held.count] = start + length
    held.files[held.count++] = file
  }
}

type CollectedRecords = ReturnType<typeof collectedRecords>

/** Collects records by table, until they are taken. */
function collectedRecords({ tables }: Pick<DataSet, 'tables'>) {
  const writer = packedWriter(1 << 16)
  const collected = tables.map(() => ({
    count: 0,
    keys: new Float64Array(1 << 14),
    orders: new Float64Array(1 << 14),
    ends: new Uint32Array(1 << 14),
    bytes: packedWriter(1 << 20),
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
  const takeBatches = (): RecordBatch[] =>
    collected.map((from, at) => {
      const { count, keys, orders, ends, bytes } = from
      const batch = {
        table: tables[at]?.name ?? '',
        count,
        keys: keys.slice(0, count),
        orders: tables[at]?.hasOrder ? orders.slice(0, count) : undefined,
        ends: ends.slice(0, count),
        bytes: new Uint8Array(bytes.bytes.subarray(0, bytes.at)),
      }
      from.count = 0
      bytes.at = 0
      return batch
    })
  return { sink: { writer, commit }, takeBatches }
}

function grown<Numbers extends Float64Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
