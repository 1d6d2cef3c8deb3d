import { type Kysely, sql } from 'kysely'
import type { Engine, Tables } from '../engine/tables.ts'

/** Lines destroyed in one statement: few enough that nothing waits long for it. */
const destroyedCountMax = 1_000

/** A process that dies on the way leaves a batch so, and the next sweep goes on with it. */
const halfDestroyed = 2

/** The lines of every batch whose result is over; the batch itself and its counts stay. */
export async function destroyLines(
  db: Kysely<Tables>,
  reads: Kysely<Tables>,
  engine: Engine,
  nowMs: number,
): Promise<number> {
  const over = await reads
    .selectFrom('query_batch')
    .select('id')
    .where('has_lines', '>', 0)
    .where('keep_until_ms', '<=', nowMs)
    .execute()
  let count = 0
  for (const { id } of over) {
    // From here on nobody reads or asks its lines, and a new batch may have its key.
    const { numUpdatedRows } = await db
      .updateTable('query_batch')
      .set({ has_lines: halfDestroyed, key: null })
      .where('id', '=', id)
      // Its client may have had it asked again since.
      .where('keep_until_ms', '<=', nowMs)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) continue
    count += await destroyOf(db, engine, id)
    await db.updateTable('query_batch').set({ has_lines: 0 }).where('id', '=', id).execute()
  }
  return count
}

async function destroyOf(db: Kysely<Tables>, engine: Engine, batchId: string): Promise<number> {
  for (let count = 0; ; ) {
    const destroyed = await destroySome(db, engine, batchId)
    count += destroyed
    if (destroyed < destroyedCountMax) return count
  }
}

/** SQLite leaves what is deleted on its pages until they are used again, unless it is told to write zeros over it. */
const destroySome = (db: Kysely<Tables>, engine: Engine, batchId: string): Promise<number> =>
  db.connection().execute(async (connection) => {
    if (engine === 'sqlite') await sql`pragma secure_delete = on`.execute(connection)
    try {
      const { numAffectedRows = 0n } = await sql`delete from query_batch_line
        where (batch_id, line) in (
          select batch_id, line from query_batch_line where batch_id = ${batchId} limit ${destroyedCountMax}
        )`.execute(connection)
      return Number(numAffectedRows)
    } finally {
      if (engine === 'sqlite') await sql`pragma secure_delete = off`.execute(connection)
    }
  })
