import { newWindow, takeFromWindow } from '@lastro/rules/limits/rate-window.ts'
import type { Kysely } from 'kysely'
import type { RateStore } from '../../features/clients/limits.ts'
import type { Engine, Tables } from '../engine/tables.ts'

/** Rates shared by every process on one database. A client's row is locked while it is counted. */
export function rateStore(db: Kysely<Tables>, engine: Engine): RateStore {
  return {
    take: (clientId, asked) =>
      db.transaction().execute(async (tx) => {
        const fresh = newWindow()
        await tx
          .insertInto('rate_window')
          .values({ client_id: clientId, step: fresh.step, taken: fresh.taken.join() })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const row = await tx
          .selectFrom('rate_window')
          .selectAll()
          .where('client_id', '=', clientId)
          .$if(engine === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst()
        const window = row ? { step: row.step, taken: row.taken.split(',').map(Number) } : fresh
        const granted = takeFromWindow(window, asked)
        await tx
          .updateTable('rate_window')
          .set({ step: window.step, taken: window.taken.join() })
          .where('client_id', '=', clientId)
          .execute()
        return granted
      }),
  }
}
