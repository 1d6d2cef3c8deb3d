import { type Kysely, sql } from 'kysely'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Engine, Tables } from '../tables.ts'

export type Migration = (db: Kysely<Tables>, engine: Engine) => Promise<void>

/** By their names, in the order in which they are applied. */
export type Migrations = Readonly<Record<string, Migration>>

/**
 * Brings an empty or older store to today's tables, all of it or nothing. Running it again changes nothing. Says which
 * migrations it had before.
 */
export async function migrate(
  db: Kysely<Tables>,
  engine: Engine,
  migrations: Migrations,
): Promise<readonly string[]> {
  return await db.transaction().execute(async (tx) => {
    // Several may start at once: SQLite's transaction holds the write lock, PostgreSQL needs to be told.
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLocks.migration})`.execute(tx)
    await tx.schema
      .createTable('migration')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .execute()
    const applied = await tx.selectFrom('migration').select('name').execute()
    for (const [name, change] of Object.entries(migrations)) {
      if (applied.some((one) => one.name === name)) continue
      await change(tx, engine)
      await tx.insertInto('migration').values({ name }).execute()
    }
    return applied.map(({ name }) => name)
  })
}
