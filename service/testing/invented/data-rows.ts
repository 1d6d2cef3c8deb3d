import type { CountField, FileKind, PartSink } from '../../src/data/data-set.ts'
import { packedWriter } from '../../src/data/packing/packed-writer.ts'
import { emptyRow, type Row } from '../../src/data/rows/row.ts'

/** A row of a file, as the splitter hands it over. */
export function rowOf(cells: readonly string[]): Row {
  const row = emptyRow()
  row.bytes = Buffer.from(cells.join(';'), 'latin1')
  row.count = cells.length
  let at = 0
  for (const [column, cell] of cells.entries()) {
    row.start[column] = at
    row.end[column] = at + cell.length
    at += cell.length + 1
  }
  return row
}

export type ReadRow = {
  /** Why it was not kept; undefined when it was. */
  readonly reason: string | undefined
  readonly key: number | undefined
  /** One entry under its kind, as the merger writes it. */
  readonly record: Buffer
  readonly counted: readonly string[]
}

/** What becomes of one row whose columns are named. */
export function readNamedRow({ columns, reader }: FileKind, row: Readonly<Record<string, string>>): ReadRow {
  const names = Object.keys(row)
  const wanted = columns.kind === 'names' ? columns.names : []
  const places = wanted.map((one) => names.findIndex((name) => one.includes(name)))
  const counted: string[] = []
  const count: CountField = (reason) => void counted.push(reason)
  let kept: { key: number; record: Buffer } | undefined
  const writer = packedWriter()
  const parts: PartSink = {
    writer,
    commit: (key, kind) => {
      const part = Buffer.from(writer.bytes.subarray(0, writer.at))
      const length = part.length < 128 ? [part.length] : [(part.length & 127) | 128, part.length >>> 7]
      kept = { key, record: Buffer.concat([Buffer.from([kind, ...length]), part]) }
    },
  }
  const reason = reader({ places, domains: new Map() })(rowOf(Object.values(row)), parts, count)
  return { reason, key: kept?.key, record: kept?.record ?? Buffer.alloc(0), counted }
}
