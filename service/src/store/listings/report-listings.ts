import type { DatabaseSync } from 'node:sqlite'
import { natures } from '@lastro/contract/listings/natures.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import type { Pool } from 'pg'
import type {
  DocumentListings,
  ListingStore,
  ReadableListing,
} from '../../features/listings/listing-store.ts'
import { batchReads } from '../engine/batch-reads.ts'
import { heldColumns, heldIn } from './held-rows.ts'
import { type LapsingRow, postgresLoaded, sqliteLoaded, unlessLapsed } from './lapsed-by-load.ts'

/**
 * What a reader may see of a document on a day; `isVisible` in listings/visible.ts says the same in words, and
 * a test holds the two together. Dates decide, never a job: one that waits is readable from its day of
 * publication. Paid, suspended or disputed without an answer, it is hidden. A guarantor is shown while its
 * principal is. Besides, `unlessLapsed` leaves out what a load has told with an earlier day.
 */
const readableOn = (today: string): string =>
  `${shownOn('own', today)} and (own.principal_id is null or (${shownOn('debt', today)}))`

const shownOn = (of: 'own' | 'debt', today: string): string =>
  `${of}.state in ('waiting', 'published') and (${of}.state = 'published' or ${of}.publish_on <= ${today})
    and ${of}.expires_on >= ${today} and ${of}.paid_on is null
    and (${of}.answer_by is null or ${of}.answer_by >= ${today})`

const ownColumns = `own.id, own.version, own.document, own.register, own.section, ${heldColumns('own')},
  own.principal_id is null as is_principal, own.answer_by is not null as is_disputed`

const columns = (today: string): string =>
  `${ownColumns}, debt.document as principal_document, (${readableOn(today)}) as is_readable`

/** Whether there are any, ended ones too: most documents have none. */
export const anyListing = (document: string): string =>
  `exists (select 1 from listing where document = ${document})`

type Row = LapsingRow & {
  readonly id: string
  readonly version: number
  readonly section: string
  readonly contract_id: string
  readonly is_principal: boolean | number
  readonly is_disputed: boolean | number
}

export function sqliteForReport(reader: DatabaseSync): ListingStore['forReport'] {
  const statement = reader.prepare(
    `select ${columns('?3')} from listing own left join listing debt on debt.id = own.principal_id
     where own.document = ?1 and own.register = ?2`,
  )
  const any = reader.prepare(`select 1 where ${anyListing('?')}`)
  any.setReturnArrays(true)
  const loadedOf = sqliteLoaded(reader)
  return (register, document, today) => {
    // Most documents have none, and asking so costs half.
    if (any.get(document) === undefined) return none
    const rows = statement.all(document, register, today) as unknown as Row[]
    return listingsIn(rows.map((row) => unlessLapsed(row, loadedOf, today)))
  }
}

type Asked = { readonly register: string; readonly document: string; readonly today: Day }

type ReadMany = (pool: Pool, asked: readonly Asked[]) => Promise<readonly (Row & { readonly at: number })[]>

export function postgresForReport(pool: Pool, isDistributed = false): ListingStore['forReport'] {
  const readMany = isDistributed ? readOnWorkers : readHere
  const read = batchReads(async (asked: readonly Asked[]) => {
    const rows = await readMany(pool, asked)
    const loadedOf = await postgresLoaded(pool, rows)
    const found = Map.groupBy(rows, (row) => row.at)
    return asked.map(({ today }, at) =>
      listingsIn((found.get(at) ?? []).map((row) => unlessLapsed(row, loadedOf, today))),
    )
  })
  return (register, document, today) => read({ register, document, today })
}

const askedText =
  'unnest($1::int[], $2::text[], $3::text[], $4::text[]) as asked (at, document, register, today)'

const askedValues = (asked: readonly Asked[]) => [
  asked.map((_, at) => at),
  asked.map(({ document }) => document),
  asked.map(({ register }) => register),
  asked.map(({ today }) => today),
]

/** One lookup in the index `listing_of_document` for each question, in one statement. */
const readHere: ReadMany = async (pool, asked) => {
  const { rows } = await pool.query<Row & { readonly at: number }>({
    name: 'report_listings',
    text: `select asked.at, ${columns('asked.today')} from ${askedText}
           join listing own on own.document = asked.document and own.register = asked.register
           left join listing debt on debt.id = own.principal_id`,
    values: askedValues(asked),
  })
  return rows
}

type OwnRow = Row & { readonly at: number; readonly principal_id: string | null }

/**
 * A guarantor's principal has another document, and lies on any worker: where there are guarantors to show, principals
 * are asked for next. What ended in between is hidden, whichever of the two it was.
 */
const readOnWorkers: ReadMany = async (pool, asked) => {
  // Most documents have none, and asking so costs a third: a join is written out anew for every shard.
  const { rows: having } = await pool.query<{ document: string }>({
    name: 'documents_listed',
    text: 'select distinct document from listing where document = any($1::text[])',
    values: [[...new Set(asked.map(({ document }) => document))]],
  })
  const listed = new Set(having.map(({ document }) => document))
  return listed.size === 0 ? [] : readListed(pool, asked, listed)
}

async function readListed(pool: Pool, asked: readonly Asked[], listed: ReadonlySet<string>) {
  const { rows } = await pool.query<OwnRow>({
    name: 'report_listings',
    text: `select asked.at, own.principal_id, ${ownColumns}, (${shownOn('own', 'asked.today')}) as is_readable
           from ${askedText}
           join listing own on own.document = asked.document and own.register = asked.register
           where own.document = any($5::text[])`,
    values: [...askedValues(asked), [...listed]],
  })
  const backed = rows.filter((row) => row.principal_id !== null && Boolean(row.is_readable))
  if (backed.length === 0) return rows
  const { rows: shown } = await pool.query<{ at: number; id: string; document: string }>({
    name: 'report_principals',
    text: `select asked.at, debt.id, debt.document from unnest($1::int[], $2::text[], $3::text[]) as asked (at, id, today)
           join listing debt on debt.id = asked.id
           where debt.id = any($2::text[]) and ${shownOn('debt', 'asked.today')}`,
    values: [
      backed.map(({ at }) => at),
      backed.map(({ principal_id }) => principal_id),
      backed.map(({ at }) => asked[at]?.today),
    ],
  })
  const places = new Map(shown.map(({ at, id, document }) => [`${at} ${id}`, document]))
  return rows.map((row) => {
    if (row.principal_id === null) return row
    const principal_document = places.get(`${row.at} ${row.principal_id}`)
    return principal_document === undefined ? { ...row, is_readable: false } : { ...row, principal_document }
  })
}

const none: DocumentListings = { shown: [], held: [] }

const listingsIn = (rows: readonly Row[]): DocumentListings =>
  rows.length === 0
    ? none
    : { shown: rows.filter((row) => Boolean(row.is_readable)).map(readableOf), held: heldIn(rows) }

function readableOf(row: Row): ReadableListing {
  const { creditor, legalNatureId, legalSquare, address, subJudice } = JSON.parse(row.facts)
  return {
    id: row.id,
    version: row.version,
    section: row.section as ReadableListing['section'],
    occurrenceDate: row.due_date as Day,
    legalNatureId,
    legalNature: natures[legalNatureId] ?? legalNatureId,
    contractId: row.contract_id,
    creditorName: creditor.name,
    amount: moneyText(BigInt(row.amount_cents)),
    legalSquare,
    federalUnit: address.state,
    isPrincipal: Boolean(row.is_principal),
    isSubJudice: subJudice,
    isDisputed: Boolean(row.is_disputed),
  }
}
