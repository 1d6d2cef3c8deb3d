import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { type Kysely, sql } from 'kysely'
import type { ComparisonStore } from '../../features/public-data/comparison-store.ts'
import type { Tables } from '../engine/tables.ts'
import { addOutboxRows } from '../jobs/outbox.ts'

export function comparisonStore(db: Kysely<Tables>): ComparisonStore {
  return {
    find: async (dataSet) => {
      const row = await db
        .selectFrom('data_comparison')
        .selectAll()
        .where('data_set', '=', dataSet)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { told_id, told_date, next_id, next_date, after_document } = row
      return {
        told: { id: told_id, date: told_date as Day },
        next:
          next_id === null || next_date === null
            ? undefined
            : { id: next_id, date: next_date as Day, after: after_document },
      }
    },

    remember: async (dataSet, { id, date }, known) => {
      const told = { told_id: id, told_date: date, next_id: null, next_date: null, after_document: '' }
      if (known === undefined) {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('data_comparison')
          .values({ data_set: dataSet, ...told })
          .onConflict((conflict) => conflict.column('data_set').doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n
      }
      const next = known.next?.id ?? null
      const { numUpdatedRows } = await db
        .updateTable('data_comparison')
        .set(told)
        .where('data_set', '=', dataSet)
        .where('told_id', '=', known.told.id)
        .where('next_id', next === null ? 'is' : '=', next)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    begin: async (dataSet, toldId, { id, date }) => {
      await db
        .updateTable('data_comparison')
        .set({ next_id: id, next_date: date, after_document: '' })
        .where('data_set', '=', dataSet)
        .where('told_id', '=', toldId)
        .where('next_id', 'is', null)
        .execute()
    },

    // In the order of the index alert_document_place, from one document to the next.
    watched: async (after, limit) => {
      const rows = await db
        .selectFrom('alert_document')
        .select('document')
        .distinct()
        .where('document', '>', after)
        .where('register', '=', productionRegister)
        .where(sql<boolean>`length(document) = ${cnpjLength}`)
        .orderBy('document')
        .limit(limit)
        .execute()
      return rows.map((row) => row.document as DocumentNumber)
    },

    keepPage: ({ dataSet, toldId, nextId, after, until }, events) =>
      db.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('data_comparison')
          .set({ after_document: until })
          .where('data_set', '=', dataSet)
          .where('told_id', '=', toldId)
          .where('next_id', '=', nextId)
          .where('after_document', '=', after)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        for (let at = 0; at < events.length; at += statementRowCount)
          await addOutboxRows(tx, events.slice(at, at + statementRowCount))
        return true
      }),
  }
}

const cnpjLength = 14

/** What one statement holds: engines count the values in it. */
const statementRowCount = 500
