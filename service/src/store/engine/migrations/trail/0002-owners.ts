import { type Kysely, sql } from 'kysely'
import type { Engine, Tables } from '../../tables.ts'

/**
 * Finding a client's or a user's own consultations: a row for each link that holds some, so that many queries of
 * one client cost one row a commit. Filling it for what was there before would hold up the start of a large
 * store, so it is written down how far that goes.
 */
export async function createTrailOwners(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('trail_owner')
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('trail_owner_key', ['environment', 'owner', 'number'])
    .modifyEnd(engine === 'sqlite' ? sql`without rowid` : sql``)
    .execute()
  await db.schema
    .createTable('trail_unowned')
    .addColumn('environment', 'text', (column) => column.primaryKey())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .execute()
  for (const environment of ['production', 'sandbox']) {
    await sql`insert into trail_unowned (environment, number)
      select ${environment}, coalesce(max(number), 0) from trail_link where environment = ${environment}`.execute(
      db,
    )
  }
}
