import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** A client's kept reports, the newest first: a rehearsal reads so many, however many there are. */
export async function indexNewestKeptReports(db: Kysely<Tables>): Promise<void> {
  await sql`create index kept_report_newest on kept_report (client_id, environment, at_ms)`.execute(db)
}
