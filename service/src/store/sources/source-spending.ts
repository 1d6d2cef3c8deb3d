import type { Payer } from '@lastro/contract/operator/source-kinds.ts'
import type { Kysely, Transaction } from 'kysely'
import type { SourceStore, SpendingOf } from '../../features/declared-sources/source-store.ts'
import { patiently } from '../engine/after-deadlock.ts'
import type { Tables } from '../engine/tables.ts'

/**
 * What calls to providers cost. A row for each client and one for all of them together are written in one commit, the
 * latter first: processes that spend from one budget wait for each other there, and none spends what another has.
 */
export function sourceSpending(
  db: Kysely<Tables>,
  reads: Kysely<Tables>,
): Pick<SourceStore, 'spend' | 'giveBack' | 'countUnbilled' | 'spentIn' | 'costsIn'> {
  return {
    spend: (of, { priceCents, sourceBudgetCents, clientBudgetCents }) =>
      patiently(db, async (tx) => {
        // Only what the operator pays is bounded by the operator's budget.
        const shared = of.paidBy === 'operator' ? sourceBudgetCents : undefined
        await count(tx, { ...of, clientId: everybody }, { calls: 1, cents: priceCents, budgetCents: shared })
        await count(tx, of, { calls: 1, cents: priceCents, budgetCents: clientBudgetCents })
        return true
      }).catch((error: unknown) => {
        if (error instanceof BudgetSpent) return false
        throw error
      }),

    giveBack: (of, priceCents) =>
      patiently(db, async (tx) => {
        for (const clientId of [everybody, of.clientId])
          await count(tx, { ...of, clientId }, { calls: -1, cents: -priceCents, budgetCents: undefined })
      }),

    countUnbilled: ({ sourceId, month, paidBy, clientId }, { calls, cents }) =>
      patiently(db, async (tx) => {
        for (const whose of [everybody, clientId])
          await tx
            .updateTable('source_spending')
            .set((set) => ({
              unbilled_calls: set('unbilled_calls', '+', calls),
              unbilled_cents: set('unbilled_cents', '+', cents),
            }))
            .where('source_id', '=', sourceId)
            .where('month', '=', month)
            .where('paid_by', '=', paidBy)
            .where('client_id', '=', whose)
            .execute()
      }),

    costsIn: async (month, clientId = everybody) => {
      const rows = await reads
        .selectFrom('source_spending')
        .selectAll()
        .where('month', '=', month)
        .where('client_id', '=', clientId)
        .where('calls', '>', 0)
        .orderBy('source_name')
        .orderBy('source_id')
        .orderBy('paid_by')
        .execute()
      return rows.map((row) => ({
        source: row.source_name ?? row.source_id,
        paidBy: row.paid_by as Payer,
        calls: row.calls,
        cents: row.cents,
        unbilled: { calls: row.unbilled_calls, cents: row.unbilled_cents },
      }))
    },

    spentIn: async (month) => {
      const rows = await reads
        .selectFrom('source_spending')
        .select(['source_id', 'paid_by', 'calls', 'cents'])
        .where('month', '=', month)
        .where('client_id', '=', everybody)
        .execute()
      return rows.map((row) => ({
        sourceId: row.source_id,
        paidBy: row.paid_by as Payer,
        calls: row.calls,
        cents: row.cents,
      }))
    },
  }
}

/** In the place of a client: all of them together. */
const everybody = ''

/** Ends the transaction, so that neither of the two rows is written. */
class BudgetSpent extends Error {}

type Counted = {
  readonly calls: number
  readonly cents: number
  readonly budgetCents: number | undefined
}

async function count(
  tx: Transaction<Tables>,
  { sourceId, sourceName, month, paidBy, clientId }: SpendingOf,
  { calls, cents, budgetCents }: Counted,
): Promise<void> {
  const { cents: spent } = await tx
    .insertInto('source_spending')
    .values({
      source_id: sourceId,
      source_name: sourceName,
      month,
      paid_by: paidBy,
      client_id: clientId,
      calls,
      cents,
    })
    .onConflict((conflict) =>
      conflict.columns(['source_id', 'month', 'paid_by', 'client_id']).doUpdateSet((set) => ({
        source_name: sourceName,
        calls: set('source_spending.calls', '+', calls),
        cents: set('source_spending.cents', '+', cents),
      })),
    )
    .returning('cents')
    .executeTakeFirstOrThrow()
  if (budgetCents !== undefined && spent > budgetCents) throw new BudgetSpent()
}
