import { type PackedRecord, packedReader, recordBytes, takeNumber } from '../packing/packed-reader.ts'
import { packedWriter, putNumber, putRaw } from '../packing/packed-writer.ts'

/** Where a row is: the key of its company and the order of its establishment. */
export type RowPosition = { readonly key: number; readonly order: number }

/** The rows of a block, ascending, by their number. */
export type BlockRows = {
  readonly count: number
  readonly at: (row: number) => RowPosition
  /** The number of the first row after a position. */
  readonly firstAfter: (position: RowPosition) => number
}

/** One row is found by going through at most so many. */
const stretchRows = 256

/** Of each stretch: its first key, and where its rows begin. */
const stretchBytes = 12
const headerBytes = 4

/** How many rows; where each stretch begins; then the step from the key before, and the order, of every row. */
export function packBlockRows(keys: ArrayLike<number>, orders: ArrayLike<number>, count: number): Buffer {
  const stretchCount = Math.ceil(count / stretchRows)
  const header = Buffer.alloc(headerBytes + stretchCount * stretchBytes)
  header.writeUInt32LE(count)
  const rows = packedWriter(4 * count + 16)
  let before = 0
  for (let row = 0; row < count; row++) {
    const key = keys[row] as number
    if (row % stretchRows === 0) {
      const at = headerBytes + (row / stretchRows) * stretchBytes
      header.writeDoubleLE(key, at)
      header.writeUInt32LE(header.length + rows.at, at + 8)
      before = key
    }
    putNumber(rows, key - before)
    putNumber(rows, orders[row] as number)
    before = key
  }
  const packed = packedWriter(header.length + rows.at)
  putRaw(packed, header, 0, header.length)
  putRaw(packed, rows.bytes, 0, rows.at)
  return packed.bytes.subarray(0, packed.at)
}

export function unpackBlockRows(packed: PackedRecord): BlockRows {
  const reader = packedReader(packed)
  const bytes = recordBytes(packed)
  const count = bytes.readUInt32LE()
  const stretchCount = Math.ceil(count / stretchRows)
  const keyAt = (stretch: number) => bytes.readDoubleLE(headerBytes + stretch * stretchBytes)
  /** Calls with the positions of a stretch until it is told to stop; the row that it stopped at. */
  const walk = (stretch: number, isWanted: (position: RowPosition, row: number) => boolean): number => {
    reader.at = bytes.readUInt32LE(headerBytes + stretch * stretchBytes + 8)
    let key = keyAt(stretch)
    const end = Math.min(count, (stretch + 1) * stretchRows)
    for (let row = stretch * stretchRows; row < end; row++) {
      key += takeNumber(reader)
      if (isWanted({ key, order: takeNumber(reader) }, row)) return row
    }
    return end
  }
  return {
    count,
    at: (wanted) => {
      let found: RowPosition | undefined
      walk(Math.floor(wanted / stretchRows), (position, row) => {
        if (row === wanted) found = position
        return row === wanted
      })
      if (found === undefined) throw new Error('a block has the rows that its postings name')
      return found
    },
    firstAfter: (position) => {
      let stretch = 0
      while (stretch + 1 < stretchCount && keyAt(stretch + 1) <= position.key) stretch++
      // Rows of one company may begin before the last stretch that begins with its key.
      while (stretch > 0 && keyAt(stretch) === position.key) stretch--
      for (; stretch < stretchCount; stretch++) {
        const row = walk(stretch, (one) => isAfter(one, position))
        if (row < Math.min(count, (stretch + 1) * stretchRows)) return row
      }
      return count
    },
  }
}

export const isAfter = (one: RowPosition, other: RowPosition): boolean =>
  one.key > other.key || (one.key === other.key && one.order > other.order)
