import { type Kysely, sql } from 'kysely'
import type { UsageStore } from '../clients/limits.ts'
import type { Tables } from './tables.ts'

export function usageStore(db: Kysely<Tables>): UsageStore {
  return {
    addUsage: async (clientId, month, count) => {
      const row = await db
        .insertInto('month_usage')
        .values({ client_id: clientId, month, count })
        .onConflict((conflict) =>
          conflict
            .columns(['client_id', 'month'])
            .doUpdateSet({ count: sql`month_usage.count + excluded.count` }),
        )
        .returning('count')
        .executeTakeFirstOrThrow()
      return row.count
    },
  }
}
