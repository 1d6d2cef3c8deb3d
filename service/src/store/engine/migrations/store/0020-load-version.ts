import { type Kysely, sql } from 'kysely'
import type { Engine, Tables } from '../../tables.ts'

/** How many loads there were, for replicas to be held against. The embedded engine has none. */
export async function createLoadVersion(db: Kysely<Tables>, engine: Engine): Promise<void> {
  if (engine !== 'postgres') return
  await sql`create table load_version (id integer primary key, version bigint not null)`.execute(db)
}
