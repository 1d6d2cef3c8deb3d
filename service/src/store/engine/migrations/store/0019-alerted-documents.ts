import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Who was alerted of a document, to tell them when that was wrong. */
export async function indexAlertedDocuments(db: Kysely<Tables>): Promise<void> {
  await sql`create index occurrence_of_document on occurrence (document, register)`.execute(db)
}
