import type { Kysely, Selectable } from 'kysely'
import { type SqlBool, sql } from 'kysely'
import type { ActStore, OperatorAct } from '../../features/acts/act-store.ts'
import type { Tables } from '../engine/tables.ts'

export function actStore(db: Kysely<Tables>, reads: Kysely<Tables>): ActStore {
  return {
    begin: async (act) => {
      await db
        .insertInto('operator_act')
        .values({
          id: act.id,
          at_ms: act.atMs,
          user_id: act.userId,
          user_name: act.userName,
          operation: act.operation,
          target: act.target ?? null,
          outcome: null,
          request_id: act.requestId,
        })
        .execute()
    },

    end: async (id, { outcome, target }) => {
      await db
        .updateTable('operator_act')
        .set({ outcome, target: target ?? null })
        .where('id', '=', id)
        .execute()
    },

    list: async ({ userId, after, limit }) => {
      const rows = await reads
        .selectFrom('operator_act')
        .selectAll()
        .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
        .$if(after !== undefined, (query) =>
          query.where(sql<SqlBool>`(at_ms, id) < (${after?.createdAtMs ?? 0}, ${after?.id ?? ''})`),
        )
        .orderBy('at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(actOf)
    },
  }
}

const actOf = (row: Selectable<Tables['operator_act']>): OperatorAct => ({
  id: row.id,
  atMs: row.at_ms,
  userId: row.user_id,
  userName: row.user_name,
  operation: row.operation,
  target: row.target ?? undefined,
  outcome: row.outcome ?? undefined,
  requestId: row.request_id,
})
