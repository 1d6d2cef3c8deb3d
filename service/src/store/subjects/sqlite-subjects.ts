import type { DatabaseSync } from 'node:sqlite'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { documentKey } from '@lastro/rules/documents/document-key.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { needsMore } from '@lastro/rules/subjects/kept-sections.ts'
import { newestParticipations } from '@lastro/rules/subjects/newest-participations.ts'
import type { Kysely } from 'kysely'
import type { SubjectRow, SubjectStore } from '../../features/bureau/subject-store.ts'
import type { NewOutboxRow } from '../../jobs/outbox.ts'
import { prepare } from '../engine/sqlite-dialect.ts'
import type { SharedReading } from '../engine/sqlite-shared-reading.ts'
import type { Tables } from '../engine/tables.ts'
import { addOutboxRows } from '../jobs/outbox.ts'
import { type HeldRow, heldColumns, heldIn } from '../listings/held-rows.ts'
import { lastOfEach, withKeptDays } from './kept-days.ts'
import { lapseOf, subjectEvents } from './subject-events.ts'
import { factsOf, keptOf } from './subject-row.ts'
import { subjectThreads } from './threads/subject-threads.ts'

type Row = [validUntil: string, sections: string, packed?: Uint8Array]

/** The hot statements of the embedded engine: prepared once, answered in the process. */
export function sqliteSubjects(
  db: Kysely<Tables>,
  writer: DatabaseSync,
  reader: DatabaseSync,
  { reading, directory }: { readonly reading: SharedReading; readonly directory: string },
): SubjectStore {
  const sections = reader.prepare('select valid_until, sections from subject where key = ?')
  const allSections = reader.prepare(
    `select valid_until, subject.sections, facts
     from subject join subject_more using (key) where key = ?`,
  )
  sections.setReturnArrays(true)
  allSections.setReturnArrays(true)
  const facts = reader.prepare('select facts from subject_more where key = ?')
  const participations = reader.prepare('select participation from participation where document = ?')
  const any = reader.prepare('select 1 from subject limit 1')
  let hasSubjects = false
  const count = reader.prepare('select count(*) as count from subject')
  const watched = reader.prepare(
    'select distinct document from alert_document where register = ? and document > ? order by document limit ?',
  )
  const validUntil = reader.prepare('select valid_until from subject where key = ?')

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
    hasSubjects: () => {
      hasSubjects ||= any.get() !== undefined
      return hasSubjects
    },
    startLoad: () => {
      // A connection that never loads does well without.
      writer.exec(`pragma cache_size = -${loadCacheKib}`)
      writer.exec(`pragma wal_autocheckpoint = ${loadLogPages}`)
      return subjectThreads(directory)
    },
    // Kysely holds the writing connection in a transaction while the prepared statements run on it.
    saveSubjects: (subjects, nowMs) =>
      db
        .transaction()
        .execute(async (tx) => addOutboxRows(tx, save(writer, lastOfEach(subjects, nowMs), nowMs))),
    recordLapses: async ({ nowMs, after, limit }) => {
      const page = watched.all(productionRegister, after, limit).map(({ document }) => String(document))
      const lapsed = page.filter((document) => isLapsed(validUntil.get(keyOf(document)), dayAt(nowMs)))
      const recorded =
        lapsed.length === 0
          ? []
          : await db.transaction().execute(async (tx) => {
              const found = recordLapsed(writer, lapsed, nowMs)
              await addOutboxRows(
                tx,
                found.flatMap(({ events }) => events),
              )
              return found
            })
      return { count: recorded.length, next: page.length < limit ? undefined : page.at(-1) }
    },
    countSubjects: async () => Number(count.get()?.count),
  }
}

/** A commit goes through the pages of the file in their order: one that has been left does not come back. */
const loadCacheKib = 24 * 1024

/** A checkpoint after so many pages of the log (128 MiB), not after every commit: a page that several wrote goes once. */
const loadLogPages = 16 * 1024

const keyOf = (document: string) => documentKey(document as DocumentNumber)

