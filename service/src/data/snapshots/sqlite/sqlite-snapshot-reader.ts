import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { PackedRecord } from '../../packing/packed-reader.ts'
import { blocksStatement } from '../../search/blocks-statement.ts'
import { searchTable } from '../../search/search-table.ts'
import { rowsToken } from '../../search/search-tokens.ts'
import { type DomainRow, domainTexts, snapshotFacts } from '../snapshot-facts.ts'
import { SnapshotGone } from '../snapshot-gone.ts'
import type { FindBlocks, SnapshotReader } from '../snapshot-reader.ts'
import { hasTable } from '../table-names.ts'
import { rowNumber } from './row-number.ts'
import { formsRead, takeMeta } from './sqlite-snapshot-file.ts'

/**
 * Pages are read, not mapped: a mapped file that somebody cuts short ends the process with a signal, where a read fails
 * and costs its own sections. The cache holds what is above the leaves; a larger one hardly ever has the leaf that is
 * asked for, and is slower to go through.
 */
const cacheKib = 12 * 1024

/** A finished snapshot. Nobody writes it any more, so no lock is asked for. */
export function openSqliteSnapshot(path: string): SnapshotReader {
  // A file that cannot be looked at, as with a disk that is away, is not a missing one.
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw new SnapshotGone('the file of a snapshot is missing')
  const address = pathToFileURL(path)
  address.search = '?mode=ro&immutable=1'
  const db = new DatabaseSync(address, { readOnly: true })
  try {
    return readerOn(db)
  } catch (error) {
    db.close()
    throw isDamaged(error) ? new SnapshotGone('the file of a snapshot is damaged', { cause: error }) : error
  }
}

const [sqliteCorrupt, sqliteNotADatabase] = [11, 26]

function isDamaged(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
  return code === sqliteCorrupt || code === sqliteNotADatabase
}

function readerOn(db: DatabaseSync): SnapshotReader {
  db.exec(`pragma mmap_size = 0; pragma cache_size = -${cacheKib}`)
  const { tables, ...facts } = snapshotFacts((name) => takeMeta(db, name), formsRead)
  const domains = domainTexts(
    db.prepare('select name, code, text from domain').iterate() as Iterable<DomainRow>,
  )
  const statements = new Map<string, StatementSync>()
  const statementOf = (table: string): StatementSync => {
    const known = statements.get(table)
    if (known !== undefined) return known
    const made = db.prepare(
      `select record from "${table}" where ${table === searchTable.name ? 'key = ? and "order" = ?' : 'id = ?'}`,
    )
    made.setReturnArrays(true)
    statements.set(table, made)
    return made
  }
  return {
    ...facts,
    read: (table, key, order) => {
      const statement = statementOf(table)
      const row =
        table === searchTable.name
          ? statement.get(key, order ?? 0)
          : statement.get(order === undefined ? key : rowNumber(key, order))
      return (row as unknown as readonly [PackedRecord] | undefined)?.[0]
    },
    ...(hasTable(tables, searchTable) && { blocks: blocksIn(db) }),
    domain: (table) => domains.get(table) ?? new Map(),
    close: () => db.close(),
  }
}

const blocksIn =
  (db: DatabaseSync): FindBlocks =>
  ([first = [], ...others], fromKey, countMax) => {
    const sizes = others.map((group) => group.length)
    const text = blocksStatement(`"${searchTable.name}"`, sizes, () => '?')
    const values = [first[0] ?? rowsToken, fromKey, ...others.flat(), countMax]
    return db
      .prepare(text)
      .all(...values)
      .map((row) => Number(row.block))
  }
