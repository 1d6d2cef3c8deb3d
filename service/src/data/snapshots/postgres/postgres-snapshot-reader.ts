import type pg from 'pg'
import { batchReads } from '../../../store/engine/batch-reads.ts'
import { readDistribution } from '../../../store/engine/distributed/distribution.ts'
import type { Reads } from '../../../store/engine/replicas/reads.ts'
import { blocksStatement } from '../../search/blocks-statement.ts'
import { searchTable } from '../../search/search-table.ts'
import { rowsToken } from '../../search/search-tokens.ts'
import { type DomainRow, domainTexts, snapshotFacts } from '../snapshot-facts.ts'
import { SnapshotGone } from '../snapshot-gone.ts'
import type { FindBlocks, SnapshotReader } from '../snapshot-reader.ts'
import { hasTable } from '../table-names.ts'
import { form, takeMeta } from './postgres-snapshot-writer.ts'
import { schemaOf } from './schema-of.ts'

type RecordKey = { readonly key: number; readonly order: number | undefined }
type Read = (asked: RecordKey) => Promise<Uint8Array | undefined>

/** A search goes through many blocks, and may take longer than a lookup. */
const searchWithinMs = 2_000

/**
 * A finished snapshot. What is read once is read from the primary, its
 * records from wherever `reads` goes.
 */
export async function openPostgresSnapshot(
  pool: pg.Pool,
  reads: Reads,
  location: string,
): Promise<SnapshotReader> {
  const schema = schemaOf(location)
  const isDistributed = (await readDistribution(pool)) !== undefined
  const meta = await takeMeta(pool, schema).catch(whereGone)
  const { tables, ...facts } = snapshotFacts((name) => meta.get(name), [form])
  const { rows } = await pool.query<DomainRow>(`select name, code, text from ${schema}.domain`)
  const domains = domainTexts(rows)
  const byTable = new Map<string, Read>()
  const readOf = (table: string): Read => {
    const known = byTable.get(table)
    if (known !== undefined) return known
    const made = batchReads<RecordKey, Uint8Array | undefined>((asked) =>
      readMany(reads, { schema, table, isDistributed }, asked),
    )
    byTable.set(table, made)
    return made
  }
  return {
    ...facts,
    read: (table, key, order) => readOf(table)({ key, order }),
    ...(hasTable(tables, searchTable) && { blocks: blocksIn(reads, schema) }),
    domain: (table) => domains.get(table) ?? new Map(),
    // The connections are the engine's.
    close: () => undefined,
  }
}

const missingCodes: ReadonlySet<unknown> = new Set(['42P01', '3F000'])

/** Of a schema that is not there PostgreSQL says that the table, or the schema, does not exist. */
function whereGone(error: unknown): never {
  const isMissing = error instanceof Error && 'code' in error && missingCodes.has(error.code)
  throw isMissing ? new SnapshotGone('the schema of a snapshot is missing', { cause: error }) : error
}

/** One lookup in the primary key for each, in one statement. */
async function readMany(
  { read }: Reads,
  { schema, table, isDistributed }: RecordTable,
  asked: readonly RecordKey[],
): Promise<readonly (Uint8Array | undefined)[]> {
  const hasOrder = asked[0]?.order !== undefined
  const columns = hasOrder ? 'key, "order"' : 'key'
  const values = hasOrder ? 'unnest($1::bigint[], $2::bigint[])' : 'unnest($1::bigint[])'
  const rows = await read<[at: number, record: Uint8Array]>({
    name: `${schema}.${table}`,
    text: `select asked.at::int as at, record from ${values} with ordinality as asked(${columns}, at)
      join ${schema}."${table}" using (${columns})${isDistributed ? amongKeys(table) : ''}`,
    values: [asked.map((one) => one.key), ...(hasOrder ? [asked.map((one) => one.order)] : [])],
  })
  const found: (Uint8Array | undefined)[] = asked.map(() => undefined)
  for (const [at, record] of rows) found[at - 1] = record
  return found
}

type RecordTable = { readonly schema: string; readonly table: string; readonly isDistributed: boolean }

/** Which shards to ask: of a join Citus would ask all. */
const amongKeys = (table: string): string => ` where "${table}".key = any($1::bigint[])`

const blocksIn =
  ({ read }: Reads, schema: string): FindBlocks =>
  async ([first = [], ...others], fromKey, countMax) => {
    let place = 0
    const sizes = others.map((group) => group.length)
    const text = blocksStatement(`${schema}."${searchTable.name}"`, sizes, () => `$${++place}`)
    const values = [first[0] ?? rowsToken, fromKey, ...others.flat(), countMax]
    const rows = await read<[block: number]>({ text, values }, { withinMs: searchWithinMs })
    return rows.map(([block]) => block).toSorted((a, b) => a - b)
  }
