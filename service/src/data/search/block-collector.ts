import { packedWriter, putRaw } from '../packing/packed-writer.ts'
import type { RecordBatch } from '../snapshots/snapshot-writer.ts'
import { packBlockRows } from './block-rows.ts'
import { packPostings } from './postings.ts'
import { searchTable } from './search-table.ts'
import { rowsToken } from './search-tokens.ts'

/** Takes the rows of a range of keys, each with its tokens, and makes one block of the index of them. */
export type BlockCollector = {
  /** A row, after those of lower positions; a token twice is one. */
  readonly add: (key: number, order: number, tokens: readonly number[]) => void
  /** A record for each token, under the number of the block; nothing where there are no rows. */
  readonly batch: (block: number) => RecordBatch
}

/** Token and row are sorted as one number. */
const rowCountMax = 2 ** 24

export function blockCollector(): BlockCollector {
  const keys: number[] = []
  const orders: number[] = []
  let pairs = new Float64Array(1 << 16)
  let pairCount = 0
  const addPair = (pair: number): void => {
    if (pairCount === pairs.length) {
      const grown = new Float64Array(2 * pairCount)
      grown.set(pairs)
      pairs = grown
    }
    pairs[pairCount++] = pair
  }
  return {
    add: (key, order, tokens) => {
      const row = keys.length
      if (row >= rowCountMax) throw new Error('a block of the index has too many rows')
      keys.push(key)
      orders.push(order)
      for (const token of tokens) addPair(token * rowCountMax + row)
    },
    batch: (block) => {
      const sorted = pairs.subarray(0, pairCount).sort()
      const records = [
        ...(keys.length === 0
          ? []
          : [{ token: rowsToken, packed: packBlockRows(keys, orders, keys.length) }]),
        ...postingsOf(sorted, keys.length),
      ]
      return batchOf(records, block)
    },
  }
}

type TokenRecord = { readonly token: number; readonly packed: Buffer }

function postingsOf(sorted: Float64Array, rowCount: number): TokenRecord[] {
  const records: TokenRecord[] = []
  let rows: number[] = []
  let current = -1
  const end = () => {
    if (rows.length > 0) records.push({ token: current, packed: packPostings(rows, rowCount) })
  }
  let before = -1
  for (const pair of sorted) {
    if (pair === before) continue
    before = pair
    const token = Math.floor(pair / rowCountMax)
    if (token !== current) {
      end()
      rows = []
      current = token
    }
    rows.push(pair - token * rowCountMax)
  }
  end()
  return records
}

function batchOf(records: readonly TokenRecord[], block: number): RecordBatch {
  const writer = packedWriter(1 << 18)
  const ends = new Uint32Array(records.length)
  for (const [at, { packed }] of records.entries()) {
    putRaw(writer, packed, 0, packed.length)
    ends[at] = writer.at
  }
  return {
    table: searchTable.name,
    count: records.length,
    keys: Float64Array.from(records, ({ token }) => token),
    orders: new Float64Array(records.length).fill(block),
    ends,
    bytes: new Uint8Array(writer.bytes.subarray(0, writer.at)),
  }
}
