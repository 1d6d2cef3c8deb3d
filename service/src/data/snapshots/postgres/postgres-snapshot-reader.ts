import { type Day, parseDay } from '@lastro/rules/calendar/day.ts'
import type pg from 'pg'
import { batchReads } from '../../../store/engine/batch-reads.ts'
import { blocksStatement } from '../../search/blocks-statement.ts'
import { searchTable } from '../../search/search-table.ts'
import { rowsToken } from '../../search/search-tokens.ts'
import type { FindBlocks, SnapshotReader } from '../snapshot-reader.ts'
import { hasTable } from '../table-names.ts'
import { form, takeMeta } from './postgres-snapshot-writer.ts'
import { schemaOf } from './schema-of.ts'

type Asked = { readonly key: number; readonly order: number | undefined }
type Read = (asked: Asked) => Promise<Uint8Array | undefined>

/** A finished snapshot. Fails where its schema is missing or unfinished. */
export async function openPostgresSnapshot(pool: pg.Pool, location: string): Promise<SnapshotReader> {
  const schema = schemaOf(location)
  const meta = await takeMeta(pool, schema)
  const needed = (name: string): string => {
    const value = meta.get(name)
    if (value === undefined) throw new Error(`a snapshot does not say its ${name}`)
    return value
  }
  if (needed('form') !== form || needed('finished') !== 'yes') throw new Error('a snapshot is not finished')
  const domains = await domainsOf(pool, schema)
  const reads = new Map<string, Read>()
  const readOf = (table: string): Read => {
    const known = reads.get(table)
    if (known !== undefined) return known
    const made = batchReads<Asked, Uint8Array | undefined>((asked) => readMany(pool, schema, table, asked))
    reads.set(table, made)
    return made
  }
  return {
    dataSet: needed('dataSet'),
    period: needed('period'),
    date: dayOf(needed('date')),
    read: (table, key, order) => readOf(table)({ key, order }),
    ...(hasTable(needed('tables'), searchTable) && { blocks: blocksIn(pool, schema) }),
    domain: (table) => domains.get(table) ?? new Map(),
    // The connections are the engine's.
    close: () => undefined,
  }
}

/** One lookup in the primary key for each, in one statement. */
async function readMany(
  pool: pg.Pool,
  schema: string,
  table: string,
  asked: readonly Asked[],
): Promise<readonly (Uint8Array | undefined)[]> {
  const hasOrder = asked[0]?.order !== undefined
  const columns = hasOrder ? 'key, "order"' : 'key'
  const values = hasOrder ? 'unnest($1::bigint[], $2::bigint[])' : 'unnest($1::bigint[])'
  const { rows } = await pool.query<{ at: number; record: Uint8Array }>({
    name: `${schema}.${table}`,
    text: `select asked.at::int as at, record from ${values} with ordinality as asked(${columns}, at)
      join ${schema}."${table}" using (${columns})`,
    values: [asked.map((one) => one.key), ...(hasOrder ? [asked.map((one) => one.order)] : [])],
  })
  const found: (Uint8Array | undefined)[] = asked.map(() => undefined)
  for (const { at, record } of rows) found[at - 1] = record
  return found
}

const blocksIn =
  (pool: pg.Pool, schema: string): FindBlocks =>
  async ([first = [], ...others], fromKey, countMax) => {
    let place = 0
    const sizes = others.map((group) => group.length)
    const text = blocksStatement(`${schema}."${searchTable.name}"`, sizes, () => `$${++place}`)
    const values = [first[0] ?? rowsToken, fromKey, ...others.flat(), countMax]
    const { rows } = await pool.query<{ block: number }>(text, values)
    return rows.map(({ block }) => Number(block))
  }

async function domainsOf(
  pool: pg.Pool,
  schema: string,
): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> {
  const { rows } = await pool.query<{ name: string; code: number; text: string }>(
    `select name, code, text from ${schema}.domain`,
  )
  const found = new Map<string, Map<number, string>>()
  for (const { name, code, text } of rows) {
    const texts = found.get(name) ?? new Map<number, string>()
    found.set(name, texts.set(Number(code), text))
  }
  return found
}

function dayOf(text: string): Day {
  const day = parseDay(text)
  if (day === undefined) throw new Error('a snapshot has no day')
  return day
}
