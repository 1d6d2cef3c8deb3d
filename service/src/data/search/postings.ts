import { packedReader, takeNumber } from '../packing/packed-reader.ts'
import { packedWriter, putNumber } from '../packing/packed-writer.ts'

/** The rows of a block that have a token: whichever is smaller, a bit for each row or the steps between them. */
export type Postings = {
  readonly rows: () => Iterable<number>
  readonly has: (row: number) => boolean
  /** How much work it is to go through them; to compare two. */
  readonly sizeBytes: number
}

const steps = 0
const bits = 1

/** Rows ascend, none twice. */
export function packPostings(rows: readonly number[], rowCount: number): Buffer {
  const bitBytes = Math.ceil(rowCount / 8) + 1
  const writer = packedWriter(rows.length + 16)
  putNumber(writer, steps)
  let before = -1
  for (const row of rows) {
    putNumber(writer, row - before - 1)
    before = row
    if (writer.at > bitBytes) return packBits(rows, bitBytes)
  }
  return writer.bytes.subarray(0, writer.at)
}

function packBits(rows: readonly number[], bitBytes: number): Buffer {
  const packed = Buffer.alloc(bitBytes)
  packed[0] = bits
  for (const row of rows) packed[1 + (row >> 3)] = (packed[1 + (row >> 3)] ?? 0) | (1 << (row & 7))
  return packed
}

export function unpackPostings(packed: Uint8Array): Postings {
  return packed[0] === bits ? bitPostings(packed) : stepPostings(packed)
}

function bitPostings(packed: Uint8Array): Postings {
  const has = (row: number) => (((packed[1 + (row >> 3)] ?? 0) >> (row & 7)) & 1) === 1
  return {
    rows: function* () {
      for (let row = 0; row < 8 * (packed.length - 1); row++) if (has(row)) yield row
    },
    has,
    // Every bit is looked at.
    sizeBytes: 8 * packed.length,
  }
}

function stepPostings(packed: Uint8Array): Postings {
  let known: readonly number[] | undefined
  const all = (): readonly number[] => {
    if (known !== undefined) return known
    const reader = packedReader(packed)
    reader.at = 1
    const rows: number[] = []
    let row = -1
    while (reader.at < packed.length) {
      row += takeNumber(reader) + 1
      rows.push(row)
    }
    known = rows
    return rows
  }
  let held: ReadonlySet<number> | undefined
  return {
    rows: all,
    has: (row) => {
      held ??= new Set(all())
      return held.has(row)
    },
    sizeBytes: packed.length,
  }
}

/** The rows that each group of postings has: in every group, one of them does. Ascending. */
export function rowsInAll(groups: readonly (readonly Postings[])[]): number[] {
  const bySize = groups.toSorted((a, b) => sizeOf(a) - sizeOf(b))
  const [first = [], ...others] = bySize
  const rows = first.length === 1 ? [...(first[0]?.rows() ?? [])] : union(first)
  return rows.filter((row) => others.every((group) => group.some((one) => one.has(row))))
}

const sizeOf = (group: readonly Postings[]): number => group.reduce((sum, one) => sum + one.sizeBytes, 0)

const union = (group: readonly Postings[]): number[] =>
  [...new Set(group.flatMap((one) => [...one.rows()]))].toSorted((a, b) => a - b)
