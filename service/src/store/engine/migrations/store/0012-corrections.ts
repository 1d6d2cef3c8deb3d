import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Who is told that what a listing showed was wrong, what each version showed, and what waited to be told until now. */
export async function createCorrections(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('listing_history').addColumn('shown', 'text').execute()
  await db.schema
    .createTable('correction')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('register', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('listing_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('wrong_versions', 'text', (column) => column.notNull())
    .addColumn('due_on', 'text', (column) => column.notNull())
    .addColumn('occurrence_id', 'text')
    .addColumn('way', 'text')
    .addColumn('letter', 'text')
    .addColumn('lot', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('told_at_ms', 'bigint')
    .addColumn('told_by', 'text')
    .addColumn('note', 'text')
    .execute()
  // The marks on a client's consultations.
  await db.schema
    .createIndex('correction_of_client')
    .on('correction')
    .columns(['client_id', 'listing_id'])
    .execute()
  await db.schema.createIndex('correction_of_occurrence').on('correction').column('occurrence_id').execute()
  // Those that nobody has told are few among all there ever were.
  await sql`create index correction_untold on correction (created_at_ms, id) where told_at_ms is null`.execute(
    db,
  )
  await db.schema.createIndex('correction_in_lot').on('correction').column('lot').execute()
  // Nobody took these up. Who was shown what was wrong is looked for again, by the rules of today.
  await sql`update outbox set topic = 'recipients.tell', id = 'recipients.tell.' || id
    where topic = 'listing.corrected' and done_at_ms is null`.execute(db)
}
