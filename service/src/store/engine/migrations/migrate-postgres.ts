import { Kysely, PostgresDialect, sql } from 'kysely'
import { databasePool } from '../database/database-connection.ts'
import { patientLimits } from '../database/patient-limits.ts'
import type { Tables } from '../tables.ts'
import { migrate } from './migrate.ts'
import { storeMigrations, trailMigrations } from './migrations.ts'

/**
 * Brings a PostgreSQL to today's tables, and says which migrations it had before. A large store takes longer than any
 * query may, so this has a connection of its own, where there is anything to do.
 */
export async function migratePostgres(
  databaseUrl: string,
  opened: Kysely<Tables>,
): Promise<readonly string[]> {
  const applied = await readApplied(opened)
  const isDone = [storeMigrations, trailMigrations].every((all) =>
    Object.keys(all).every((name) => applied.includes(name)),
  )
  if (isDone) return applied
  const patient = databasePool(databaseUrl, { limits: patientLimits('lastro migrations'), max: 1 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: patient }) })
  try {
    const before = await migrate(db, 'postgres', storeMigrations)
    await migrate(db, 'postgres', trailMigrations)
    return before
  } finally {
    await db.destroy()
  }
}

async function readApplied(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass('migration') as found`.execute(db)
  if (rows[0]?.found === null) return []
  const applied = await db.selectFrom('migration').select('name').execute()
  return applied.map(({ name }) => name)
}
