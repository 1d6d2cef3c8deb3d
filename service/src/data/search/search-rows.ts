import { setImmediate as nextTurn } from 'node:timers/promises'
import { recordBytes } from '../packing/packed-reader.ts'
import type { SnapshotReader } from '../snapshots/snapshot-reader.ts'
import { type BlockRows, type RowPosition, unpackBlockRows } from './block-rows.ts'
import { type Postings, rowsInAll, unpackPostings } from './postings.ts'
import { searchTable } from './search-table.ts'
import { rowsToken } from './search-tokens.ts'

export type RowSearch<Value> = {
  /** A row has to have one token of each; of the first there is one, a word's. */
  readonly groups: readonly (readonly number[])[]
  /** Only rows after this position. */
  readonly after: RowPosition | undefined
  readonly limit: number
  /** Reads rows and says what each is worth; undefined for those that are not meant. */
  readonly judge: (positions: readonly RowPosition[]) => Promise<readonly (Value | undefined)[]>
}

export type RowsFound<Value> = {
  readonly values: readonly Value[]
  /** Where to go on; undefined where there is no more. There may be more although `values` is short, even empty. */
  readonly next: RowPosition | undefined
}

/** What one search may cost, whatever it asks for: so many blocks looked into, so many rows read. */
const blockCountMax = 1_024
const judgedCountMax = 2_000

/** Others get their turn after each of these. */
const blocksATurn = 16
const judgedATurn = 64

/** Rows that have all tokens, in ascending order of their positions, as far as one search goes. */
export async function searchRows<Value>(
  reader: SnapshotReader,
  search: RowSearch<Value>,
): Promise<RowsFound<Value>> {
  if (reader.blocks === undefined) throw new Error('a snapshot that is searched has an index')
  const blocks = await reader.blocks(search.groups, search.after?.key ?? 0, blockCountMax)
  const walk: Walk<Value> = { search, found: [], judgedCount: 0 }
  for (let at = 0; at < blocks.length; at += blocksATurn) {
    const some = await Promise.all(
      blocks.slice(at, at + blocksATurn).map((block) => readBlock(reader, search.groups, block)),
    )
    for (const block of some) {
      const next = await walkBlock(walk, block)
      if (next !== undefined) return { values: valuesOf(walk), next }
    }
    await nextTurn()
  }
  const last = blocks.at(-1)
  const isCut = blocks.length === blockCountMax && last !== undefined
  return { values: valuesOf(walk), next: isCut ? await lastPosition(reader, last) : undefined }
}

type Walk<Value> = {
  readonly search: RowSearch<Value>
  readonly found: { readonly position: RowPosition; readonly value: Value }[]
  judgedCount: number
}

const valuesOf = <Value>({ found, search }: Walk<Value>): Value[] =>
  found.slice(0, search.limit).map((one) => one.value)

type Block = { readonly rows: BlockRows; readonly groups: readonly (readonly Postings[])[] }

async function readBlock(
  reader: SnapshotReader,
  groups: RowSearch<unknown>['groups'],
  block: number,
): Promise<Block> {
  const [rows, ...postings] = await Promise.all([
    readRows(reader, block),
    ...groups.map((tokens) =>
      Promise.all(tokens.map(async (token) => reader.read(searchTable.name, token, block))),
    ),
  ])
  return {
    rows,
    groups: postings.map((group) => group.flatMap((one) => (one ? unpackPostings(recordBytes(one)) : []))),
  }
}

async function readRows(reader: SnapshotReader, block: number): Promise<BlockRows> {
  const record = await reader.read(searchTable.name, rowsToken, block)
  if (record === undefined) throw new Error('a block of the index has rows')
  return unpackBlockRows(record)
}

async function lastPosition(reader: SnapshotReader, block: number): Promise<RowPosition> {
  const rows = await readRows(reader, block)
  return rows.at(rows.count - 1)
}

/** Where the search ends: the page is full and one more was found, or enough was read. Undefined to go on. */
async function walkBlock<Value>(
  walk: Walk<Value>,
  { rows, groups }: Block,
): Promise<RowPosition | undefined> {
  const { search, found } = walk
  const from = search.after === undefined ? 0 : rows.firstAfter(search.after)
  const candidates = rowsInAll(groups).filter((row) => row >= from)
  for (let at = 0; at < candidates.length; at += judgedATurn) {
    const positions = candidates.slice(at, at + judgedATurn).map(rows.at)
    const values = await search.judge(positions)
    for (const [one, value] of values.entries()) {
      if (value !== undefined) found.push({ position: positions[one] as RowPosition, value })
    }
    if (found.length > search.limit) return found[search.limit - 1]?.position
    walk.judgedCount += positions.length
    if (walk.judgedCount >= judgedCountMax) return positions.at(-1)
    if (candidates.length > judgedATurn) await nextTurn()
  }
  return undefined
}
