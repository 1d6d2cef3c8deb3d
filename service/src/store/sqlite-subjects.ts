import type { DatabaseSync } from 'node:sqlite'
import type { SectionId } from '@lastro/contract/sections.ts'
import type { Kysely } from 'kysely'
import type { Day } from '../calendar/day.ts'
import type { KeptSubject, SubjectStore } from '../subjects/subject-store.ts'
import type { Tables } from './tables.ts'

/** The hot statements of the embedded engine: prepared once, answered in the process. */
export function sqliteSubjects(db: Kysely<Tables>, writer: DatabaseSync, reader: DatabaseSync): SubjectStore {
  const sections = reader.prepare('select section, text, valid_until from subject_section where document = ?')
  sections.setReturnArrays(true)
  const facts = reader.prepare('select facts from subject where document = ?')
  const participations = reader.prepare(
    'select participation from participation where document = ? order by company_document',
  )
  const count = reader.prepare('select count(*) as count from subject')

  return {
    readSections: (document) => {
      const rows = sections.all(document) as unknown as [SectionId, string, Day][]
      return rows.map(([section, text, validUntil]) => ({ section, text, validUntil }))
    },
    readFacts: async (document) => {
      const row = facts.get(document)
      return row && JSON.parse(row.facts as string)
    },
    readParticipations: async (document) =>
      participations.all(document).map((row) => JSON.parse(row.participation as string)),
    // Kysely holds the writing connection in a transaction while the prepared statements run on it.
    saveSubjects: (subjects) => db.transaction().execute(async () => save(writer, subjects)),
    countSubjects: async () => Number(count.get()?.count),
  }
}

function save(db: DatabaseSync, subjects: readonly KeptSubject[]): void {
  const upsertFacts = db.prepare('insert or replace into subject (document, facts) values (?, ?)')
  const clearSections = db.prepare('delete from subject_section where document = ?')
  const addSection = db.prepare(
    'insert into subject_section (document, section, text, valid_until) values (?, ?, ?, ?)',
  )
  const clearPartners = db.prepare('delete from participation where company_document = ?')
  const addPartner = db.prepare(
    'insert or replace into participation (document, company_document, participation) values (?, ?, ?)',
  )
  for (const { document, facts, sections, partners } of subjects) {
    upsertFacts.run(document, JSON.stringify(facts))
    clearSections.run(document)
    for (const one of sections) addSection.run(document, one.section, one.text, one.validUntil)
    clearPartners.run(document)
    for (const one of partners) addPartner.run(one.document, document, JSON.stringify(one.participation))
  }
}
