import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DocumentType } from '@lastro/contract/reports/sections.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { documentKey, documentOfKey } from '@lastro/rules/documents/document-key.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { needsMore } from '@lastro/rules/subjects/kept-sections.ts'
import type { BureauSection } from '@lastro/rules/subjects/loaded-sections.ts'
import type { Kysely } from 'kysely'
import type { CurrentBureauCoverage } from '../../features/bureau/bureau-coverage.ts'
import { readCoveredFacts } from '../../features/bureau/covered-sections.ts'
import type { StaleBefore, SubjectRow, SubjectStore } from '../../features/bureau/subject-store.ts'
import type { NewOutboxRow } from '../../jobs/outbox.ts'
import { prepare } from '../engine/sqlite-dialect.ts'
import type { SharedReading } from '../engine/sqlite-shared-reading.ts'
import type { Tables } from '../engine/tables.ts'
import { addOutboxRows } from '../jobs/outbox.ts'
import { type HeldRow, heldColumns, heldIn } from '../listings/held-rows.ts'
import {
  clearedRow,
  documentLengths,
  type Floors,
  floorKey,
  mayBeStale,
  type NextRow,
  needsFacts,
  nextRow,
  participationRows,
  rowSectionsFor,
  type StoredRow,
} from './next-row.ts'
import { keptBefore, lapseOf, subjectEvents } from './subject-events.ts'
import { factsOf, keptOf, loadedIn, participationsOf, subjectOf } from './subject-row.ts'
import { subjectThreads } from './threads/subject-threads.ts'

type Row = [validUntil: string, sections: string, packed?: Uint8Array]

type SqliteSubjectsDeps = {
  readonly reading: SharedReading
  readonly directory: string
  readonly coverage: CurrentBureauCoverage
}

