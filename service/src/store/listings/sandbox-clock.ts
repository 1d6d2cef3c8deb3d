import type { Kysely } from 'kysely'
import type { SandboxClockStore } from '../../features/listings/listing-store.ts'
import type { Tables } from '../engine/tables.ts'

export function sandboxClockStore(db: Kysely<Tables>, reads: Kysely<Tables>): SandboxClockStore {
  return {
    offsetMs: async (clientId) => {
      const row = await reads
        .selectFrom('sandbox_clock')
        .select('offset_ms')
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      return row?.offset_ms ?? 0
    },
    advance: (clientId, { fromMs, toMs }) =>
      db.transaction().execute(async (tx) => {
        await tx
          .insertInto('sandbox_clock')
          .values({ client_id: clientId, offset_ms: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const { numUpdatedRows } = await tx
          .updateTable('sandbox_clock')
          .set({ offset_ms: toMs })
          .where('client_id', '=', clientId)
          .where('offset_ms', '=', fromMs)
          .executeTakeFirst()
        return numUpdatedRows === 1n
      }),
  }
}
