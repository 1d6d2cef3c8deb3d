import { type Kysely, sql } from 'kysely'
import type { Engine, Tables } from '../../tables.ts'

/** Subjects and who has a part in which company, keyed by document first, so that they can be spread by document later. */
export async function createSubjects(db: Kysely<Tables>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') await sqliteSubjectTables(db)
  else {
    await sql`create table subject (document text primary key, valid_until text not null,
      sections text not null, more_sections text not null, facts bytea not null)`.execute(db)
  }
  await db.schema
    .createTable('participation')
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('company_document', 'text', (column) => column.notNull())
    .addColumn('participation', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('participation_key', ['document', 'company_document'])
    .modifyEnd(engine === 'sqlite' ? sql`without rowid` : sql``)
    .execute()
  await db.schema
    .createIndex('participation_in_company')
    .on('participation')
    .column('company_document')
    .execute()
}

/** What most reports are made of lies close together; what few need lies apart, under the same key. */
async function sqliteSubjectTables(db: Kysely<Tables>): Promise<void> {
  await sql`create table subject (key integer primary key, valid_until text not null,
    sections text not null)`.execute(db)
  await sql`create table subject_more (key integer primary key, sections text not null,
    facts blob not null)`.execute(db)
}
