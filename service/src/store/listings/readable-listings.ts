import type { DatabaseSync } from 'node:sqlite'
import { natures } from '@lastro/contract/listings/natures.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import type { Pool } from 'pg'
import type { ListingStore, ReadableListing } from '../../features/listings/listing-store.ts'

/**
 * What a reader may see of a document on a day; `isVisible` in listings/decisions.ts says the same in words, and
 * a test holds the two together. Dates decide, never a job: one that waits is readable from its day of
 * publication. Paid, suspended or disputed without an answer, it is hidden, and its guarantors with it.
 */
const query = (at: (place: number) => string): string => `
  select own.id, own.version, own.section, own.due_date, own.contract_id, own.amount_cents, own.facts,
    own.principal_id is null as is_principal
  from listing own left join listing debt on debt.id = own.principal_id
  where own.document = ${at(1)} and own.register = ${at(2)} and own.state in ('waiting', 'published')
    and (own.state = 'published' or own.publish_on <= ${at(3)}) and own.expires_on >= ${at(3)}
    and own.paid_on is null and (own.answer_by is null or own.answer_by >= ${at(3)})
    and (own.principal_id is null or (debt.state <> 'suspended' and debt.paid_on is null
      and (debt.answer_by is null or debt.answer_by >= ${at(3)})))`

/** Whether there may be any, in the words of the index `listing_readable`, which holds little more than that. */
export const anyListing = (document: string): string =>
  `exists (select 1 from listing where document = ${document} and state in ('waiting', 'published'))`

type Row = {
  readonly id: string
  readonly version: number
  readonly section: string
  readonly due_date: string
  readonly contract_id: string
  readonly amount_cents: number
  readonly facts: string
  readonly is_principal: boolean | number
}

/** The embedded engine answers at once. */
export function sqliteReadable(reader: DatabaseSync): ListingStore['readable'] {
  const statement = reader.prepare(query((place) => `?${place}`))
  const any = reader.prepare(`select 1 where ${anyListing('?')}`)
  any.setReturnArrays(true)
  return (register, document, today) => {
    // Most documents have none, and asking so costs half.
    if (any.get(document) === undefined) return none
    const rows = statement.all(document, register, today) as unknown as Row[]
    return rows.length === 0 ? none : rows.map(readableOf)
  }
}

export function postgresReadable(pool: Pool): ListingStore['readable'] {
  const text = query((place) => `$${place}`)
  return async (register, document, today) => {
    const { rows } = await pool.query<Row>({
      name: 'readable_listings',
      text,
      values: [document, register, today],
    })
    return rows.length === 0 ? none : rows.map(readableOf)
  }
}

const none: readonly ReadableListing[] = []

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
  }
}
