import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { documentKey } from '@lastro/rules/documents/document-key.ts'
import type { RowsAside, SubjectRow } from '../../../features/bureau/subject-store.ts'
import { columnsOf, rowsOf } from '../row-columns.ts'

/** As many as are reached first: rows may be a few hundred bytes long, or a megabyte. */
type Size = { readonly rows: number; readonly bytes: number }

/** What is put in order in memory; more goes to the file, one ordered run after the other. */
const runSize: Size = { rows: 8_000, bytes: 32 * 1024 ** 2 }

/** A commit: enough that it pays, and little enough that a service on the same store waits some tenths of a second. */
const commitSize: Size = { rows: 8_000, bytes: 32 * 1024 ** 2 }

/** What lies aside at most: so much of the disk is needed for a while, and so much work is lost with a load. */
const asideBytesMax = 1024 ** 3

/** What is read of a run at once. */
const blockSize: Size = { rows: 125, bytes: 512 * 1024 }

/** Where a block of a run lies in the file: its columns as JSON, then the bytes of its rows. */
type Block = { readonly at: number; readonly columnBytes: number; readonly rowBytes: number }

/**
 * Rows of a load, laid aside as they come and given back in the order in which they lie in the store, so that each of
 * its pages is looked for and written once. The file has no name from the moment it is open: nothing is left of it
 * however the load ends.
 */
export function rowsAside(
  directory: string,
  bytesMax = asideBytesMax,
): RowsAside & { readonly end: () => void } {
  let newest: SubjectRow[] = []
  let newestBytes = 0
  let runs: Block[][] = []
  let file: number | undefined
  let bytes = 0

  const append = (block: Uint8Array) => {
    file ??= openNameless(directory)
    for (let from = 0; from < block.length; )
      from += writeSync(file, block, from, block.length - from, bytes + from)
    bytes += block.length
  }
  const writeRun = () => {
    const run: Block[] = []
    for (const rows of chunksOf(byKey(newest), blockSize)) {
      const { bytes: rowBytes, ...columns } = columnsOf(rows)
      const text = Buffer.from(JSON.stringify(columns))
      run.push({ at: bytes, columnBytes: text.length, rowBytes: rowBytes.byteLength })
      append(text)
      append(new Uint8Array(rowBytes))
    }
    runs.push(run)
    newest = []
    newestBytes = 0
  }
  const readBlock = ({ at, columnBytes, rowBytes }: Block): readonly SubjectRow[] => {
    const columns = JSON.parse(read(at, columnBytes).toString('utf8'))
    return rowsOf({ ...columns, bytes: read(at + columnBytes, rowBytes).buffer })
  }
  const read = (at: number, length: number) => {
    const block = Buffer.from(new ArrayBuffer(length))
    for (let from = 0; from < length; ) {
      const count = readSync(file as number, block, from, length - from, at + from)
      if (count === 0) throw new Error('What was laid aside of a load is cut short')
      from += count
    }
    return block
  }
  return {
    isFull: () => bytes >= bytesMax,
    add: (rows) => {
      for (const row of rows) {
        newest.push(row)
        newestBytes += bytesOf(row)
      }
      if (newest.length >= runSize.rows || newestBytes >= runSize.bytes) writeRun()
    },
    *commits() {
      const sources = [...runs.map((run) => rowsIn(run, readBlock)), byKey(newest).values()]
      yield* chunksOf(merged(sources), commitSize)
      newest = []
      newestBytes = 0
      runs = []
      bytes = 0
    },
    end: () => {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

function openNameless(directory: string): number {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, `load-${randomUUID()}.tmp`)
  const file = openSync(path, 'wx+', 0o600)
  rmSync(path)
  return file
}

/** Of two rows of a document the one that came first comes first. */
const byKey = (rows: readonly SubjectRow[]): SubjectRow[] =>
  rows
    .map((row) => ({ row, key: documentKey(row.document) }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ row }) => row)

function* rowsIn(run: readonly Block[], readBlock: (block: Block) => readonly SubjectRow[]) {
  for (const block of run) yield* readBlock(block)
}

type Head = { readonly row: SubjectRow; readonly key: number | bigint }

/** Ordered rows of several sources as one; of equal ones those of an earlier source come first. */
function* merged(sources: readonly Iterator<SubjectRow>[]): Generator<SubjectRow> {
  const heads = sources.map(nextOf)
  for (;;) {
    let first = -1
    let least: Head | undefined
    for (let at = 0; at < heads.length; at++) {
      const head = heads[at]
      if (head === undefined || (least !== undefined && head.key >= least.key)) continue
      first = at
      least = head
    }
    if (least === undefined) return
    yield least.row
    heads[first] = nextOf(sources[first] as Iterator<SubjectRow>)
  }
}

function nextOf(source: Iterator<SubjectRow>): Head | undefined {
  const next = source.next()
  return next.done === true ? undefined : { row: next.value, key: documentKey(next.value.document) }
}

const bytesOf = ({ sections, packed }: SubjectRow): number => sections.length + packed.length

function* chunksOf(rows: Iterable<SubjectRow>, size: Size): Generator<SubjectRow[]> {
  let chunk: SubjectRow[] = []
  let chunkBytes = 0
  for (const row of rows) {
    chunk.push(row)
    chunkBytes += bytesOf(row)
    if (chunk.length < size.rows && chunkBytes < size.bytes) continue
    yield chunk
    chunk = []
    chunkBytes = 0
  }
  if (chunk.length > 0) yield chunk
}
