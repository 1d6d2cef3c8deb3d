import { type Kysely, sql } from 'kysely'
import type { Engine, Tables } from '../engine/tables.ts'

/** Decisions destroyed at a time: few enough that nothing waits long for it. */
const destroyedCountMax = 200

/** Every decision whose term is over, with its inputs, their key and its reviews. */
export async function destroyDecisions(db: Kysely<Tables>, engine: Engine, nowMs: number): Promise<number> {
  for (let count = 0; ; ) {
    const destroyed = await destroySome(db, engine, nowMs)
    count += destroyed
    if (destroyed < destroyedCountMax) return count
  }
}

/** SQLite leaves what is deleted on its pages until they are used again, unless it is told to write zeros over it. */
const destroySome = (db: Kysely<Tables>, engine: Engine, nowMs: number): Promise<number> =>
  db.connection().execute(async (connection) => {
    if (engine === 'sqlite') await sql`pragma secure_delete = on`.execute(connection)
    try {
      return await connection.transaction().execute(async (tx) => {
        const over = await tx
          .selectFrom('decision')
          .select('id')
          .where('keep_until_ms', '<=', nowMs)
          .orderBy('keep_until_ms')
          .limit(destroyedCountMax)
          .execute()
        const ids = over.map(({ id }) => id)
        if (ids.length === 0) return 0
        await tx.deleteFrom('decision_inputs').where('decision_id', 'in', ids).execute()
        await tx.deleteFrom('decision_review').where('decision_id', 'in', ids).execute()
        await tx.deleteFrom('decision').where('id', 'in', ids).execute()
        return ids.length
      })
    } finally {
      if (engine === 'sqlite') await sql`pragma secure_delete = off`.execute(connection)
    }
  })