/** The hot statements of the embedded engine: prepared once, answered in the process. */
export function sqliteSubjects(
  db: Kysely<Tables>,
  writer: DatabaseSync,
  reader: DatabaseSync,
  { reading, directory, coverage }: SqliteSubjectsDeps,
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
  const whole = reader.prepare(
    `select ${firstLine} as line, facts from subject join subject_more using (key) where key = ?`,
  )
  const readParticipations = (document: DocumentNumber) =>
    participationsOf(participations.all(document).map((row) => row.participation as string))
  const readSubject: SubjectStore['readSubject'] = async (document) => {
    const row = whole.get(documentKey(document))
    return row && subjectOf(loadedIn(row.line as string), row.facts as Uint8Array)
  }
  const lines = reader.prepare(
    `select key, ${firstLine} as line from subject where key > ? order by key limit ${sweptRows}`,
  )
  lines.setReadBigInts(true)
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
    readSubject,
    readCovered: (document, today) => readCoveredFacts(readSubject, coverage, document, today),
    readParticipations: async (document) =>
      readParticipations(document).map(({ participation }) => participation),
    readLoadedParticipations: async (document) => readParticipations(document),
    hasSubjects: () => {
      hasSubjects ||= any.get() !== undefined
      return hasSubjects
    },
    startLoad: async (nowMs) => {
      // A connection that never loads does well without.
      writer.exec(`pragma cache_size = -${loadCacheKib}`)
      writer.exec(`pragma wal_autocheckpoint = ${loadLogPages}`)
      const generation = await db.transaction().execute(async () => nextGeneration(writer, nowMs))
      return { ...subjectThreads(directory), generation }
    },
    // Kysely holds the writing connection in a transaction while the prepared statements run on it.
    saveSubjects: (subjects, nowMs) =>
      db.transaction().execute(async (tx) => addOutboxRows(tx, save(writer, subjects, nowMs))),
    clearStale: async (load, nowMs) => {
      await db.transaction().execute(async () => raiseFloors(writer, load))
      let cleared = 0
      for (let after = -1n; ; ) {
        const rows = lines.all(after) as unknown as { key: bigint; line: string }[]
        const stale = rows
          .map(({ key, line }) => ({ document: documentOfKey(key), line }))
          .filter(({ document, line }) => mayBeStale(document, loadedIn(line), load))
          .map(({ document }) => document)
        if (stale.length > 0) {
          await db.transaction().execute(async (tx) => {
            const { count, events } = clearRows(writer, stale, load, nowMs)
            cleared += count
            await addOutboxRows(tx, events)
          })
          load.onCleared?.(cleared)
        }
        // Yields to other work between two steps.
        await nextTurn()
        if (rows.length < sweptRows) break
        after = rows.at(-1)?.key ?? after
      }
      await db.transaction().execute(async () => clearParticipations(writer, load))
    },
    clearedAfter: async ({ generation, covers }) => {
      const floors = readFloors(reader)
      return covers.filter(
        ({ section, documentType }) => (floors.get(floorKey(section, documentType)) ?? 0) > generation,
      )
    },
    recordLapses: async ({ nowMs, after, limit }) => {
      const rows = watched.all(productionRegister, after, limit)
      const page = rows.map(({ document }) => document as DocumentNumber)
      const lapsed = page.filter((document) => {
        const row = validUntil.get(documentKey(document))
        return row !== undefined && String(row.valid_until) < dayAt(nowMs)
      })
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

/** Reads again in the transaction: another process may have recorded the lapses meanwhile. */
function recordLapsed(db: DatabaseSync, documents: readonly DocumentNumber[], nowMs: number) {
  const store = rowsIn(db)
  return documents.flatMap((document) => {
    const key = documentKey(document)
    const stored = store.read(key, () => true)
    if (stored === undefined || stored.validUntil >= dayAt(nowMs)) return []
    const { row, events } = lapseOf(document, stored, { nowMs, readHeld: store.readHeld })
    store.write(key, row)
    return [{ events }]
  })
}

/** The first line of a row, which records the loads of its sections. */
const firstLine = `substr(subject.sections, 1, instr(subject.sections, char(10)) - 1)`

/** The number of rows that one step of the sweep scans. */
const sweptRows = 8_000

function nextGeneration(db: DatabaseSync, nowMs: number): number {
  const row = prepare(
    db,
    `insert into bureau_load (generation, started_at_ms)
     select coalesce(max(generation), 0) + 1, ? from bureau_load returning generation`,
  ).get(nowMs)
  return Number(row?.generation)
}

function readFloors(db: DatabaseSync): Floors {
  const rows = db.prepare('select section, document_type, generation from bureau_floor').all()
  return new Map(
    rows.map((one) => [
      floorKey(one.section as BureauSection, one.document_type as DocumentType),
      Number(one.generation),
    ]),
  )
}

function raiseFloors(db: DatabaseSync, { generation, covers }: StaleBefore): void {
  const raise = db.prepare(
    `insert into bureau_floor (section, document_type, generation) values (?, ?, ?)
     on conflict (section, document_type) do update set generation = max(generation, excluded.generation)`,
  )
  for (const { section, documentType } of covers) raise.run(section, documentType, generation)
}

/** Returns the events of the changes in watched subjects. */
function save(db: DatabaseSync, subjects: readonly SubjectRow[], nowMs: number): NewOutboxRow[] {
  const floors = readFloors(db)
  const store = rowsIn(db)
  const next: NextRow[] = []
  const events: NewOutboxRow[] = []
  for (const { key, document, rows } of byKey(subjects)) {
    const isWatched = store.isWatched(document)
    const stored = store.read(key, (loaded) => isWatched || needsFacts(loaded, rows))
    const one = nextRow(stored, rows, { floors, nowMs })
    if (one === undefined) continue
    if (isWatched)
      events.push(...subjectEvents(keptBefore(stored), one.row, { nowMs, readHeld: store.readHeld }))
    store.write(key, one.row)
    next.push(one)
  }
  savePartners(db, next, floors)
  return events
}

function clearRows(
  db: DatabaseSync,
  documents: readonly DocumentNumber[],
  load: StaleBefore,
  nowMs: number,
): { count: number; events: NewOutboxRow[] } {
  const floors = readFloors(db)
  const store = rowsIn(db)
  const next: NextRow[] = []
  const events: NewOutboxRow[] = []
  for (const document of documents) {
    const key = documentKey(document)
    const stored = store.read(key, () => true)
    if (stored === undefined) continue
    const one = clearedRow(document, stored, { ...load, sections: rowSectionsFor(document, load) }, nowMs)
    if (one === undefined) continue
    if (store.isWatched(document))
      events.push(...subjectEvents(keptBefore(stored), one.row, { nowMs, readHeld: store.readHeld }))
    store.write(key, one.row)
    next.push(one)
  }
  savePartners(db, next, floors)
  return { count: next.length, events }
}

function clearParticipations(db: DatabaseSync, { generation, covers }: StaleBefore): void {
  const clear = db.prepare('delete from participation where generation < ? and length(document) = ?')
  for (const { section, documentType } of covers)
    if (section === 'partner') clear.run(generation, documentLengths[documentType])
}

type Key = number | bigint

/** The statements that read and write rows in the current transaction. */
function rowsIn(db: DatabaseSync) {
  const upsert = prepare(
    db,
    // The bytes are the text, which need not become a string on its way.
    `insert into subject (key, valid_until, sections) values (?, ?, cast(? as text))
     on conflict (key) do update set valid_until = excluded.valid_until, sections = excluded.sections`,
  )
  // What few reports show was a column of its own once; an earlier version still writes it.
  const upsertMore = prepare(
    db,
    `insert into subject_more (key, sections, facts) values (?, '', ?)
     on conflict (key) do update set sections = excluded.sections, facts = excluded.facts`,
  )
  const watched = db.prepare('select 1 from alert_document where document = ? and register = ? limit 1')
  const line = prepare(db, `select valid_until, ${firstLine} as line from subject where key = ?`)
  const facts = prepare(db, 'select facts from subject_more where key = ?')
  const ours = db.prepare(heldOfDocument)
  return {
    isWatched: (document: string) => watched.get(document, productionRegister) !== undefined,
    readHeld: (document: string) => heldIn(ours.all(document, productionRegister) as unknown as HeldRow[]),
    read: (key: Key, needs: (loaded: StoredRow['loaded']) => boolean): StoredRow | undefined => {
      const row = line.get(key)
      if (row === undefined) return undefined
      const loaded = loadedIn(row.line as string)
      const packed = needs(loaded) ? (facts.get(key)?.facts as Uint8Array) : undefined
      return { loaded, validUntil: row.valid_until as Day, packed }
    },
    write: (key: Key, { validUntil, sections, packed }: SubjectRow): void => {
      upsert.run(key, validUntil, sections)
      upsertMore.run(key, packed)
    },
  }
}

const heldOfDocument = `select ${heldColumns('own')} from listing own where own.document = ? and own.register = ?`

/** In the order in which they lie in the file, so that each of its pages is looked for once. */
const byKey = (subjects: readonly SubjectRow[]) =>
  [...Map.groupBy(subjects, ({ document }) => document)]
    .map(([document, rows]) => ({ key: documentKey(document), document, rows }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))

function savePartners(db: DatabaseSync, next: readonly NextRow[], floors: Floors): void {
  const clear = prepare(db, 'delete from participation where company_document = ?')
  const add = prepare(
    db,
    'insert into participation (document, company_document, participation, generation) values (?, ?, ?, ?)',
  )
  for (const { row, partners } of next) if (partners !== undefined) clear.run(row.document)
  const rows = next
    .flatMap((one) => participationRows(one, floors))
    .sort((a, b) => (a.document < b.document ? -1 : 1))
  for (const { document, company, participation, generation } of rows) {
    add.run(document, company, participation, generation)
  }
}
