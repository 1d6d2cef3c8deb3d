import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { SnapshotTable } from '../data-set.ts'
import { dataSetNamed } from '../data-sets.ts'
import { type PackedRecord, recordBytes } from '../packing/packed-reader.ts'
import { searchTable } from '../search/search-table.ts'
import { type DomainRow, domainTexts, snapshotFacts } from './snapshot-facts.ts'
import type { NewSnapshot, RecordBatch, SnapshotEngine } from './snapshot-writer.ts'
import { splitRowNumber } from './sqlite/row-number.ts'
import { formsRead, takeMeta } from './sqlite/sqlite-snapshot-file.ts'
import { hasTable } from './table-names.ts'

/** Records written at a time, and what they may take. */
const batchRecordsMax = 10_000
const batchBytesMax = 4 * 1024 * 1024

/** Nothing is resumed from it: a move that was cut off begins again. */
const noProgress = { nextKey: 0, seen: [], merged: [] }

/** Carries a finished snapshot from its file to where another engine keeps them; what is there of it goes first. */
export async function moveSnapshot(path: string, location: string, to: SnapshotEngine): Promise<void> {
  const address = pathToFileURL(path)
  address.search = '?mode=ro&immutable=1'
  const db = new DatabaseSync(address, { readOnly: true, readBigInts: true })
  try {
    const snapshot = snapshotIn(db, location)
    await to.discard(location)
    const writer = await to.begin(snapshot)
    try {
      for (const table of snapshot.tables)
        for (const batch of batchesOf(db, table)) await writer.write([batch], noProgress)
      const domains = db.prepare('select name, code, text from domain').iterate()
      await writer.writeDomains(domainTexts(domains as Iterable<DomainRow>))
      await writer.finish()
    } finally {
      await writer.close()
    }
  } finally {
    db.close()
  }
}

function snapshotIn(db: DatabaseSync, location: string): NewSnapshot {
  const { tables: names, ...facts } = snapshotFacts((name) => takeMeta(db, name), formsRead)
  const dataSet = dataSetNamed(facts.dataSet)
  if (dataSet === undefined) throw new Error(`no set is called ${facts.dataSet}`)
  return {
    location,
    ...facts,
    tables: [...dataSet.tables, searchTable].filter((one) => hasTable(names, one)),
  }
}

type RecordKey = { readonly key: number; readonly order: number | undefined }

function* batchesOf(db: DatabaseSync, table: SnapshotTable): Generator<RecordBatch> {
  const [columns, order] = table.isUnsorted ? ['key, "order"', 'key, "order"'] : ['id', 'id']
  const rows = db.prepare(`select ${columns}, record from "${table.name}" order by ${order}`)
  let recordKeys: RecordKey[] = []
  let records: Uint8Array[] = []
  let bytes = 0
  for (const row of rows.iterate()) {
    const record = recordBytes(row.record as PackedRecord)
    recordKeys.push(recordKeyOf(row, table))
    records.push(record)
    bytes += record.length
    if (records.length < batchRecordsMax && bytes < batchBytesMax) continue
    yield batchOf(table, recordKeys, records)
    ;[recordKeys, records, bytes] = [[], [], 0]
  }
  if (records.length > 0) yield batchOf(table, recordKeys, records)
}

function recordKeyOf(
  row: Readonly<Record<string, unknown>>,
  { hasOrder, isUnsorted }: SnapshotTable,
): RecordKey {
  if (isUnsorted) return { key: Number(row.key), order: Number(row.order) }
  return hasOrder ? splitRowNumber(row.id as bigint) : { key: Number(row.id), order: undefined }
}

function batchOf(
  { name, hasOrder }: SnapshotTable,
  recordKeys: readonly RecordKey[],
  records: readonly Uint8Array[],
): RecordBatch {
  let end = 0
  return {
    table: name,
    count: recordKeys.length,
    keys: Float64Array.from(recordKeys, (one) => one.key),
    orders: hasOrder ? Float64Array.from(recordKeys, (one) => one.order ?? 0) : undefined,
    ends: Uint32Array.from(records, (one) => {
      end += one.length
      return end
    }),
    bytes: Buffer.concat(records),
  }
}