const isLapsed = (row: Readonly<Record<string, unknown>> | undefined, today: Day): boolean =>
  row !== undefined && String(row.valid_until) < today

/** Looked at again in the transaction: another process may have recorded them meanwhile. */
function recordLapsed(db: DatabaseSync, documents: readonly string[], nowMs: number) {
  const find = prepare(db, keptBeforeOf)
  const ours = prepare(db, heldOfDocument)
  const readHeld = (document: string) =>
    heldIn(ours.all(document, productionRegister) as unknown as HeldRow[])
  return documents.flatMap((document) => {
    const kept = find.get(keyOf(document))
    if (kept === undefined || !isLapsed(kept, dayAt(nowMs))) return []
    const before = { packed: kept.facts as Uint8Array, validUntil: kept.valid_until as Day }
    const { row, events } = lapseOf(document as DocumentNumber, before, { nowMs, readHeld })
    prepare(db, upsertSubject).run(keyOf(document), row.validUntil, row.sections)
    prepare(db, upsertPacked).run(keyOf(document), row.packed)
    return [{ events }]
  })
}

// The bytes are the text, which need not become a string on its way.
const upsertSubject = `insert into subject (key, valid_until, sections) values (?, ?, cast(? as text))
  on conflict (key) do update set valid_until = excluded.valid_until, sections = excluded.sections`

// What few reports show was a column of its own once; an earlier version still writes it.
const upsertPacked = `insert into subject_more (key, sections, facts) values (?, '', ?)
  on conflict (key) do update set sections = excluded.sections, facts = excluded.facts`

const keptBeforeOf = 'select facts, valid_until from subject join subject_more using (key) where key = ?'

/** Says what changed in those that somebody watches. */
function save(db: DatabaseSync, subjects: readonly SubjectRow[], nowMs: number): NewOutboxRow[] {
  const upsert = prepare(db, upsertSubject)
  const upsertMore = prepare(db, upsertPacked)
  const watched = db.prepare('select 1 from alert_document where document = ? and register = ? limit 1')
  const keptBefore = db.prepare(keptBeforeOf)
  const ours = db.prepare(heldOfDocument)
  const readHeld = (document: string) =>
    heldIn(ours.all(document, productionRegister) as unknown as HeldRow[])
  const events: NewOutboxRow[] = []
  for (const { key, subject: loaded } of byKey(subjects)) {
    const isWatched = watched.get(loaded.document, productionRegister) !== undefined
    const kept = isWatched || loaded.hasDebts ? keptBefore.get(key) : undefined
    const before = kept && { packed: kept.facts as Uint8Array, validUntil: kept.valid_until as Day }
    const subject = withKeptDays(before?.packed, loaded, nowMs)
    if (isWatched) events.push(...subjectEvents(before, subject, { nowMs, readHeld }))
    upsert.run(key, subject.validUntil, subject.sections)
    upsertMore.run(key, subject.packed)
  }
  savePartners(db, subjects)
  return events
}

const heldOfDocument = `select ${heldColumns('own')} from listing own where own.document = ? and own.register = ?`

/** In the order in which they lie in the file, so that each of its pages is looked for once. */
const byKey = (subjects: readonly SubjectRow[]) =>
  subjects
    .map((subject) => ({ key: documentKey(subject.document), subject }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))

function savePartners(db: DatabaseSync, subjects: readonly SubjectRow[]): void {
  const clear = prepare(db, 'delete from participation where company_document = ?')
  const add = prepare(
    db,
    'insert into participation (document, company_document, participation) values (?, ?, ?)',
  )
  // A person has no partners that could have gone.
  for (const { document } of subjects) if (documentType(document) === 'CNPJ') clear.run(document)
  const partners = subjects
    .flatMap(({ document: company, partners }) => partners.map((one) => ({ company, ...one })))
    .sort((a, b) => (a.document < b.document ? -1 : 1))
  for (const { document, company, participation } of partners) {
    add.run(document, company, participation)
  }
}
