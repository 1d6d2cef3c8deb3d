import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import type { PartSink } from '../../data-set.ts'
import { type PackedWriter, packedWriter, putNumber, putRaw } from '../../packing/packed-writer.ts'
import { sortedOrder } from './sorted-order.ts'
import { indexEveryBytes, type SpillRun } from './spill.ts'

export type SpillWriter = PartSink & {
  /** Forgets what the row before has not committed. */
  readonly nextRow: () => void
  /** Writes what is held, and makes the file durable. */
  readonly finish: () => SpillRuns
  readonly close: () => void
}

export type SpillRuns = {
  readonly runs: readonly SpillRun[]
  readonly sizeBytes: number
  readonly counted: number
}

/** What a thread fills again and again, file after file. */
export type SpillMemory = ReturnType<typeof spillMemory>

export function spillMemory(memoryBytes: number) {
  const countMax = Math.max(1_024, Math.floor(memoryBytes / 24))
  return {
    memoryBytes,
    countMax,
    // Room for what a row may write past the limit, so that the buffer is made once.
    writer: packedWriter(memoryBytes + slackBytes),
    out: packedWriter(2 * writeBytes),
    keys: new Float64Array(countMax),
    ends: new Uint32Array(countMax),
    kinds: new Uint8Array(countMax),
  }
}

/**
 * Takes parts in any order and writes them to a file in runs, each in ascending order of keys: as many as fit into
 * the memory at a time. Parts of one key stay in the order in which they came.
 */
export function spillWriter(path: string, memory: SpillMemory): SpillWriter {
  const file = openSync(path, 'w', 0o600)
  const { writer, out, keys, ends, kinds, memoryBytes, countMax } = memory
  writer.at = 0
  out.at = 0
  const runs: SpillRun[] = []
  let count = 0
  let counted = 0
  let committed = 0
  let written = 0

  const write = (): void => {
    for (let at = 0; at < out.at; ) at += writeSync(file, out.bytes, at, out.at - at)
    written += out.at
    out.at = 0
  }

  const flush = (): void => {
    if (count === 0) return
    runs.push(writeRun())
    count = 0
    committed = 0
    writer.at = 0
  }

  const writeRun = (): SpillRun => {
    const indexed: number[] = []
    const offsets: number[] = []
    let [indexedKey, indexedAt] = [-1, -1]
    for (const part of sortedOrder(keys, count)) {
      const key = keys[part] as number
      const offset = written + out.at
      if (indexedAt < 0 || (key !== indexedKey && offset - indexedAt >= indexEveryBytes)) {
        indexed.push(key)
        offsets.push(offset)
        indexedAt = offset
      }
      indexedKey = key
      const start = part === 0 ? 0 : (ends[part - 1] as number)
      putPart(out, key, kinds[part] as number, writer, start, ends[part] as number)
      if (out.at >= writeBytes) write()
    }
    write()
    return { keys: Float64Array.from(indexed), offsets: Float64Array.from(offsets), end: written }
  }

  return {
    writer,
    nextRow: () => {
      if (count === countMax || writer.at > memoryBytes) flush()
      writer.at = committed
    },
    commit: (key, kind, isCounted) => {
      if (count === countMax) {
        // A row of several parts that fills the last place: its next part begins the next run.
        const rest = Buffer.from(writer.bytes.subarray(committed, writer.at))
        flush()
        putRaw(writer, rest, 0, rest.length)
      }
      keys[count] = key
      kinds[count] = isCounted ? kind | countedFlag : kind
      committed = writer.at
      ends[count++] = committed
      if (isCounted) counted++
    },
    finish: () => {
      writer.at = committed
      flush()
      fsyncSync(file)
      return { runs, sizeBytes: written, counted }
    },
    close: () => closeSync(file),
  }
}

/** Key, kind, length and bytes. */
function putPart(
  out: PackedWriter,
  key: number,
  kind: number,
  { bytes }: PackedWriter,
  start: number,
  end: number,
): void {
  putNumber(out, key)
  putNumber(out, kind)
  putNumber(out, end - start)
  putRaw(out, bytes, start, end)
}

/** Set in the kind of a part that the accounting follows; kinds are below it. */
export const countedFlag = 64

const writeBytes = 1 << 20
const slackBytes = 1 << 17
