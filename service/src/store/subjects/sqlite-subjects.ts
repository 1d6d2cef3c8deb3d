import type { DatabaseSync } from 'node:sqlite'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { documentKey } from '@lastro/rules/documents/document-key.ts'
import { productionRegister } from '@lastro/rules/listings/listing.ts'
import { needsMore } from '@lastro/rules/subjects/kept-sections.ts'
import { newestParticipations } from '@lastro/rules/subjects/newest-participations.ts'
import type { Kysely } from 'kysely'
import type { KeptSubject, SubjectStore } from '../../features/bureau/subject-store.ts'
import type { NewOutboxRow } from '../../jobs/outbox.ts'
import { prepare } from '../engine/sqlite-dialect.ts'
import type { SharedReading } from '../engine/sqlite-shared-reading.ts'
import type { Tables } from '../engine/tables.ts'
import { addOutboxRows } from '../jobs/outbox.ts'
import { subjectEvents } from './subject-events.ts'
import { factsOf, keptOf, rowOf } from './subject-row.ts'

type Row = [validUntil: string, sections: string, moreSections?: string]

/** The hot statements of the embedded engine: prepared once, answered in the process. */
export function sqliteSubjects(
  db: Kysely<Tables>,
  writer: DatabaseSync,
  reader: DatabaseSync,
  reading: SharedReading,
): SubjectStore {
  const sections = reader.prepare('select valid_until, sections from subject where key = ?')
  const allSections = reader.prepare(
    `select valid_until, subject.sections, subject_more.sections
     from subject join subject_more using (key) where key = ?`,
  )
  sections.setReturnArrays(true)
  allSections.setReturnArrays(true)
  const facts = reader.prepare('select facts from subject_more where key = ?')
  const participations = reader.prepare('select participation from participation where document = ?')
  const count = reader.prepare('select count(*) as count from subject')

  return {
    readSections: (document, wanted) => {
      reading.share()
      const statement = needsMore(wanted) ? allSections : sections
      const row = statement.get(documentKey(document)) as unknown as Row | undefined
      return row === undefined ? undefined : keptOf(...row)
    },
    readFacts: async (document) => {
      const row = facts.get(documentKey(document))
      return row && factsOf(row.facts as Uint8Array)
    },
    readParticipations: async (document) =>
      newestParticipations(
        participations.all(document).map((row) => JSON.parse(row.participation as string)),
      ),
    // Kysely holds the writing connection in a transaction while the prepared statements run on it.
    saveSubjects: (subjects, nowMs) =>
      db.transaction().execute(async (tx) => addOutboxRows(tx, save(writer, subjects, nowMs))),
    countSubjects: async () => Number(count.get()?.count),
  }
}

/** Says what changed in those that somebody watches. */
function save(db: DatabaseSync, subjects: readonly KeptSubject[], nowMs: number): NewOutboxRow[] {
  const upsert = prepare(
    db,
    `insert into subject (key, valid_until, sections) values (?, ?, ?)
     on conflict (key) do update set valid_until = excluded.valid_until, sections = excluded.sections`,
  )
  const upsertMore = prepare(
    db,
    `insert into subject_more (key, sections, facts) values (?, ?, ?)
     on conflict (key) do update set sections = excluded.sections, facts = excluded.facts`,
  )
  const clearPartners = prepare(db, 'delete from participation where company_document = ?')
  const addPartner = prepare(
    db,
    'insert into participation (document, company_document, participation) values (?, ?, ?)',
  )
  const watched = db.prepare('select 1 from alert_document where document = ? and register = ? limit 1')
  const keptBefore = db.prepare(
    'select facts, valid_until from subject join subject_more using (key) where key = ?',
  )
  const events: NewOutboxRow[] = []
  for (const subject of subjects) {
    const row = rowOf(subject)
    const { validUntil, sections, moreSections, facts } = row
    const key = documentKey(subject.document)
    if (watched.get(subject.document, productionRegister) !== undefined) {
      const kept = keptBefore.get(key)
      const before = kept && { facts: kept.facts as Uint8Array, validUntil: kept.valid_until as Day }
      events.push(...subjectEvents(before, subject, row, nowMs))
    }
    upsert.run(key, validUntil, sections)
    upsertMore.run(key, moreSections, facts)
    clearPartners.run(subject.document)
    for (const one of subject.partners) {
      addPartner.run(one.document, subject.document, JSON.stringify(one.participation))
    }
  }
  return events
}
