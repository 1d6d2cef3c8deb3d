import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import { alertService, listingService } from '@lastro/contract/reports/products.ts'
import type { BillingTerms } from '@lastro/rules/billing/statement.ts'
import { addDays, type Day, saoPauloBehindMs } from '@lastro/rules/calendar/day.ts'
import { registerOf } from '@lastro/rules/listings/register.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { AccountEntry, BillingStore, NewEntry } from '../../features/billing/billing-store.ts'
import type { Tables } from '../engine/tables.ts'

export function billingStore(db: Kysely<Tables>, reads: Kysely<Tables>): BillingStore {
  const entryWhere = (column: 'id' | 'request_key', value: string) =>
    db.selectFrom('account_entry').selectAll().where(column, '=', value)

  return {
    termsBefore: async (clientId, beforeMs) => {
      const row = await reads
        .selectFrom('contract_terms')
        .select('terms')
        .where('client_id', '=', clientId)
        .where('set_at_ms', '<', beforeMs)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && (JSON.parse(row.terms) as BillingTerms)
    },

    addEntry: async (entry, keysSinceMs) => {
      // A key lives for a day; whoever takes it again later means another entry.
      if (entry.requestKey !== undefined)
        await db
          .updateTable('account_entry')
          .set({ request_key: null })
          .where('request_key', '=', entry.requestKey)
          .where('client_id', '=', entry.clientId)
          .where('at_ms', '<=', keysSinceMs)
          .execute()
      await db
        .insertInto('account_entry')
        .values(rowOf(entry))
        // The same request, or the same entry taken back: one of them is kept.
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const kept =
        entry.requestKey === undefined
          ? entryWhere('id', entry.id)
          : entryWhere('request_key', entry.requestKey)
      const row = await kept.where('client_id', '=', entry.clientId).executeTakeFirst()
      return row === undefined ? 'reversed' : entryOf(row)
    },

    findEntry: async (clientId, id) => {
      const row = await entryWhere('id', id).where('client_id', '=', clientId).executeTakeFirst()
      return row && entryOf(row)
    },

    entriesIn: async (clientId, { fromMs, untilMs }) => {
      const rows = await reads
        .selectFrom('account_entry')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('at_ms', '>=', fromMs)
        .where('at_ms', '<', untilMs)
        .orderBy('at_ms')
        .orderBy('id')
        .execute()
      return rows.map(entryOf)
    },

    servicesIn: async (owner, { fromMs, untilMs }) => {
      const register = registerOf(owner)
      const dayNumber = sql<number>`(created_at_ms - ${sql.lit(saoPauloBehindMs)}) / ${sql.lit(dayMs)}`
      const count = sql<number>`cast(count(*) as bigint)`.as('count')
      // To be told that what one was shown was wrong is no alert: nobody pays for it.
      const alerts = await reads
        .selectFrom('occurrence')
        .select([dayNumber.as('day'), count])
        .where('client_id', '=', owner.clientId)
        .where('register', '=', register)
        .where('event', '!=', correctionEvent)
        .where('created_at_ms', '>=', fromMs)
        .where('created_at_ms', '<', untilMs)
        .groupBy(dayNumber)
        .orderBy('day')
        .execute()
      const listings = await reads
        // Listings may lie on workers and their history never does: each is asked for by itself.
        .with(
          (cte) => cte('refused').materialized(),
          (from) =>
            from
              .selectFrom('listing')
              .select(['id', 'created_at_ms'])
              .where('register', '=', register)
              .where('client_id', '=', owner.clientId)
              .where('created_at_ms', '>=', fromMs)
              .where('created_at_ms', '<', untilMs)
              .where('state', '=', 'refused'),
        )
        .with(
          // What was refused as it came in was never a listing. One that was refused later was, and stays counted.
          (cte) => cte('never_taken').materialized(),
          (from) =>
            from
              .selectFrom('refused')
              .innerJoin('listing_history', 'listing_history.listing_id', 'refused.id')
              .select('refused.id')
              .where('listing_history.change', '=', 'refused')
              .whereRef('listing_history.at_ms', '=', 'refused.created_at_ms'),
        )
        .selectFrom('listing')
        .select([dayNumber.as('day'), count])
        .where('client_id', '=', owner.clientId)
        .where('register', '=', register)
        .where('created_at_ms', '>=', fromMs)
        .where('created_at_ms', '<', untilMs)
        .where('id', 'not in', (select) => select.selectFrom('never_taken').select('never_taken.id'))
        .groupBy(dayNumber)
        .orderBy('day')
        .execute()
      return [...alerts.map(countOf(alertService.code)), ...listings.map(countOf(listingService.code))]
    },
  }
}

const dayMs = 86_400_000
const epochDay = '1970-01-01' as Day

const countOf =
  (product: string) =>
  ({ day, count }: { readonly day: number; readonly count: number }) => ({
    day: addDays(epochDay, day),
    product,
    count,
  })

const rowOf = (entry: NewEntry) => ({
  id: entry.id,
  client_id: entry.clientId,
  month: entry.month,
  kind: entry.kind,
  cents: Number(entry.cents),
  reason: entry.reason,
  at_ms: entry.atMs,
  user_id: entry.userId,
  user_name: entry.userName,
  reverses: entry.reverses ?? null,
  request_key: entry.requestKey ?? null,
})

const entryOf = (row: Selectable<Tables['account_entry']>): AccountEntry => ({
  id: row.id,
  clientId: row.client_id,
  month: row.month,
  kind: row.kind === 'credit' ? 'credit' : 'debit',
  cents: BigInt(row.cents),
  reason: row.reason,
  atMs: row.at_ms,
  userId: row.user_id,
  userName: row.user_name,
  reverses: row.reverses ?? undefined,
})
