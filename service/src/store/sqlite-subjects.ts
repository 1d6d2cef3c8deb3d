import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import type { KeptSubject, SubjectStore } from '../subjects/subject-store.ts'
import { factsOf, rowOf, sectionsOf } from './subject-row.ts'
import type { Tables } from './tables.ts'

/** The hot statements of the embedded engine: prepared once, answered in the process. */
export function sqliteSubjects(db: Kysely<Tables>, writer: DatabaseSync, reader: DatabaseSync): SubjectStore {
  const sections = reader.prepare('select sections, valid_until from subject where document = ?')
  sections.setReturnArrays(true)
  const facts = reader.prepare('select facts from subject where document = ?')
  const participations = reader.prepare(
    'select participation from participation where document = ? order by company_document',
  )
  const count = reader.prepare('select count(*) as count from subject')

  return {
    readSections: (document) => {
      const row = sections.get(document) as unknown as [string, string] | undefined
      return row === undefined ? [] : sectionsOf(row[0], row[1])
    },
    readFacts: async (document) => {
      const row = facts.get(document)
      return row && factsOf(row.facts as Uint8Array)
    },
    readParticipations: async (document) =>
      participations.all(document).map((row) => JSON.parse(row.participation as string)),
    // Kysely holds the writing connection in a transaction while the prepared statements run on it.
    saveSubjects: (subjects) => db.transaction().execute(async () => save(writer, subjects)),
    countSubjects: async () => Number(count.get()?.count),
  }
}

function save(db: DatabaseSync, subjects: readonly KeptSubject[]): void {
  const upsert = db.prepare(
    `insert into subject (document, sections, valid_until, facts) values (?, ?, ?, ?)
     on conflict (document) do update
     set sections = excluded.sections, valid_until = excluded.valid_until, facts = excluded.facts`,
  )
  const clearPartners = db.prepare('delete from participation where company_document = ?')
  const addPartner = db.prepare(
    'insert into participation (document, company_document, participation) values (?, ?, ?)',
  )
  for (const subject of subjects) {
    const { sections, validUntil, facts } = rowOf(subject)
    upsert.run(subject.document, sections, validUntil, facts)
    clearPartners.run(subject.document)
    for (const one of subject.partners) {
      addPartner.run(one.document, subject.document, JSON.stringify(one.participation))
    }
  }
}
